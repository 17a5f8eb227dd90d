import { setTimeout as pause } from 'node:timers/promises'
import type { CheckoutApi, ReadSession } from './checkout-api.ts'
import { toProblem } from './problems.ts'

type Following = {
  stop: AbortSignal
  /** For each payment from now on; again when the checkout fell silent in the middle. */
  onPaid(session: ReadSession): Promise<void>
}

/** How soon the checkout is asked again when it does not answer. */
const RETRY_MS = 2000

/**
 * Hears of each payment as it is made, also of those whose buyer never comes back to the shop. A real
 * shop keeps the cursor beside its orders, and goes on from there when it starts again.
 */
export async function followPayments(
  api: Pick<CheckoutApi, 'waitForPayments' | 'getSession'>,
  { stop, onPaid }: Following,
) {
  let after = 'now'
  while (!stop.aborted) {
    try {
      const { data, nextCursor } = await api.waitForPayments(after, stop)
      for (const { data: event } of data) {
        // An event announces. Only the session itself proves that it is paid.
        const session = await api.getSession(event.sessionId)
        if (session.order) await onPaid(session)
      }
      after = nextCursor
    } catch (error) {
      if (stop.aborted) return
      console.error(`The payments cannot be followed for now: ${toProblem(error).code}`)
      await pause(RETRY_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
