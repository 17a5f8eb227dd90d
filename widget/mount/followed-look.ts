import type { Mounting } from './mounting.ts'
import { tell } from '../session/state-events.ts'

/**
 * Tells the page how high the element is, and follows how that page looks, which may change at any
 * time, by a class on `html`, another sheet or a wider window. What the card frame and the accent
 * follow stands in the sheet at `.root::after`, unseen, where every change of it is a transition; the
 * background behind the element is another one's, and may take its time.
 */
export function followLook(
  mounting: Mounting,
  { adapt, signal }: { adapt: () => void; signal: AbortSignal },
) {
  const { element, root } = mounting
  let isWaiting = false

  // One change of the page is many of its parts.
  function follow() {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      if (!signal.aborted) adapt()
    })
  }

  root.addEventListener(
    'transitionrun',
    (event) => {
      if ((event as TransitionEvent).pseudoElement === '::after') follow()
    },
    { signal },
  )
  document.addEventListener(
    'transitionend',
    (event) => {
      if (!event.composedPath().includes(root)) follow()
    },
    { signal },
  )
  const sized = new ResizeObserver(() => {
    tell(mounting, 'hc-resize', { height: element.offsetHeight })
  })
  sized.observe(element)
  signal.addEventListener('abort', () => sized.disconnect())
  follow()
}
