import type { PaymentAttempt } from '../checkout/payments/attempt.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { Breaker } from './breaker.ts'

/** How long a provider may take for one answer, in milliseconds. */
const CALL_DEADLINE_MS = 5_000

const UNKNOWN = { type: 'unknown' } as const

type PaymentCall = 'authorize' | 'capture' | 'cancel' | 'refund' | 'retrieve'
type CallSubject = {
  call: PaymentCall | 'findEntry' | 'returnPayment' | 'refundPart' | 'readCharge'
  attemptId: string
  /** Where it is known. */
  sessionId?: string
}
type Failure = Pick<CallSubject, 'call' | 'attemptId'> & { error: unknown }

type Listeners = {
  breaker: Breaker
  /** How long a call may take, in milliseconds. (Default: 5 s.) */
  timeoutMs?: number | undefined
  onFailure: (failure: Failure) => void
  /** (Default: nobody hears of it.) */
  onEnd?: (ended: Pick<CallSubject, 'call'> & { durationMs: number }) => void
  /** What a call is made in. (Default: nothing.) */
  around?: <Answer>(asked: CallSubject, answer: () => Promise<Answer>) => Promise<Answer>
}

export class CallTimeout extends Error {
  override readonly name = 'CallTimeout'
}

/**
 * Bounds every call. After `timeoutMs`, or after a failure, the outcome is `unknown`, and a later
 * look finds what the provider still did. The breaker hears how calls end, and decides whether
 * payments may begin.
 */
export function withCallDeadline<Provider extends PaymentProvider>(
  provider: Provider,
  {
    breaker,
    timeoutMs = CALL_DEADLINE_MS,
    onFailure,
    onEnd = () => {},
    around = (_asked, answer) => answer(),
  }: Listeners,
): Provider {
  async function bound<Outcome>(asked: CallSubject, answer: () => Promise<Outcome>) {
    const { call, attemptId } = asked
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(new CallTimeout(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const startedAt = performance.now()
    try {
      const outcome = await around(asked, () => Promise.race([answer(), deadline]))
      breaker.answered()
      return outcome
    } catch (error) {
      breaker.failed(attemptId)
      onFailure({ call, attemptId, error })
      return UNKNOWN
    } finally {
      onEnd({ call, durationMs: performance.now() - startedAt })
      clearTimeout(timer)
    }
  }
  const bounded =
    (call: PaymentCall): PaymentProvider[PaymentCall] =>
    (attempt) =>
      bound(about(attempt, call), () => provider[call](attempt))
  return {
    ...provider,
    findEntry: (reference) =>
      bound({ call: 'findEntry', attemptId: reference.attemptId ?? reference.paymentId }, () =>
        provider.findEntry(reference),
      ),
    returnPayment: (reference) =>
      bound({ call: 'returnPayment', attemptId: reference.attemptId }, () =>
        provider.returnPayment(reference),
      ),
    isAvailable: () => breaker.isAvailable(),
    authorize: bounded('authorize'),
    capture: bounded('capture'),
    cancel: bounded('cancel'),
    refund: bounded('refund'),
    retrieve: bounded('retrieve'),
    refundPart: (attempt, part) =>
      bound(about(attempt, 'refundPart'), () => provider.refundPart(attempt, part)),
    readCharge: (attempt) =>
      bound(about(attempt, 'readCharge'), () => provider.readCharge(attempt)),
  }
}

const about = ({ id, sessionId }: PaymentAttempt, call: CallSubject['call']): CallSubject => ({
  call,
  attemptId: id,
  sessionId,
})
