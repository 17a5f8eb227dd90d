import type { CheckoutElement } from '../element/checkout-element.ts'
import { emitError } from '../element/state-events.ts'
import { askAgainWhenRestored } from '../session/ask-again.ts'

/** Opens a session once the element is seen: most visitors never scroll there, and need none. */
export function createLazySession(element: CheckoutElement) {
  let sight: IntersectionObserver | undefined
  let isFetching = false

  /**
   * One at a time: an element that is taken out and put back may be seen again before the answer.
   */
  async function fetchSession() {
    if (isFetching || element.session) return
    isFetching = true
    try {
      const session: unknown = await askAgainWhenRestored(async () => element.fetchSession?.())
      if (typeof session !== 'string' || !session) throw new Error('no session id')
      element.session ||= session
    } catch (error) {
      const where = { element, session: '', checkout: { state: { type: 'loading' } } } as const
      emitError(where, 'network', `fetchSession: ${String(error)}`)
    }
    isFetching = false
  }

  function stop() {
    sight?.disconnect()
    sight = undefined
  }

  /** A failure is not followed by another try: that would fail as often as the page is drawn. */
  function start() {
    if (sight || !element.fetchSession) return
    sight = new IntersectionObserver((entries, seeing) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      seeing.disconnect()
      void fetchSession()
    })
    sight.observe(element)
  }

  return {
    start,
    stop,
  }
}
