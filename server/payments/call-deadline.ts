import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { Breaker } from './breaker.ts'

/** How long a provider may take for one answer, in milliseconds. */
const CALL_DEADLINE_MS = 5_000

const UNKNOWN = { type: 'unknown' } as const

type PaymentCall = 'authorize' | 'capture' | 'cancel' | 'refund' | 'retrieve'
type Failure = {
  call: PaymentCall | 'findEntry' | 'returnPayment' | 'refundPart' | 'readCharge'
  attemptId: string
  error: unknown
}

/** An answer that did not come in time. */
class CallTimeout extends Error {
  override readonly name = 'CallTimeout'
}

/**
 * Bounds every call: after 5 s, or when it fails, the outcome is unknown and the payment is looked
 * at again later. What the provider still does after that is found then. The breaker hears how
 * calls end, and says whether payments may be begun.
 */
export function withCallDeadline<Provider extends PaymentProvider>(
  provider: Provider,
  { breaker, onFailure }: { breaker: Breaker; onFailure: (failure: Failure) => void },
): Provider {
  async function bound<Outcome>(
    attemptId: string,
    call: Failure['call'],
    answer: () => Promise<Outcome>,
  ) {
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(new CallTimeout(`no answer within ${CALL_DEADLINE_MS} ms`)),
      CALL_DEADLINE_MS,
    )
    try {
      const outcome = await Promise.race([answer(), deadline])
      breaker.answered()
      return outcome
    } catch (error) {
      breaker.failed(attemptId)
      onFailure({ call, attemptId, error })
      return UNKNOWN
    } finally {
      clearTimeout(timer)
    }
  }
  const bounded =
    (call: PaymentCall): PaymentProvider[PaymentCall] =>
    (attempt) =>
      bound(attempt.id, call, () => provider[call](attempt))
  return {
    ...provider,
    findEntry: (reference) =>
      bound(reference.attemptId ?? reference.paymentId, 'findEntry', () =>
        provider.findEntry(reference),
      ),
    returnPayment: (reference) =>
      bound(reference.attemptId, 'returnPayment', () => provider.returnPayment(reference)),
    isAvailable: () => breaker.isAvailable(),
    authorize: bounded('authorize'),
    capture: bounded('capture'),
    cancel: bounded('cancel'),
    refund: bounded('refund'),
    retrieve: bounded('retrieve'),
    refundPart: (attempt, part) =>
      bound(attempt.id, 'refundPart', () => provider.refundPart(attempt, part)),
    readCharge: (attempt) => bound(attempt.id, 'readCharge', () => provider.readCharge(attempt)),
  }
}
