import { announceSessions } from '../sessions/announce-session.ts'
import { type CheckoutDeps, providerNames, providerOf } from '../checkout-deps.ts'
import { unsure } from '../errors.ts'
import { disputeInTheWay, leftToRefund, refundableOf } from './dispute.ts'
import type { LockedOrder, RefundOutcome, RefundTransaction } from '../ports/refund-database.ts'
import { type Refund, type RefundRefusal, RefundRefused, type RefundRequest } from './refund.ts'
import { madeBefore } from '../sessions/used-keys.ts'

/** How many refunds one round takes; the next round or another process takes the rest. */
const BATCH = 20

/**
 * Refunds a paid order through its provider. The money is reserved first, so that all refunds
 * together never exceed the payment. The result may be pending; recovery then finishes it.
 * @throws {RefundRefused}, {CheckoutError} invalid_request, busy
 */
export async function requestRefund(deps: CheckoutDeps, request: RefundRequest): Promise<Refund> {
  const id = await deps.db.refunds.transaction((tx) => reserveOnce(tx, deps, request))
  return settleRefund(deps, id)
}

async function reserveOnce(tx: RefundTransaction, deps: CheckoutDeps, request: RefundRequest) {
  const ownId = idOfRequest(deps, request)
  const known = ownId && (await tx.findRefundById(ownId))
  // The key of an earlier refund is free again after a day.
  const id = ownId && !(known && known.kind === 'requested') ? ownId : deps.ids.refund()
  const made = request.request && madeBefore(await tx.takeKey(request.request, { refundId: id }))
  if (made?.refundId) return made.refundId
  // The record had lost it, and has it from the provider.
  if (known && known.kind === 'provider') return known.id
  return reserve(tx, deps, { ...request, id })
}

/** A request that the record has lost has the same id when it comes again; the provider knows it. */
function idOfRequest(
  { ids }: CheckoutDeps,
  { storeId, orderNumber, request, idempotencyKey, ...form }: RefundRequest,
) {
  const { amount, returnedUnits, reason } = form
  const key = request
    ? [request.keyKind, request.key, request.requestDigest.join()]
    : [idempotencyKey, amount, returnedUnits, reason]
  return key[0] && ids.refundOf(JSON.stringify([storeId, orderNumber, ...key]))
}

async function reserve(
  tx: RefundTransaction,
  deps: CheckoutDeps,
  request: RefundRequest & { id: string },
): Promise<string> {
  const order = await tx.lockOrder(request.storeId, request.orderNumber)
  if (!order) throw new RefundRefused({ reason: 'order_not_found' })
  const left = leftToRefund(order)
  const { idempotencyKey = request.id, amount = left } = request
  const asked = { ...request, idempotencyKey, amount }
  const before = await tx.findRefund(order.id, idempotencyKey)
  if (before) {
    if (!isSame(before, asked)) throw new RefundRefused({ reason: 'other_request' })
    return before.id
  }
  if (order.isUnsure) throw unsure()
  if (!providerNames(deps).includes(order.provider))
    throw new RefundRefused({ reason: 'other_provider', provider: order.provider })
  if (left === 0) throw new RefundRefused(noMoney(order, request))
  const refundable = refundableOf(order)
  const reservation = await tx.insertRefund(order.id, { ...asked, refundable })
  if (reservation.type === 'too_little_left') throw new RefundRefused(whyNot(order, asked))
  return reservation.refund.id
}

const isSame = (
  refund: Refund,
  { amount, returnedUnits, reason }: Pick<Refund, 'amount' | 'returnedUnits' | 'reason'>,
) => refund.amount === amount && refund.returnedUnits === returnedUnits && refund.reason === reason

function whyNot(order: LockedOrder, { amount }: { amount: number }): RefundRefusal {
  const { quantity, returned } = order
  return amount > leftToRefund(order)
    ? noMoney(order, { amount })
    : { reason: 'more_units_than_left', left: quantity - returned }
}

function noMoney(order: LockedOrder, { amount = 0 }: Pick<RefundRequest, 'amount'>): RefundRefusal {
  const { currency, amountTotal, refunded } = order
  const left = leftToRefund(order)
  const dispute = disputeInTheWay(order)
  return dispute && amount <= amountTotal - refunded
    ? { reason: 'payment_disputed', left, currency, dispute }
    : { reason: 'more_money_than_left', left, currency }
}

/**
 * Takes a refund as far as possible now, if its provider is open here. The request, the provider's
 * notification and recovery may all call this at the same time.
 */
export async function settleRefund(deps: CheckoutDeps, id: string): Promise<Refund> {
  const { refund, attempt } = await deps.db.refunds.getRefund(id)
  const isOpen = providerNames(deps).includes(attempt.provider)
  if (refund.state !== 'pending' || refund.kind === 'provider' || !isOpen) return refund
  deps.reach('K10')
  const outcome = await providerOf(deps, attempt).refundPart(attempt, {
    refundId: id,
    amount: refund.amount,
  })
  deps.reach('K11')
  const settled = await deps.db.refunds.transaction((tx) => settle(tx, id, outcome))
  if (settled.isNews) {
    const { storeId, amount, currency, state } = settled.refund
    deps.events.refundSettled({ refundId: id, storeId, amount, currency, state })
    if (state === 'succeeded') await announceSessions(deps, { writtenIn: [storeId] })
  }
  return settled.refund
}

async function settle(
  tx: RefundTransaction,
  id: string,
  outcome: RefundOutcome,
): Promise<{ refund: Refund; isNews: boolean }> {
  const before = await tx.lockRefund(id)
  if (before.state !== 'pending') return { refund: before, isNews: false }
  const { providerRefundId } = outcome
  switch (outcome.type) {
    case 'refunded':
      return { refund: await tx.succeedRefund(id, { providerRefundId }), isNews: true }
    case 'failed':
      return {
        refund: await tx.failRefund(id, { providerRefundId, code: outcome.code }),
        isNews: true,
      }
    case 'unknown':
      return { refund: await tx.postponeRefund(id, { providerRefundId }), isNews: false }
  }
}

/** One round of recovery: advances refunds that no process is moving. */
export async function recoverRefunds(deps: CheckoutDeps) {
  const refundIds = await deps.db.refunds.claimDueRefunds(providerNames(deps), BATCH)
  await settleAll(deps, refundIds)
  return refundIds.length === BATCH
}

/** Advances the pending refunds of a payment that has changed at its provider. */
export async function followUpRefunds(deps: CheckoutDeps, attemptId: string) {
  await settleAll(deps, await deps.db.refunds.claimRefundsOf(attemptId))
}

const settleAll = (deps: CheckoutDeps, refundIds: string[]) =>
  Promise.all(
    refundIds.map((refundId) =>
      settleRefund(deps, refundId).catch((error: unknown) =>
        deps.events.recoveryFailed({ refundId, error }),
      ),
    ),
  )
