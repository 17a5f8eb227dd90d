import type { HostedCheckout } from './hosted-checkout.ts'
import { tellError } from './state-events.ts'

type Fetch = () => Promise<string>

async function fetchSessionInto(element: HostedCheckout, fetchSession: Fetch) {
  try {
    element.session = await fetchSession()
  } catch (error) {
    const where = { element, session: '', checkout: { state: { type: 'loading' } } } as const
    tellError(where, 'network', `fetchSession: ${String(error)}`)
  }
}

/** A session that is opened for each view of a page would mostly be for nobody. */
export function fetchSessionWhenSeen(element: HostedCheckout, fetchSession: Fetch) {
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    sight.disconnect()
    void fetchSessionInto(element, fetchSession)
  })
  sight.observe(element)
  return sight
}
