import type { Ui } from './views/ui.ts'

const RETURN_MS = 5_000

type Receipt = { root: HTMLElement | ShadowRoot; ui: Ui; say: (text: string) => void }

/** What a buyer can do with the receipt, and the way back to the store that begins by itself. */
export function createReceiptActions({ root, ui, say }: Receipt) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    returnSoon(address: string) {
      timer = setTimeout(() => location.assign(address), RETURN_MS)
    },

    stay(button: HTMLElement) {
      clearTimeout(timer)
      root.querySelector('[data-returning]')?.remove()
      button.remove()
      root.querySelector<HTMLElement>('[data-return]')?.focus()
    },

    async copy(button: HTMLElement) {
      const number = button.previousElementSibling!
      try {
        await navigator.clipboard.writeText(number.textContent)
        button.textContent = ui.t('complete.copied')
        say(button.textContent)
      } catch {
        // Not allowed here: leave it selected, for the buyer's own keys.
        getSelection()?.selectAllChildren(number)
      }
    },

    stop() {
      clearTimeout(timer)
    },
  }
}
