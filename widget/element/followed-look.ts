import type { Mounting } from './mounting.ts'
import { emit } from './state-events.ts'

/**
 * Emits how high the element is, and follows how the page looks. The look may change at any time:
 * by a class on `html`, another sheet or a wider window. The sheet repeats what the card frame and
 * the accent depend on at the invisible `.root::after`, where every change starts a transition.
 * The background behind the element belongs to the page, whose own transition may take a while.
 */
export function followLook(
  mounting: Mounting,
  { adapt, signal }: { adapt: () => void; signal: AbortSignal },
) {
  const { element, root } = mounting
  let isWaiting = false

  // One change of the page starts many transitions at once.
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
    emit(mounting, 'hc-resize', { height: element.offsetHeight })
  })
  sized.observe(element)
  signal.addEventListener('abort', () => sized.disconnect())
  follow()
}
