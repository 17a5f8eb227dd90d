import { setTimeout as pause } from 'node:timers/promises'
import { type CheckoutApi, CheckoutApiError, type ReadSession } from './checkout-api.ts'

type Following = {
  stop: AbortSignal
  /**
   * Called for each payment from now on, and again when the checkout stopped answering in the
   * middle.
   */
  onPaid(session: ReadSession): Promise<void>
  retryMs?: number
}

/** How long it waits before it tries again what could not be done. */
const RETRY_MS = 2000

/**
 * Hears of each payment when it is made, even if the buyer never comes back to the shop. A real
 * shop keeps the cursor beside its orders, and goes on from there after a restart.
 */
export async function followPayments(
  api: Pick<CheckoutApi, 'waitForPayments' | 'getSession'>,
  { stop, onPaid, retryMs = RETRY_MS }: Following,
) {
  let after = 'now'
  while (!stop.aborted) {
    try {
      const { data, nextCursor } = await api.waitForPayments(after, stop)
      for (const { data: event } of data) {
        // An event is only an announcement. The session itself proves that it is paid.
        const session = await api.getSession(event.sessionId)
        if (session.order) await onPaid(session)
      }
      after = nextCursor
    } catch (error) {
      if (stop.aborted) return
      // What the packers could not do now, such as reading the checkout's keys, is done again, too.
      const why = error instanceof CheckoutApiError ? error.code : String(error)
      console.error(`The payments cannot be followed for now: ${why}`)
      await pause(retryMs, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
