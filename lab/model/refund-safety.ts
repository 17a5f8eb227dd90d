import { mostUrgent } from '../../server/checkout/refunds/dispute.ts'
import type { RefundPart } from '../../server/checkout/ports/refund-database.ts'
import { leftOf } from './bank-disputes.ts'
import type { LedgerPayment } from './bank-payment.ts'
import { fromProviderRefundId, partsOf } from './bank-refunds.ts'
import { type Books, assert } from './books.ts'
import type { OrderRow, RefundRow } from './tables.ts'

/** I17, I26 */
export function assertRefundsReserved({ tables, payments }: Books) {
  for (const payment of payments.values())
    assert(
      leftOf(payment) >= 0,
      'I26 no more is refunded and lost in disputes than was captured',
      payment.attemptId,
    )
  for (const { committed } of tables.refunds.values())
    if (committed) assertRefundAsAtBank(committed, payments.get(committed.attemptId))
  for (const { committed: order } of tables.orders.values())
    if (order) {
      assertOrderAddsUp(order, tables.refunds.values())
      assert(
        order.dispute === mostUrgent(order.disputes),
        'I24 an order is shown with the dispute that asks most',
        order.order.orderNumber,
      )
    }
}

const idAtBank = ({ id, kind, providerRefundId }: RefundRow) =>
  kind === 'provider' ? fromProviderRefundId(providerRefundId ?? '') : id

/** A refund that has succeeded may still fail at the bank. */
function assertRefundAsAtBank(refund: RefundRow, payment: LedgerPayment | undefined) {
  const { id, state, amount, returnedUnits, restockedUnits, succeededAt, failureAnswer } = refund
  const atBank = payment?.refunds.get(idAtBank(refund))
  assert(
    state === 'pending' ||
      atBank?.state === state ||
      (state === 'succeeded' && atBank?.state === 'failed'),
    'a refund has ended as it has at the bank',
    `${id} is ${state}, at the bank ${atBank?.state ?? 'unknown'}`,
  )
  assert(
    atBank === undefined || atBank.amount === amount,
    'a refund is asked for with its own amount',
    id,
  )
  assert(
    restockedUnits === (succeededAt && failureAnswer !== 'did_not_come_back' ? returnedUnits : 0),
    'units are back when their refund has succeeded, unless they never came',
    id,
  )
}

function assertOrderAddsUp(
  { order: { orderNumber, quantity }, amount, refunded, returned }: OrderRow,
  refunds: Iterable<{ committed: RefundRow | undefined }>,
) {
  let money = 0
  let requested = 0
  let units = 0
  for (const { committed } of refunds) {
    if (committed?.orderNumber !== orderNumber) continue
    units += committed.state === 'failed' ? committed.restockedUnits : committed.returnedUnits
    if (committed.state === 'failed') continue
    money += committed.amount
    if (committed.kind === 'requested') requested += committed.amount
  }
  assert(
    refunded === money && returned === units,
    'I17 an order reserves what its refunds say',
    `${orderNumber}: ${refunded} of ${money}, ${returned} of ${units} units`,
  )
  assert(
    requested <= amount && returned <= quantity,
    'I17 no more is given back than was paid',
    orderNumber,
  )
}

/** Before the bank gives money back, it must be reserved, unless that commit was lost. */
export function assertMayGiveBack(
  payment: LedgerPayment,
  { refundId, amount }: RefundPart,
  { tables, hasLost }: Books,
) {
  const refund = tables.refunds.get(refundId)?.committed
  if (!refund && hasLost()) return
  assert(
    refund?.state === 'pending' &&
      refund.amount === amount &&
      refund.attemptId === payment.attemptId,
    'money is given back that is reserved for it',
    refundId,
  )
  const order = tables.orders.get(refund.orderNumber)?.committed
  const given = partsOf(payment, (id) => tables.refunds.has(id))
  assert(
    order !== undefined && given + amount <= order.refunded,
    'I17 no more is given back than is reserved',
    refundId,
  )
}
