import type { PaymentAttempt } from '../../server/checkout/payments/attempt.ts'
import { isSettled } from '../../server/checkout/payments/attempt.ts'
import type { CheckoutTransaction } from '../../server/checkout/ports/database.ts'
import type {
  AttemptMove,
  BreakResolution,
  Completion,
  NewAttempt,
  PlacedOrder,
  ReconciliationBreak,
  Release,
} from '../../server/checkout/ports/payment-transaction.ts'
import { SOON_MS, toChanged, toReturned } from './attempt-change.ts'
import { createLocks } from './payment-locks.ts'
import {
  type AttemptRow,
  type BreakRow,
  type OpenTransaction,
  type SessionRow,
  get,
  lock,
  newRow,
  viewOf,
} from './tables.ts'
import { type World, createStatements } from './transact.ts'

/** How long a message of the outbox waits for its writer. */
const FIRST_DELIVERY_MS = 2_000

const isAsSeen = (attempt: AttemptRow, seen: PaymentAttempt) =>
  attempt.version === seen.version &&
  attempt.state === seen.state &&
  attempt.holdActive === seen.holdActive &&
  attempt.leaseUntil.getTime() === seen.leaseUntil.getTime()

/** The merchant has ended it. */
const toEnded = (session: SessionRow): SessionRow => ({
  ...session,
  state: 'expired',
  version: session.version + 1,
})

/** `isPatient`: waits for locked sessions and clients. (Default: true.) */
export function createTransaction(
  world: World,
  tx: OpenTransaction,
  patience = { isPatient: true },
): CheckoutTransaction {
  const { scheduler, storage } = world
  const { tables } = storage
  const { statement, change } = createStatements(world, tx)
  const { lockSessions, lockPayable, lockVariant } = createLocks(world, tx, patience)

  /** For rows that the transaction has locked: they exist and change at once. */
  const changeSession = (id: string, changed: (values: SessionRow) => SessionRow) =>
    change(get(tables.sessions, id), changed)

  const momentsOf = ({ sessionId }: AttemptRow) => {
    const session = viewOf(tx, get(tables.sessions, sessionId))
    if (!session) throw new Error(`attempt has no session: ${sessionId}`)
    return { now: new Date(scheduler.now()), expiresAt: session.expiresAt }
  }

  function insertAttempt({ attempt, hasKeptUnits, clientKeys, receiptDigest }: NewAttempt) {
    for (const row of tables.attempts.values()) {
      const values = viewOf(tx, row) ?? row.dirty
      if (values?.sessionId === attempt.sessionId && !isSettled(values))
        throw new Error('unique violation: one_live_attempt')
    }
    const session = viewOf(tx, get(tables.sessions, attempt.sessionId))
    const lockedAt = tx.lockedAt.get(attempt.sessionId) ?? Infinity
    const variant = viewOf(tx, get(tables.variants, attempt.variantId))
    tables.attempts.set(
      attempt.id,
      newRow(tx, {
        ...attempt,
        clientKeys,
        receiptDigest,
        nextCheckAt: scheduler.now() + SOON_MS,
        hasNews: false,
        checks: 0,
        settledAt: undefined,
        past: {
          isInTime: session !== undefined && lockedAt < session.expiresAt.getTime(),
          hasIntent: false,
          isRefused: false,
          isForSale:
            variant !== undefined &&
            !variant.removed &&
            variant.forSale >= (hasKeptUnits ? 0 : attempt.quantity),
        },
      }),
    )
    if (hasKeptUnits) handOver(attempt)
    else
      change(get(tables.variants, attempt.variantId), (values) => ({
        ...values,
        forSale: values.forSale - attempt.quantity,
      }))
    changeSession(attempt.sessionId, (values) => ({
      ...values,
      state: 'paying',
      version: values.version + 1,
      attempts: values.attempts + 1,
    }))
  }

  /** The units that an earlier attempt of the session has kept are this one's. */
  function handOver({ id, sessionId }: PaymentAttempt) {
    world.sees('a payment takes over what the one before it has kept')
    for (const row of tables.attempts.values()) {
      const values = viewOf(tx, row)
      if (values?.sessionId !== sessionId || values.id === id || !values.holdActive) continue
      if (!lock(tx, row))
        throw new Error(`the session is ours, and its attempt ${values.id} is not`)
      row.dirty = toReturned(values)
    }
  }

  /** Locks the attempts that are as they were seen; waits for those that others have locked. */
  function lockMoves<Move extends AttemptMove>(moves: Move[]) {
    const rows = moves.map(({ seen }) => get(tables.attempts, seen.id))
    const taken = rows.find((row) => !lock(tx, row))
    if (taken) return scheduler.block(taken)
    return moves.filter(({ seen }, index) => {
      const row = rows[index]
      const attempt = row && viewOf(tx, row)
      return attempt !== undefined && isAsSeen(attempt, seen)
    })
  }

  const move = ({ seen, change: changed }: AttemptMove) =>
    change(get(tables.attempts, seen.id), (attempt) =>
      toChanged(attempt, changed, momentsOf(attempt)),
    )

  function release({ seen, change: { keepsUnits }, sessionState, resolution }: Release) {
    if (seen.holdActive && !keepsUnits)
      change(get(tables.variants, seen.variantId), (variant) => ({
        ...variant,
        forSale: variant.forSale + seen.quantity,
      }))
    changeSession(seen.sessionId, (session) => ({
      ...session,
      state: sessionState,
      version: session.version + 1,
    }))
    if (resolution !== null) resolveBreaks(seen.id, resolution)
  }

  function insertOrder({ seen: attempt, spareNumber }: Completion) {
    for (const row of tables.orders.values()) {
      const values = viewOf(tx, row) ?? row.dirty
      if (values?.sessionId === attempt.sessionId || values?.attemptId === attempt.id)
        throw new Error('unique violation: orders')
    }
    const { sessionId, variantId, quantity, amount, currency, customer, fulfillment } = attempt
    const orderNumber = attempt.orderNumber ?? spareNumber
    const paidAt = scheduler.now()
    tables.orders.set(
      orderNumber,
      newRow(tx, {
        sessionId,
        attemptId: attempt.id,
        variantId,
        amount,
        currency,
        paidAt,
        id: storage.nextNumber(),
        refunded: 0,
        returned: 0,
        readings: 0,
        readingNumber: 0,
        captured: null,
        disputes: [],
        dispute: null,
        readingDueAt: viewOf(tx, get(tables.attempts, attempt.id))?.hasNews ? paidAt : undefined,
        order: {
          orderNumber,
          amountTotal: amount,
          quantity,
          customer: { name: customer.name, phone: customer.phone },
          fulfillment: {
            method: 'DELIVERY',
            details: fulfillment.details,
            fee: fulfillment.fee,
          },
          paidAt: new Date(paidAt).toISOString(),
        },
      }),
    )
    const id = storage.nextNumber()
    tables.outbox.set(
      id,
      newRow(tx, {
        id,
        type: 'checkout.session.completed',
        sessionId,
        storeId: 'st_1',
        nextTryAt: paidAt + FIRST_DELIVERY_MS,
        isDelivered: false,
      }),
    )
    changeSession(sessionId, (session) => ({
      ...session,
      state: 'complete',
      version: session.version + 1,
    }))
    resolveBreaks(attempt.id, 'order')
    return { attemptId: attempt.id, orderNumber, paidAt: new Date(paidAt) }
  }

  /** Does nothing when the break is on record and not put right; waits for others who write it. */
  function insertBreak({ id: attemptId }: PaymentAttempt, found: ReconciliationBreak) {
    const key = `${attemptId} ${found.kind}`
    const row = tables.breaks.get(key)
    const values: BreakRow = { ...found, attemptId, resolution: undefined }
    if (!row) tables.breaks.set(key, newRow(tx, values))
    else if (!lock(tx, row)) return scheduler.block(row)
    else {
      const known = viewOf(tx, row)
      if (known && known.resolution === undefined) return false
      row.dirty = values
    }
    return true
  }

  function resolveBreaks(attemptId: string, resolution: BreakResolution) {
    for (const row of tables.breaks.values()) {
      const values = viewOf(tx, row)
      if (values?.attemptId !== attemptId || values.resolution !== undefined) continue
      if (!lock(tx, row)) return scheduler.block(row)
      row.dirty = { ...values, resolution }
    }
    return undefined
  }

  const isOpen = (session: SessionRow | undefined, product: string) =>
    session?.state === 'open' &&
    session.quote.productSlug === product &&
    session.expiresAt.getTime() > scheduler.now()

  return {
    lockSessions,
    lockPayable,

    takeKey: () => Promise.reject(new Error('requests of the model come without a key')),
    lockWithdrawable: () => Promise.reject(new Error('orders of the model are not withdrawn')),
    setWithdrawn: () => Promise.reject(new Error('orders of the model are not withdrawn')),
    setFulfilled: () => Promise.reject(new Error('orders of the model are not sent')),
    setDelivered: () => Promise.reject(new Error('orders of the model are not sent')),

    insertAttempts: (attempts) =>
      statement('inserts', attempts.map(({ attempt }) => attempt.id).join(' '), () => {
        for (const attempt of attempts) insertAttempt(attempt)
      }),

    moveAttempts: (moves) =>
      statement('moves', toText(moves), () => {
        const free = lockMoves(moves)
        if (typeof free === 'symbol') return free
        for (const each of free) move(each)
        return free.map(({ seen }) => seen.id)
      }),

    async releaseAttempts(releases) {
      const free = await statement('gives up', toText(releases), () => {
        const found = lockMoves(releases)
        if (typeof found === 'symbol') return found
        for (const each of found) move(each)
        return found
      })
      const held = free.flatMap(({ seen }) => (seen.holdActive ? seen.variantId : []))
      for (const id of [...new Set(held)].toSorted()) await lockVariant(id)
      return statement('returns stock', toText(free), () => {
        for (const each of free) release(each)
        return free.map(({ seen }) => ({
          id: seen.id,
          variantId: seen.variantId,
          endsSoldOut: false,
        }))
      })
    },

    completeAttempts: (completions) =>
      statement<PlacedOrder[]>('orders', toText(completions), () => {
        const free = lockMoves(completions)
        if (typeof free === 'symbol') return free
        const placed: PlacedOrder[] = []
        for (const each of free) {
          placed.push(insertOrder(each))
          move(each)
        }
        return placed
      }),

    lockSession: async (id) => {
      const [session] = await lockSessions([id])
      return typeof session === 'symbol' ? undefined : session
    },

    renewSession: (id) =>
      statement('renews', id, () =>
        changeSession(id, (session) => ({ ...session, version: session.version + 1 })),
      ),

    endSession: ({ id }) => statement('ends', id, () => change(get(tables.sessions, id), toEnded)),

    endOpenSessions: ({ productSlug, limit }) =>
      statement('ends all of', productSlug, () => {
        const ended: SessionRow[] = []
        for (const row of tables.sessions.values()) {
          if (ended.length === limit || !isOpen(viewOf(tx, row), productSlug)) continue
          if (!lock(tx, row)) return scheduler.block(row)
          const session = viewOf(tx, row)
          if (session && isOpen(session, productSlug)) ended.push(session)
        }
        for (const session of ended) get(tables.sessions, session.id).dirty = toEnded(session)
        return ended.map(({ id }) => id)
      }),

    getAttempt: (id) =>
      statement('reads', id, () => {
        const attempt = viewOf(tx, get(tables.attempts, id))
        if (!attempt) throw new Error(`there is no payment attempt ${id}`)
        return attempt
      }),

    scheduleAttempt: (id, check) =>
      statement(`looks again ${check}`, id, () =>
        change(get(tables.attempts, id), (attempt) =>
          toChanged(attempt, { state: attempt.state, check, keepsUnits: true }, momentsOf(attempt)),
        ),
      ),

    insertBreak: (attempt, found) =>
      statement(`records ${found.kind}`, attempt.id, () => insertBreak(attempt, found)),

    resolveBreaks: (attemptId, resolution) =>
      statement(`resolves ${resolution}`, attemptId, () => resolveBreaks(attemptId, resolution)),
  }
}

const toText = (moves: AttemptMove[]) =>
  moves.map(({ seen, change: { state } }) => `${seen.id} → ${state}`).join(', ')
