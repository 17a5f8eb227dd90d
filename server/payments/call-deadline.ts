import type { PaymentOutcome, PaymentProvider } from '../checkout/ports.ts'

/** How long a provider may take for one answer, in milliseconds. */
const CALL_DEADLINE_MS = 5_000

const UNKNOWN: PaymentOutcome = { type: 'unknown' }

/**
 * Bounds every call: after 5 s, or when it fails, the outcome is unknown and the payment is looked at again later. What the
 * provider still does after that is found then.
 */
export function withCallDeadline<Provider extends PaymentProvider>(
  provider: Provider, onFailure: (fields: { call: string; attemptId: string; error: unknown }) => void): Provider {
  const bounded = (call: 'authorize' | 'capture' | 'cancel' | 'retrieve'): PaymentProvider['authorize'] => async (attempt) => {
    const { promise: deadline, resolve } = Promise.withResolvers<PaymentOutcome>()
    const timer = setTimeout(() => resolve(UNKNOWN), CALL_DEADLINE_MS)
    const answer = provider[call](attempt).catch((error: unknown) => {
      onFailure({ call, attemptId: attempt.id, error })
      return UNKNOWN
    })
    try {
      return await Promise.race([answer, deadline])
    } finally {
      clearTimeout(timer)
    }
  }
  return { ...provider, authorize: bounded('authorize'), capture: bounded('capture'), cancel: bounded('cancel'), retrieve: bounded('retrieve') }
}
