import { isSettled } from '../../checkout/attempt.ts'
import type { CheckoutTransaction, NewAttempt, NewOrder } from '../../checkout/ports.ts'
import type { Faults } from './faults.ts'
import { type Actor, type BLOCKED, type Scheduler, SimulatedFailure } from './scheduler.ts'
import { type AttemptRow, type OpenTransaction, type Row, type Storage, get, lock, newRow, viewOf } from './tables.ts'

export type World = { scheduler: Scheduler; storage: Storage; faults: Faults }

/** The waits before the next look at an attempt: soon, or 1, 2, 4 … 30 s later each time nothing new was learnt. */
const SOON_MS = 5_000
const waitMs = (checks: number) => Math.min(30, 2 ** checks) * 1_000

/** One statement of the transaction is one step; the connection may break at each of them. */
export function createTransaction({ scheduler, storage, faults }: World, tx: OpenTransaction): CheckoutTransaction {
  const { tables } = storage

  const statement = <Result>(name: string, subject: string, effect: () => Result | typeof BLOCKED) =>
    scheduler.step(tx.actor, [name, subject], () => {
      storage.enter(tx)
      if (faults.database()) {
        storage.rollBack(tx)
        throw new SimulatedFailure('connection lost')
      }
      return effect()
    })

  /** Waits for the row's lock, then changes what is there now. */
  function change<Values>(row: Row<Values>, toChanged: (values: Values) => Values) {
    if (!lock(tx, row)) return scheduler.block(row)
    const values = viewOf(tx, row)
    if (values !== undefined) row.dirty = toChanged(values)
    return undefined
  }

  const changeAttempt = (id: string, toChanged: (values: AttemptRow) => AttemptRow) => change(get(tables.attempts, id), toChanged)

  function insertAttempt(attempt: NewAttempt) {
    for (const row of tables.attempts.values()) {
      const values = viewOf(tx, row) ?? row.dirty
      if (values?.sessionId !== attempt.sessionId) continue
      if (row.owner && row.owner !== tx) return scheduler.block(row)
      if (!isSettled(values)) throw new Error('unique violation: one_live_attempt')
    }
    const session = viewOf(tx, get(tables.sessions, attempt.sessionId))
    tables.attempts.set(attempt.id, newRow(tx, {
      ...attempt, storeId: 'st_1', state: 'authorising', challengeUrl: null, declineCode: null,
      holdActive: true, nextCheckAt: scheduler.now() + SOON_MS, checks: 0,
      isInTime: session !== undefined && tx.lockedAt < session.expiresAt.getTime(),
    }))
    return undefined
  }

  function insertOrder({ orderNumber, attempt }: NewOrder) {
    for (const row of tables.orders.values()) {
      const values = viewOf(tx, row) ?? row.dirty
      if (values?.sessionId !== attempt.sessionId && values?.attemptId !== attempt.id) continue
      if (row.owner && row.owner !== tx) return scheduler.block(row)
      throw new Error('unique violation: orders')
    }
    const { sessionId, variantId, quantity, amount, currency, customer, fulfillment } = attempt
    const paidAt = scheduler.now()
    tables.orders.set(orderNumber, newRow(tx, {
      sessionId, attemptId: attempt.id, variantId, amount, currency, paidAt,
      order: {
        orderNumber, amountTotal: amount, quantity, customer: { name: customer.name, phone: customer.phone },
        fulfillment: { method: 'DELIVERY', ...fulfillment }, paidAt: new Date(paidAt).toISOString(),
      },
    }))
    return undefined
  }

  return {
    lockSession: (id) => statement('locks', id, () => {
      const row = tables.sessions.get(id)
      if (!row) return undefined
      if (!lock(tx, row)) return scheduler.block(row)
      const session = viewOf(tx, row)
      tx.lockedAt = scheduler.now()
      return session && { ...session, now: new Date(scheduler.now()) }
    }),

    updateSession: (id, { state, declines }) => statement(`sets ${state}`, id, () =>
      change(get(tables.sessions, id), (session) => (
        { ...session, state, version: session.version + 1, declines: declines ?? session.declines }))),

    async takeStock(variantId, quantity) {
      const row = get(tables.variants, variantId)
      for (;;) {
        const taken = await statement('takes stock', variantId, () => {
          if ((viewOf(tx, row)?.stock ?? 0) < quantity) return false
          if (!lock(tx, row)) return scheduler.block(row)
          const variant = viewOf(tx, row)
          if (!variant || variant.stock < quantity) return false
          row.dirty = { ...variant, stock: variant.stock - quantity }
          return true
        })
        if (taken) return { taken, left: 0 }
        const left = await statement('reads stock', variantId, () => viewOf(tx, row)?.stock ?? 0)
        if (left < quantity) return { taken, left }
      }
    },

    insertAttempt: (attempt) => statement('inserts', attempt.id, () => insertAttempt(attempt)),

    getAttempt: (id) => statement('reads', id, () => {
      const attempt = viewOf(tx, get(tables.attempts, id))
      if (!attempt) throw new Error(`there is no payment attempt ${id}`)
      return attempt
    }),

    updateAttempt: (id, { check, state, challengeUrl, declineCode, leaseUntil }) =>
      statement(`sets ${state ?? ''} ${check}`, id, () => changeAttempt(id, (attempt) => ({
        ...attempt,
        state: state ?? attempt.state,
        challengeUrl: challengeUrl ?? attempt.challengeUrl,
        declineCode: declineCode ?? attempt.declineCode,
        leaseUntil: leaseUntil ?? attempt.leaseUntil,
        checks: check === 'later' ? Math.min(attempt.checks + 1, 5) : 0,
        nextCheckAt: check === 'never' ? undefined : scheduler.now() + (check === 'soon' ? SOON_MS : waitMs(attempt.checks)),
      }))),

    async releaseHold({ id, variantId, quantity }) {
      let isReleased = false
      await statement('ends the hold of', id, () => changeAttempt(id, (attempt) => {
        isReleased = attempt.holdActive
        return { ...attempt, holdActive: false }
      }))
      if (isReleased) {
        await statement('returns stock', variantId, () => change(get(tables.variants, variantId), (variant) => (
          { ...variant, stock: variant.stock + quantity })))
      }
    },

    async insertOrder(order) {
      const { id } = order.attempt
      await statement('ends the hold of', id, () => changeAttempt(id, (attempt) => ({ ...attempt, holdActive: false })))
      await statement('orders', order.orderNumber, () => insertOrder(order))
    },
  }
}

/** Runs `work` and commits. The commit may fail, or nobody may learn of it; then it may also still come. */
export async function transact<Result>(world: World, actor: Actor, work: (tx: CheckoutTransaction) => Promise<Result>) {
  const { scheduler, storage } = world
  const tx = storage.begin(actor)
  let isAsked = false
  try {
    const result = await work(createTransaction(world, tx))
    await scheduler.step(actor, ['commits', ''], () => {
      storage.enter(tx)
      isAsked = true
      commit(world, tx)
    })
    return result
  } catch (error) {
    if (!isAsked) await scheduler.step(actor, ['rolls back', ''], () => storage.rollBack(tx))
    throw error
  }
}

function commit({ scheduler, storage, faults }: World, tx: OpenTransaction) {
  const fate = faults.commit()
  switch (fate) {
    case 'done': return storage.commit(tx)
    case 'done, answer lost': storage.commit(tx); break
    case 'refused': storage.rollBack(tx); break
    case 'done late':
      void scheduler.step(faults.world, ['the late commit of', tx.actor.name], () => storage.commit(tx), faults.soon())
      break
  }
  throw new SimulatedFailure('the outcome of the commit is unknown')
}
