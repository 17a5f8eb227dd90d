import { type PaymentAttempt, isSettled, mayHold } from '../../server/checkout/payments/attempt.ts'
import type { ReconciliationBreak } from '../../server/checkout/ports/payment-transaction.ts'
import { CAP_WINDOW_SECONDS } from '../../server/checkout/payments/payment-caps.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import { DELIVERY_FEE, UNIT_PRICE } from './model-database.ts'
import { type LedgerPayment, isHonest, isTakenLate } from './bank-payment.ts'
import { type Books, assert } from './books.ts'
import { leftOf } from './bank-disputes.ts'
import { partsOf } from './bank-refunds.ts'
import type { Call } from './model-provider.ts'
import { assertRefundsReserved } from './refund-safety.ts'
import type { AttemptRow, OrderRow, SessionRow } from './tables.ts'

/** A session takes so many cards. */
const MAX_ATTEMPTS = 5

/** For a client, with payments under way, which may all be declined. */
const MAX_CLIENT_DECLINES = 10

type Account = { session: SessionRow; attempts: AttemptRow[]; orders: OrderRow[] }

/** I1 */
function assertStockConserved({ tables: { variants, attempts, orders, refunds } }: Books) {
  for (const { committed: variant } of variants.values()) {
    if (!variant) continue
    let accounted = variant.forSale
    for (const { committed } of attempts.values()) {
      if (committed?.variantId === variant.id && committed.holdActive)
        accounted += committed.quantity
    }
    for (const { committed } of orders.values())
      if (committed?.variantId === variant.id) accounted += committed.order.quantity
    for (const { committed } of refunds.values()) {
      const order = committed && orders.get(committed.orderNumber)?.committed
      if (order?.variantId === variant.id) accounted -= committed?.restockedUnits ?? 0
    }
    assert(
      accounted === variant.supplied,
      'I1 no unit appears or vanishes',
      `${variant.id}: ${variant.forSale} for sale, ${accounted} accounted for, ${variant.supplied} supplied`,
    )
  }
}

/** I4, I8 */
function assertOrderOfPayment(row: OrderRow, { session, attempts }: Account, { payments }: Books) {
  const { order, sessionId, attemptId, amount, currency, paidAt } = row
  const attempt = attempts.find(({ id }) => id === attemptId)
  const payment = payments.get(attemptId)
  assert(
    attempt?.state === 'captured' && attempt.amount === amount && attempt.currency === currency,
    'I4 an order has a captured attempt of its session and amount',
    order.orderNumber,
  )
  const isAgreed =
    amount === UNIT_PRICE * order.quantity + DELIVERY_FEE &&
    order.quantity === session.quote.quantity
  assert(
    isAgreed && paidAt >= session.createdAt.getTime(),
    'I8 an order costs what was agreed',
    `${order.orderNumber} of ${sessionId}`,
  )
  assert(
    payment?.captured === amount && payment.refunded === partsOf(payment) && isHonest(payment),
    'an order is paid to the last unit',
    order.orderNumber,
  )
  assert(
    !isTakenLate(payment, attempt),
    'what was confirmed elsewhere too late is no order',
    order.orderNumber,
  )
  assert(attempt.providerPaymentId !== null, 'an order names its payment', order.orderNumber)
}

/**
 * Whether the bank has taken a refund back. After lost commits, its payment may have lost its order
 * and been given up because it was refunded in full; then the money is given back again.
 */
const hasTakenBack = ({ refunds }: LedgerPayment) =>
  [...refunds.values()].some(({ isTakenBack }) => isTakenBack)

/**
 * The bank did not give the money back before the session was over. Its buyer was told that it
 * comes back, and cannot pay that session again.
 */
const isLeftToRecovery = ({ sessionId, declineCode }: AttemptRow, { tables }: Books) =>
  declineCode === 'payment_returned' &&
  tables.sessions.get(sessionId)?.committed?.state === 'expired'

/** The bank keeps nothing and will keep nothing, unless it breaks its word. */
export function assertGivenUp(attempt: AttemptRow, books: Books) {
  const { id, state } = attempt
  const { payments, hasLost } = books
  const payment = payments.get(id)
  assert(
    isSettled({ state }) && state !== 'captured',
    'a buyer who was told of a failure pays nothing',
    `${id} is ${state}`,
  )
  const isOver =
    payment?.status === 'cancelled' ||
    payment?.status === 'declined' ||
    payment?.status === 'refunded'
  assert(
    isOver ||
      isLeftToRecovery(attempt, books) ||
      payment?.isWordBroken === true ||
      (payment !== undefined && hasLost() && hasTakenBack(payment)),
    'an attempt that has failed can never take money',
    `${id} is ${state}, its payment ${payment?.status ?? 'may still come'}`,
  )
}

const isOnRecord = (attemptId: string, kind: ReconciliationBreak['kind'], { tables }: Books) =>
  tables.breaks.get(`${attemptId} ${kind}`)?.committed !== undefined

/** The kept payment id is of the attempt's own payment at its own bank. */
function assertOwnPayment(
  { id, provider, providerPaymentId }: AttemptRow,
  payment: LedgerPayment | undefined,
) {
  assert(
    providerPaymentId === null ||
      (payment?.bank === provider && payment.paymentId === providerPaymentId),
    'an attempt keeps the id of its own payment only',
    `${id} has ${providerPaymentId ?? ''}, its payment is ${payment?.paymentId ?? 'none'}`,
  )
}

/** Units that a buyer's next payment may take over: of a session that is not paid. */
const isKept = ({ state, challengeUrl }: AttemptRow, { session }: Account) =>
  state === 'voided' && challengeUrl !== null && session.state !== 'complete'

function assertAccount(account: Account, books: Books) {
  const {
    session: { id, state, attempts: begun },
    attempts,
    orders,
  } = account
  let live = 0
  let charged = 0
  for (const attempt of attempts) {
    const isOver = isSettled(attempt)
    if (!isOver) live += 1
    assert(attempt.past.isInTime, 'no payment begins after the deadline', attempt.id)
    assert(attempt.past.isForSale, 'nothing is taken that was not for sale', attempt.id)
    assert(
      mayHold(attempt) ? attempt.holdActive : !attempt.holdActive || isKept(attempt, account),
      'an attempt that may become an order holds stock, or the one that was given up for the next',
      `${attempt.id} is ${attempt.state}`,
    )
    if (isOver && attempt.state !== 'captured') assertGivenUp(attempt, books)
    const payment = books.payments.get(attempt.id)
    assert(
      !attempt.past.isRefused ||
        books.givenUp.has(id) ||
        (payment && isTakenLate(payment, attempt)) ||
        isOnRecord(attempt.id, 'wrong_payment', books),
      'a wrong payment is on record',
      attempt.id,
    )
    assertOwnPayment(attempt, payment)
    if (payment && leftOf(payment) > 0 && !payment.isWordBroken) charged += 1
    assert(
      state !== 'expired' || (isOver && attempt.state !== 'captured'),
      'I7 an expired session has no live or captured attempt',
      `${id}, ${attempt.id} is ${attempt.state}`,
    )
  }
  assert(
    attempts.length === begun && begun <= MAX_ATTEMPTS,
    'every attempt counts, and after five there is no more',
    id,
  )
  assert(live <= 1, 'I6 a session has at most one live attempt', id)
  assert(
    (live === 1) === (state === 'paying'),
    'a session is paying while an attempt is live',
    `${id} is ${state}`,
  )
  assert(charged <= 1, 'a buyer is charged once at most', id)
  assert(
    orders.length === (state === 'complete' ? 1 : 0),
    'I3 a session is complete if and only if it has one order',
    `${id} is ${state}`,
  )
  for (const order of orders) assertOrderOfPayment(order, account, books)
}

function assertClientsCapped({ tables, now }: Books) {
  const clients = new Map<string, { underWay: number; declines: number }>()
  for (const { committed } of tables.attempts.values()) {
    const { clientKeys: [clientKey] = [], holdActive, state, settledAt = 0 } = committed ?? {}
    if (clientKey === undefined) continue
    const client = clients.get(clientKey) ?? { underWay: 0, declines: 0 }
    clients.set(clientKey, client)
    if (holdActive) client.underWay += 1
    if (state === 'declined' && settledAt > now() - CAP_WINDOW_SECONDS * 1_000) client.declines += 1
  }
  for (const [clientKey, { underWay, declines }] of clients) {
    assert(underWay + declines <= MAX_CLIENT_DECLINES, 'a client tries a few cards only', clientKey)
  }
}

/** What holds at every moment. */
export function assertSafe(books: Books) {
  const {
    tables: { sessions, attempts, orders },
  } = books
  assertStockConserved(books)
  assertClientsCapped(books)
  assertRefundsReserved(books)
  for (const { committed: session } of sessions.values()) {
    if (!session) continue
    const account: Account = { session, attempts: [], orders: [] }
    for (const { committed } of attempts.values())
      if (committed?.sessionId === session.id) account.attempts.push(committed)
    for (const { committed } of orders.values())
      if (committed?.sessionId === session.id) account.orders.push(committed)
    assertAccount(account, books)
  }
}

/** The bank has said that it took the money, which goes back, also when it is taken only now. */
const isThoughtTaken = ({ state, declineCode }: AttemptRow) =>
  state === 'refunding' || declineCode === 'payment_returned'

/** Before the bank takes money: the stock is held, and the amount is as we wrote it. */
export function assertMayCapture(
  payment: LedgerPayment,
  by: 'us' | 'bank',
  { tables, payments, hasLost }: Books,
) {
  const { attemptId, sessionId, isWordBroken } = payment
  const attempt = tables.attempts.get(attemptId)?.committed
  if (!attempt && hasLost()) return
  // A request of ours that was on its way may find a payment that was over and is open again.
  if (isWordBroken && attempt && isSettled(attempt)) return
  if (by === 'bank' && attempt && isThoughtTaken(attempt)) return
  assert(attempt?.holdActive === true, 'money is taken for held stock only', attemptId)
  assert(
    tables.sessions.get(sessionId)?.committed?.state === 'paying',
    'money is taken for sessions that are being paid only',
    attemptId,
  )
  assert(
    by === 'bank' || attempt.past.hasIntent || hasLost(),
    'money is taken after the intent is on record',
    attemptId,
  )
  assert(
    by === 'bank' || isHonest(payment),
    'nothing is captured that is not ours to the last unit',
    attemptId,
  )
  for (const other of payments.values()) {
    const isCharged =
      other !== payment &&
      other.sessionId === sessionId &&
      leftOf(other) > 0 &&
      tables.attempts.has(other.attemptId)
    assert(!isCharged || other.isWordBroken, 'a buyer is charged once at most', sessionId)
  }
}

export const assertAskedAtOwn = (bank: ProviderName, { id, provider }: PaymentAttempt) =>
  assert(bank === provider, 'a payment is asked about where it began', `${id} at ${bank}`)

/** How long after the deadline money may be asked for, in milliseconds. */
const CAPTURE_MS = { plain: 60_000, challenged: 300_000 }

export function assertAskedInTime(
  { id, sessionId, challengeUrl }: PaymentAttempt,
  { tables, now }: Books,
) {
  const deadline = tables.sessions.get(sessionId)?.committed?.expiresAt.getTime() ?? 0
  const allowed = CAPTURE_MS[challengeUrl === null ? 'plain' : 'challenged']
  assert(
    now() < deadline + allowed,
    'money is asked for soon after the deadline, or not at all',
    id,
  )
}

/**
 * Before we give up or give back money: the reason is on record. A payment that was confirmed
 * elsewhere too late goes back as its attempt's own end.
 */
export function assertMayReturn(call: Call, attempt: PaymentAttempt, books: Books) {
  const payment = books.payments.get(attempt.id)
  if (!isSettled(attempt) && payment && isTakenLate(payment, attempt)) return
  // Nothing is reserved yet.
  if (call === 'cancel' && payment?.status === 'asking') return
  const kind = !isSettled(attempt)
    ? 'wrong_payment'
    : call === 'refund'
      ? 'late_capture'
      : 'late_authorization'
  assert(isOnRecord(attempt.id, kind, books), `a ${kind} is on record`, attempt.id)
  const resolution = books.tables.breaks.get(`${attempt.id} ${kind}`)?.committed?.resolution
  assert(
    call !== 'refund' || resolution !== 'voided',
    'money that was taken is not on record as given up',
    attempt.id,
  )
}
