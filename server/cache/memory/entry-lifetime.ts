import type { CheckoutSession } from '../../checkout/session.ts'
import { SESSION_TTL_SECONDS, isTerminal } from '../../checkout/session.ts'

/**
 * A payment accepted in time may finish after the deadline; its result is worth keeping for the
 * reads that follow at once.
 */
const LATE_TERMINAL_SECONDS = 60

/**
 * What is left of the session's 30 minutes: 1 to 1800 seconds, however wrong this process's clock
 * is.
 */
export const entrySeconds = (session: CheckoutSession, nowMs: number) => {
  const left = Math.ceil((session.expiresAt.getTime() - nowMs) / 1000)
  if (left < 1) return isTerminal(session) ? LATE_TERMINAL_SECONDS : 1
  return Math.min(left, SESSION_TTL_SECONDS)
}
