import { type PaymentAttempt, isSettled } from '../../server/checkout/attempt.ts'
import type {
  BreakResolution,
  CheckoutTransaction,
  NewAttempt,
  NewOrder,
  RecentPayments,
  ReconciliationBreak,
} from '../../server/checkout/ports/database.ts'
import { SOON_MS, toChanged } from './attempt-change.ts'
import {
  type AttemptRow,
  type BreakRow,
  type OpenTransaction,
  type SessionRow,
  get,
  leftOf,
  lock,
  newRow,
  viewOf,
} from './tables.ts'
import { type World, createStatements } from './transact.ts'

/** How long a message of the outbox waits for whoever has written it. */
const FIRST_DELIVERY_MS = 2_000

/** The merchant has ended it. */
const toEnded = (session: SessionRow): SessionRow => ({
  ...session,
  state: 'expired',
  version: session.version + 1,
})

export function createTransaction(world: World, tx: OpenTransaction): CheckoutTransaction {
  const { scheduler, storage } = world
  const { tables } = storage
  const { statement, change } = createStatements(world, tx)

  const changeAttempt = (id: string, changed: (values: AttemptRow) => AttemptRow) =>
    change(get(tables.attempts, id), changed)

  function insertAttempt(attempt: NewAttempt) {
    for (const row of tables.attempts.values()) {
      const values = viewOf(tx, row) ?? row.dirty
      if (values?.sessionId !== attempt.sessionId) continue
      if (row.owner && row.owner !== tx) return scheduler.block(row)
      if (!isSettled(values)) throw new Error('unique violation: one_live_attempt')
    }
    const session = viewOf(tx, get(tables.sessions, attempt.sessionId))
    tables.attempts.set(
      attempt.id,
      newRow(tx, {
        ...attempt,
        state: 'authorising',
        version: 1,
        providerPaymentId: null,
        challengeUrl: null,
        declineCode: null,
        holdActive: true,
        nextCheckAt: scheduler.now() + SOON_MS,
        hasNews: false,
        checks: 0,
        settledAt: undefined,
        past: {
          isInTime: session !== undefined && tx.lockedAt < session.expiresAt.getTime(),
          hasIntent: false,
          isRefused: false,
        },
      }),
    )
    return undefined
  }

  function insertOrder({ attempt, spareNumber }: NewOrder) {
    for (const row of tables.orders.values()) {
      const values = viewOf(tx, row) ?? row.dirty
      if (values?.sessionId !== attempt.sessionId && values?.attemptId !== attempt.id) continue
      if (row.owner && row.owner !== tx) return scheduler.block(row)
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
          fulfillment: { method: 'DELIVERY', ...fulfillment },
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
    return undefined
  }

  /**
   * Nothing happens when it is on record and not put right; whoever is writing it down is waited
   * for.
   */
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

  function lockClient(clientKey: string) {
    const row = tables.clients.get(clientKey) ?? {
      committed: undefined,
      dirty: undefined,
      owner: undefined,
    }
    tables.clients.set(clientKey, row)
    return lock(tx, row) ? undefined : scheduler.block(row)
  }

  type Counted = Parameters<CheckoutTransaction['countRecentPayments']>[0]

  function countRecentPayments(
    { networks: [network], variantId }: Pick<Counted, 'networks' | 'variantId'>,
    since: number,
  ): RecentPayments {
    const client = { allowance: 1, heldUnits: 0, underWay: 0, declines: 0 }
    const seen: RecentPayments = {
      networks: network ? [client] : [],
      unitsLeft: leftOf(viewOf(tx, get(tables.variants, variantId))),
      store: { settled: 0, declines: 0 },
      isPaidByOrphan: false,
    }
    const countSettled = (
      { state, settledAt = 0 }: Pick<AttemptRow, 'state' | 'settledAt'>,
      isClients: boolean,
    ) => {
      if (settledAt <= since) return
      seen.store.settled += 1
      if (state !== 'declined') return
      seen.store.declines += 1
      if (isClients) client.declines += 1
    }
    for (const row of tables.attempts.values()) {
      const attempt = viewOf(tx, row)
      if (!attempt) continue
      const isClients = network !== undefined && attempt.clientKeys[0] === network.key
      if (isClients && attempt.holdActive) {
        client.underWay += 1
        if (attempt.variantId === variantId) client.heldUnits += attempt.quantity
      }
      countSettled(attempt, isClients)
    }
    for (const payment of tables.elsewhere) countSettled(payment, false)
    return seen
  }

  return {
    lockSession: (id) =>
      statement('locks', id, () => {
        const row = tables.sessions.get(id)
        if (!row) return undefined
        if (!lock(tx, row)) return scheduler.block(row)
        const session = viewOf(tx, row)
        tx.lockedAt = scheduler.now()
        return session && { ...session, now: new Date(scheduler.now()) }
      }),

    updateSession: (id, { state, attempts }) =>
      statement(`sets ${state}`, id, () =>
        change(get(tables.sessions, id), (session) => ({
          ...session,
          state,
          version: session.version + 1,
          attempts: attempts ?? session.attempts,
        })),
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

    async takeStock(variantId, quantity) {
      const row = get(tables.variants, variantId)
      for (;;) {
        const taken = await statement('takes stock', variantId, () => {
          if (leftOf(viewOf(tx, row)) < quantity) return false
          if (!lock(tx, row)) return scheduler.block(row)
          const variant = viewOf(tx, row)
          if (!variant || leftOf(variant) < quantity) return false
          row.dirty = { ...variant, forSale: variant.forSale - quantity }
          return true
        })
        if (taken) return { type: 'taken' }
        const left = await statement('reads stock', variantId, () => leftOf(viewOf(tx, row)))
        if (left < quantity) return { type: 'too_few', left }
      }
    },

    async countRecentPayments({ networks, variantId, windowSeconds }) {
      const [{ key } = { key: '' }] = networks
      if (key !== '') await statement('locks', key, () => lockClient(key))
      return statement('counts', key, () =>
        countRecentPayments({ networks, variantId }, scheduler.now() - windowSeconds * 1_000),
      )
    },

    insertAttempt: (attempt) => statement('inserts', attempt.id, () => insertAttempt(attempt)),

    getAttempt: (id) =>
      statement('reads', id, () => {
        const attempt = viewOf(tx, get(tables.attempts, id))
        if (!attempt) throw new Error(`there is no payment attempt ${id}`)
        return attempt
      }),

    updateAttempt: (id, changed) =>
      statement(`sets ${changed.state ?? ''} ${changed.check}`, id, () =>
        changeAttempt(id, (attempt) => {
          const session = viewOf(tx, get(tables.sessions, attempt.sessionId))
          if (!session) throw new Error(`attempt ${id} has no session`)
          const now = new Date(scheduler.now())
          return toChanged(attempt, changed, { now, expiresAt: session.expiresAt })
        }),
      ),

    async releaseHold({ id, variantId, quantity }) {
      let isReleased = false
      await statement('ends the hold of', id, () =>
        changeAttempt(id, (attempt) => {
          isReleased = attempt.holdActive
          return { ...attempt, holdActive: false }
        }),
      )
      if (isReleased) {
        await statement('returns stock', variantId, () =>
          change(get(tables.variants, variantId), (variant) => ({
            ...variant,
            forSale: variant.forSale + quantity,
          })),
        )
      }
    },

    async insertOrder(order) {
      const { id } = order.attempt
      await statement('ends the hold of', id, () =>
        changeAttempt(id, (attempt) => ({ ...attempt, holdActive: false })),
      )
      await statement('orders', id, () => insertOrder(order))
    },

    insertBreak: (attempt, found) =>
      statement(`records ${found.kind}`, attempt.id, () => insertBreak(attempt, found)),

    resolveBreaks: (attemptId, resolution) =>
      statement(`resolves ${resolution}`, attemptId, () => resolveBreaks(attemptId, resolution)),
  }
}
