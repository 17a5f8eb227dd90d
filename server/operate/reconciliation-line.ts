import { currencyDigits, isCurrency } from '../checkout/money.ts'
import type { Difference } from '../checkout/payments/reconcile.ts'
import type { RecordedPayment } from '../checkout/ports/platform-records.ts'
import { shortSessionId } from '../checkout/sessions/session.ts'

/** A provider may name a currency that does not exist. */
const toMoney = (amount: number, currency: string) => {
  const digits = isCurrency(currency) ? currencyDigits(currency) : 0
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`
}

/** A difference for the operator: attempt, session, order, the provider's side and our side. */
export function toLine(difference: Difference) {
  if (difference.kind === 'unresolved_break') {
    const { kind, amount, currency, detectedAt } = difference.found
    return (
      `${difference.kind}: ${nameOf(difference.found)}; provider says ${kind} of ${toMoney(amount, currency)}; ` +
      `we say not put right since ${detectedAt.toISOString()}`
    )
  }
  const { kind, theirs, ours } = difference
  const name = nameOf({
    attemptId: theirs?.attemptId,
    ...ours,
    orderNumber: ours?.order?.orderNumber,
  })
  return `${kind}: ${name}; provider says ${sayTheirs(theirs)}; we say ${sayOurs(ours)}`
}

type Names = {
  attemptId?: string | undefined
  sessionId?: string
  orderNumber?: string | null | undefined
}

const nameOf = ({ attemptId, sessionId, orderNumber }: Names) =>
  `attempt ${attemptId ?? 'none'}, session ${sessionId === undefined ? 'none' : shortSessionId(sessionId)}, order ${orderNumber ?? 'none'}`

function sayTheirs(entry: Extract<Difference, { theirs: unknown }>['theirs']) {
  if (!entry) return 'nothing'
  const { paymentId, amount, captured, refunded, currency, isOpen } = entry
  const parts = [
    isOpen && `${toMoney(amount, currency)} reserved`,
    captured > 0 && `${toMoney(captured, currency)} captured`,
    refunded > 0 && `${toMoney(refunded, currency)} given back`,
  ].filter((part) => part !== false)
  return `${parts.length > 0 ? parts.join(', ') : `${toMoney(0, currency)} captured`} (${paymentId})`
}

function sayOurs(payment: RecordedPayment | undefined) {
  if (!payment) return 'nothing'
  const { state, order } = payment
  if (!order) return `${state}, no order`
  const { amount, refunded, refundPending, currency } = order
  const parts = [
    `order over ${toMoney(amount, currency)}`,
    refunded > 0 && `${toMoney(refunded, currency)} given back`,
    refundPending > 0 && `${toMoney(refundPending, currency)} being given back`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
