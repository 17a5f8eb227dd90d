import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { SESSION_TTL_SECONDS, isTerminal } from '../../checkout/sessions/session.ts'

/** A payment that was accepted in time may end late; its result is then read at once. */
const LATE_TERMINAL_SECONDS = 60

/** The rest of the session's 30 minutes: 1 to 1800 seconds, even with a wrong clock here. */
export const entrySeconds = (session: CheckoutSession, nowMs: number) => {
  const left = Math.ceil((session.expiresAt.getTime() - nowMs) / 1000)
  if (left < 1) return isTerminal(session) ? LATE_TERMINAL_SECONDS : 1
  return Math.min(left, SESSION_TTL_SECONDS)
}
