import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { Quote, SessionState } from '../../checkout/session.ts'
import type { Order } from '../../contract/order.ts'
import { type Actor, type Scheduler, SimulatedFailure } from './scheduler.ts'

export type SessionRow = {
  id: string; storeId: string; state: SessionState; version: number; declines: number; quote: Quote
  createdAt: Date; expiresAt: Date
}

export type AttemptRow = PaymentAttempt & {
  holdActive: boolean; nextCheckAt: number | undefined; checks: number
  /** Whether the session's time was not over when its lock was granted; nothing of the service's own. */
  isInTime: boolean
}

export type OrderRow = {
  sessionId: string; attemptId: string; variantId: string; amount: number; currency: string; paidAt: number; order: Order
}

export type VariantRow = { id: string; stock: number; supplied: number }

/** One row: what everybody sees, and what the transaction that has locked it has made of it. */
export type Row<Values> = { committed: Values | undefined; dirty: Values | undefined; owner: OpenTransaction | undefined }

export type OpenTransaction = {
  actor: Actor; isOpen: boolean; rows: Row<unknown>[]; lastStepAt: number
  /** When it was granted the lock of a session. */
  lockedAt: number
}

export type Tables = {
  sessions: Map<string, Row<SessionRow>>
  attempts: Map<string, Row<AttemptRow>>
  orders: Map<string, Row<OrderRow>>
  variants: Map<string, Row<VariantRow>>
}

/** The record's setting: a transaction whose client says nothing for this long is rolled back. */
const IDLE_TIMEOUT_MS = 5_000

export type Storage = ReturnType<typeof createStorage>

/** Rows with locks and read-committed visibility. `afterCommit` hears of every change that everybody sees. */
export function createStorage({ scheduler, afterCommit }: { scheduler: Scheduler; afterCommit: () => void }) {
  const tables: Tables = { sessions: new Map(), attempts: new Map(), orders: new Map(), variants: new Map() }
  let open: OpenTransaction[] = []

  function begin(actor: Actor): OpenTransaction {
    const tx = { actor, isOpen: true, rows: [], lastStepAt: scheduler.now(), lockedAt: Infinity }
    open.push(tx)
    return tx
  }

  function end(tx: OpenTransaction, apply: boolean) {
    if (!tx.isOpen) return
    tx.isOpen = false
    open = open.filter((other) => other !== tx)
    for (const row of tx.rows) {
      if (apply && row.dirty !== undefined) row.committed = row.dirty
      row.dirty = undefined
      row.owner = undefined
      scheduler.release(row)
    }
    if (apply) afterCommit()
  }

  scheduler.onTime((now) => {
    for (const tx of open) if (now - tx.lastStepAt >= IDLE_TIMEOUT_MS) end(tx, false)
  })

  return {
    tables, begin,
    commit: (tx: OpenTransaction) => end(tx, true),
    rollBack: (tx: OpenTransaction) => end(tx, false),
    rollBackAllOf: (actor: Actor) => { for (const tx of open) if (tx.actor === actor) end(tx, false) },
    /** Every statement begins with it. */
    enter(tx: OpenTransaction) {
      if (!tx.isOpen) throw new SimulatedFailure('the transaction was ended by the database')
      tx.lastStepAt = scheduler.now()
    },
    /** A statement outside of a transaction: nobody may have the row locked. */
    write<Values>(row: Row<Values>, values: Values) {
      row.committed = values
      afterCommit()
    },
  }
}

export const viewOf = <Values>(tx: OpenTransaction, row: Row<Values>) =>
  row.owner === tx && row.dirty !== undefined ? row.dirty : row.committed

/** Whether the row's lock is the transaction's now. */
export function lock(tx: OpenTransaction, row: Row<unknown>) {
  if (row.owner === tx) return true
  if (row.owner) return false
  row.owner = tx
  tx.rows.push(row)
  return true
}

export const newRow = <Values>(tx: OpenTransaction, values: Values): Row<Values> => {
  const row: Row<Values> = { committed: undefined, dirty: values, owner: tx }
  tx.rows.push(row)
  return row
}

export function get<Value>(table: Map<string, Value>, id: string): Value {
  const found = table.get(id)
  if (found === undefined) throw new Error(`there is no row ${id}`)
  return found
}
