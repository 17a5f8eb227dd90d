import type { Ui } from './views/ui.ts'

const RETURN_MS = 20_000

/** Whoever does one of these is there, and goes back to the store when they want to. */
const SIGNS_OF_LIFE = ['keydown', 'click', 'focusin', 'pointerdown', 'touchstart', 'wheel']

/** These, too, once what came of putting the receipt in the place of the form is past. */
const LATER_SIGNS = ['scroll', 'selectionchange']

type Receipt = { root: HTMLElement | ShadowRoot; ui: Ui; say: (words: unknown) => void }

/** What a buyer can do with the receipt, and the way back to the store that begins by itself. */
export function createReceiptActions({ root, ui, say }: Receipt) {
  let stop = () => {}

  /** Nothing moves, since what is pressed may be below; nor goes what is pressed itself. */
  function stay(event: Event) {
    stop()
    say('')
    for (const part of root.querySelectorAll<HTMLElement>('[data-returning], [data-stay]'))
      if (!event.composedPath().includes(part)) part.style.visibility = 'hidden'
  }

  return {
    returnSoon(address: string) {
      const life = new AbortController()
      const timer = setTimeout(() => location.assign(address), RETURN_MS)
      stop = () => {
        clearTimeout(timer)
        life.abort()
      }
      const listen = (signs: string[]) => {
        // What moves within a shadow root is not told outside of it.
        for (const place of [window, root])
          for (const sign of signs)
            place.addEventListener(sign, stay, { capture: true, signal: life.signal })
      }
      listen(SIGNS_OF_LIFE)
      requestAnimationFrame(() => requestAnimationFrame(() => listen(LATER_SIGNS)))
    },

    stayed(button: HTMLElement) {
      if (button.matches(':focus')) root.querySelector<HTMLElement>('[data-return]')!.focus()
      button.remove()
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

    stop: () => stop(),
  }
}
