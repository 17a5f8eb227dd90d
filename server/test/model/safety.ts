import { isSettled } from '../../checkout/attempt.ts'
import type { CheckoutSession } from '../../checkout/session.ts'
import { DELIVERY_FEE, UNIT_PRICE } from './database.ts'
import { type LedgerPayment, isHonest } from './provider.ts'
import type { AttemptRow, OrderRow, SessionRow, Tables } from './tables.ts'

/** Something was promised and does not hold. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

/** After so many declines the session takes no further card. */
const MAX_DECLINES = 5

type Books = { tables: Tables; payments: Map<string, LedgerPayment> }

type Account = { session: SessionRow; attempts: AttemptRow[]; orders: OrderRow[] }

function assert(holds: boolean, invariant: string, subject: string): asserts holds {
  if (!holds) throw new BrokenInvariant(`${invariant}: ${subject}`)
}

/** I1 */
function assertStockConserved({ tables: { variants, attempts, orders } }: Books) {
  for (const { committed: variant } of variants.values()) {
    if (!variant) continue
    let accounted = variant.stock
    for (const { committed } of attempts.values()) {
      if (committed?.variantId === variant.id && committed.holdActive) accounted += committed.quantity
    }
    for (const { committed } of orders.values()) if (committed?.variantId === variant.id) accounted += committed.order.quantity
    assert(variant.stock >= 0 && accounted === variant.supplied, 'I1 stock is neither oversold nor lost',
      `${variant.id}: ${variant.stock} left, ${accounted} accounted for, ${variant.supplied} supplied`)
  }
}

/** I4, I8 */
function assertOrderOfPayment(row: OrderRow, { session, attempts }: Account, { payments }: Books) {
  const { order, sessionId, attemptId, amount, currency, paidAt } = row
  const attempt = attempts.find(({ id }) => id === attemptId)
  const payment = payments.get(attemptId)
  assert(attempt?.state === 'captured' && attempt.amount === amount && attempt.currency === currency,
    'I4 an order has a captured attempt of its session and amount', order.orderNumber)
  const isAgreed = amount === UNIT_PRICE * order.quantity + DELIVERY_FEE && order.quantity === session.quote.quantity
  assert(isAgreed && paidAt >= session.createdAt.getTime(), 'I8 an order costs what was agreed',
    `${order.orderNumber} of ${sessionId}`)
  assert(payment?.status === 'captured' && payment.claims.amount === amount && isHonest(payment),
    'an order is paid to the last unit', order.orderNumber)
}

function assertGivenUp(attempt: AttemptRow, { payments }: Books) {
  const payment = payments.get(attempt.id)
  assert(payment?.status === 'cancelled' || payment?.status === 'declined', 'an attempt that has failed can never take money',
    `${attempt.id} is ${attempt.state}, its payment ${payment?.status ?? 'may still come'}`)
}

function assertAccount(account: Account, books: Books) {
  const { session: { id, state, declines }, attempts, orders } = account
  let live = 0
  let declined = 0
  let charged = 0
  for (const attempt of attempts) {
    const isOver = isSettled(attempt)
    if (!isOver) live += 1
    if (attempt.state === 'declined') declined += 1
    assert(attempt.isInTime, 'no payment begins after the deadline', attempt.id)
    assert(isOver !== attempt.holdActive, 'a live attempt, and no other, holds stock', `${attempt.id} is ${attempt.state}`)
    if (isOver && attempt.state !== 'captured') assertGivenUp(attempt, books)
    if (books.payments.get(attempt.id)?.status === 'captured') charged += 1
    assert(state !== 'expired' || attempt.state === 'declined' || attempt.state === 'voided',
      'I7 an expired session has no live or captured attempt', `${id}, ${attempt.id} is ${attempt.state}`)
  }
  assert(declined === declines && declined <= MAX_DECLINES, 'every declined card counts, and after five there is no more', id)
  assert(live <= 1, 'I6 a session has at most one live attempt', id)
  assert((live === 1) === (state === 'paying'), 'a session is paying while an attempt is live', `${id} is ${state}`)
  assert(charged <= 1, 'a buyer is charged once at most', id)
  assert(orders.length === (state === 'complete' ? 1 : 0), 'I3 a session is complete if and only if it has one order',
    `${id} is ${state}`)
  for (const order of orders) assertOrderOfPayment(order, account, books)
}

/** What holds at every moment. */
export function assertSafe(books: Books) {
  const { tables: { sessions, attempts, orders } } = books
  assertStockConserved(books)
  for (const { committed: session } of sessions.values()) {
    if (!session) continue
    const account: Account = { session, attempts: [], orders: [] }
    for (const { committed } of attempts.values()) if (committed?.sessionId === session.id) account.attempts.push(committed)
    for (const { committed } of orders.values()) if (committed?.sessionId === session.id) account.orders.push(committed)
    assertAccount(account, books)
  }
}

/** Before the bank takes money: the intent to take it is on record, the stock is held, the payment is the one we asked for. */
export function assertMayCapture(payment: LedgerPayment, { tables, payments }: Books) {
  const { attemptId, sessionId, card } = payment
  const attempt = tables.attempts.get(attemptId)?.committed
  const isBanksOwnIdea = card === 'captures_at_once' || card === 'lies_and_captures'
  assert(attempt?.holdActive === true, 'money is taken for held stock only', attemptId)
  assert(tables.sessions.get(sessionId)?.committed?.state === 'paying',
    'money is taken for sessions that are being paid only', attemptId)
  assert(isBanksOwnIdea || attempt.state === 'capturing', 'money is taken after the intent is on record',
    `${attemptId} is ${attempt.state}`)
  assert(isBanksOwnIdea || card === 'lies_on_capture' || isHonest(payment),
    'nothing is captured that is not ours to the last unit', attemptId)
  for (const other of payments.values()) {
    assert(other === payment || other.sessionId !== sessionId || other.status !== 'captured',
      'a buyer is charged once at most', sessionId)
  }
}

type FinalStatus = 'complete' | 'expired'

/** I9, I10: what was answered once is never taken back. */
export function createAnswers({ tables, payments }: Books, now: () => number) {
  const given = new Map<string, { status: FinalStatus; order: string }>()

  function assertRecorded(id: string, status: FinalStatus) {
    const session = tables.sessions.get(id)?.committed
    const isLate = session?.state === 'open' && session.expiresAt.getTime() <= now()
    assert(session?.state === status || (status === 'expired' && isLate), 'I9 a final answer is never taken back',
      `${id} was ${status}, is ${session?.state ?? 'gone'}`)
  }

  function give(id: string, status: FinalStatus, order: CheckoutSession['order']) {
    const text = JSON.stringify(order)
    const known = given.get(id)
    assert(known === undefined || (known.status === status && (order === null || known.order === 'null' || known.order === text)),
      'I9 a final answer is never taken back', `${id} was ${known?.status ?? ''}, is answered ${status}`)
    if (!known || known.order === 'null') given.set(id, { status, order: text })
    assertRecorded(id, status)
  }

  return {
    give,
    /** What a read answered that started when `isFinal` said what it says. */
    read(session: CheckoutSession | undefined, before: FinalStatus | undefined) {
      assert(session !== undefined, 'I14 a session that was created can be read', '')
      assert((session.order !== null) === (session.state === 'complete'),
        'I11 there is an order if and only if it is complete', session.id)
      const { id, state, order } = session
      if (state === 'complete' || state === 'expired') give(id, state, order)
      else assert(before === undefined, 'I9 a final answer is never taken back',
        `${id} was ${before ?? ''}, is answered ${state}`)
    },
    isFinal: (id: string) => given.get(id)?.status,
    /** The buyer was told that nothing was charged. */
    giveDecline(attemptId: string) {
      const status = payments.get(attemptId)?.status
      assert(status === 'declined' || status === 'cancelled', 'a decline has charged nothing and never will', attemptId)
    },
    assertAllRecorded: () => { for (const [id, { status }] of given) assertRecorded(id, status) },
  }
}
