import type { Ui } from '../views/ui.ts'

const RETURN_MS = 20_000

/** A buyer who does one of these is there, and goes back to the store when they want to. */
const SIGNS_OF_LIFE =
  'keydown click focusin pointerdown pointermove touchstart wheel scroll selectionchange'.split(' ')

/** Browsers send a movement, too, when the page moves under a mouse that lies still. */
const isStill = ({ type, movementX, movementY }: PointerEvent) =>
  type === 'pointermove' && !movementX && !movementY

type Receipt = { root: HTMLElement | ShadowRoot; ui: Ui; say: (words: unknown) => void }

async function copyNumber(button: HTMLElement, { ui, say }: Receipt) {
  const number = button.previousElementSibling
  if (!number) return
  try {
    await navigator.clipboard.writeText(number.textContent)
    button.textContent = ui.t('complete.copied')
    say(button.textContent)
  } catch {
    // The browser does not allow it, so the number is selected for the buyer's own keys.
    getSelection()?.selectAllChildren(number)
  }
}

/** What a buyer can do with the receipt, and the way back to the store that starts by itself. */
export function createReceiptActions(receipt: Receipt) {
  const { root, say } = receipt
  let stop = () => {}

  /**
   * Hides what is no longer true, and the sheet shows that the buyer may close the page. Nothing
   * moves, because the buyer may be pressing what is below, and what is pressed stays visible.
   */
  function stay(event: Event) {
    if (isStill(event as PointerEvent)) return
    stop()
    say('')
    for (const part of root.querySelectorAll<HTMLElement>('[data-returning], [data-stay]'))
      if (!event.composedPath().includes(part)) part.style.visibility = 'hidden'
  }

  return {
    /**
     * The time runs only while the page is seen. A buyer who comes back to the receipt stays there.
     */
    returnSoon(address: string, waitMs = RETURN_MS) {
      const life = new AbortController()
      const { signal } = life
      let timer: ReturnType<typeof setTimeout> | undefined
      stop = () => {
        clearTimeout(timer)
        life.abort()
      }
      const listen = () => {
        // Movements within a shadow root have no event outside of it.
        for (const target of [window, root])
          for (const sign of SIGNS_OF_LIFE)
            target.addEventListener(sign, stay, { capture: true, signal })
      }
      const begin = () => {
        timer = setTimeout(() => location.assign(address), waitMs)
        // By then the browser has sent all events that showing the receipt itself caused.
        requestAnimationFrame(() => requestAnimationFrame(listen))
      }
      const look = (event: Event) => {
        if (document.hidden) clearTimeout(timer)
        else if (timer) stay(event)
        else begin()
      }
      document.addEventListener('visibilitychange', look, { signal })
      if (!document.hidden) begin()
    },

    /** The button keeps its room, because what is below it may be pressed next. */
    stayed(button: HTMLElement) {
      if (button.matches(':focus')) root.querySelector<HTMLElement>('[data-return]')?.focus()
      button.style.visibility = 'hidden'
    },

    copy: (button: HTMLElement) => copyNumber(button, receipt),
    stop: () => stop(),
  }
}
