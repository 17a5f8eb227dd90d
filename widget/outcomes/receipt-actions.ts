import type { Ui } from '../views/ui.ts'

const RETURN_MS = 20_000

/** Whoever does one of these is there, and goes back to the store when they want to. */
const SIGNS_OF_LIFE =
  'keydown click focusin pointerdown pointermove touchstart wheel scroll selectionchange'.split(' ')

/** Browsers tell, too, that the page has moved under a mouse that lies still. */
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
    // Not allowed here: leave it selected, for the buyer's own keys.
    getSelection()?.selectAllChildren(number)
  }
}

/** What a buyer can do with the receipt, and the way back to the store that begins by itself. */
export function createReceiptActions(receipt: Receipt) {
  const { root, say } = receipt
  let stop = () => {}

  /** Nothing moves, since what is pressed may be below; nor goes what is pressed itself. */
  function stay(event: Event) {
    if (isStill(event as PointerEvent)) return
    stop()
    say('')
    for (const part of root.querySelectorAll<HTMLElement>('[data-returning], [data-stay]'))
      if (!event.composedPath().includes(part)) part.style.visibility = 'hidden'
  }

  return {
    /** The time runs while somebody looks, and who comes back to what they have seen is there. */
    returnSoon(address: string, waitMs = RETURN_MS) {
      const life = new AbortController()
      const { signal } = life
      let timer: ReturnType<typeof setTimeout> | undefined
      stop = () => {
        clearTimeout(timer)
        life.abort()
      }
      const listen = () => {
        // What moves within a shadow root is not told outside of it.
        for (const place of [window, root])
          for (const sign of SIGNS_OF_LIFE)
            place.addEventListener(sign, stay, { capture: true, signal })
      }
      const begin = () => {
        timer = setTimeout(() => location.assign(address), waitMs)
        // What came of showing the receipt is past by then.
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

    stayed(button: HTMLElement) {
      if (button.matches(':focus')) root.querySelector<HTMLElement>('[data-return]')?.focus()
      button.remove()
    },

    copy: (button: HTMLElement) => copyNumber(button, receipt),
    stop: () => stop(),
  }
}
