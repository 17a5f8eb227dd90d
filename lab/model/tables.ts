import type { AttemptState, PaymentAttempt } from '../../server/checkout/payments/attempt.ts'
import type { OutboxMessage } from '../../server/checkout/ports/database.ts'
import type {
  BreakResolution,
  ReconciliationBreak,
} from '../../server/checkout/ports/payment-transaction.ts'
import type { OrphanedPayment } from '../../server/checkout/ports/orphan-database.ts'
import type { Refund } from '../../server/checkout/refunds/refund.ts'
import type { Dispute, DisputeState } from '../../server/checkout/refunds/dispute.ts'
import type { Quote, SessionState } from '../../server/checkout/sessions/session.ts'
import type { Order } from '../../server/contract/order.ts'
import { type Actor, type Scheduler, SimulatedFailure } from './scheduler.ts'

export type SessionRow = {
  id: string
  storeId: string
  state: SessionState
  version: number
  attempts: number
  quote: Quote
  createdAt: Date
  expiresAt: Date
}

export type AttemptRow = PaymentAttempt & {
  clientKeys: string[]
  receiptDigest: string | null
  holdActive: boolean
  nextCheckAt: number | undefined
  /** The bank told of its charge before there was an order. */
  hasNews: boolean
  checks: number
  settledAt: number | undefined
  /** The attempt's past, for the checks only. */
  past: AttemptPast
}

type AttemptPast = {
  /** Whether its session's time was not over when it was locked. */
  isInTime: boolean
  /** Whether the intent to take the money was ever on record. */
  hasIntent: boolean
  /** Whether it was given up for another reason than time. */
  isRefused: boolean
  /** Whether its units were for sale when they were taken. */
  isForSale: boolean
}

export type OrderRow = {
  sessionId: string
  attemptId: string
  variantId: string
  amount: number
  currency: string
  paidAt: number
  order: Order
  id: number
  /** Money and units that its refunds have reserved or returned. */
  refunded: number
  returned: number
  /** How many readings of its charge began, and the number of the latest that was written. */
  readings: number
  readingNumber: number
  captured: number | null
  disputes: Dispute[]
  dispute: DisputeState | null
  readingDueAt: number | undefined
}

export type RefundRow = Refund & {
  idempotencyKey: string
  nextCheckAt: number | undefined
  checks: number
}

/** `forSale`: on hand minus held; negative when units are owed. */
export type VariantRow = { id: string; forSale: number; supplied: number; removed: boolean }

export type BreakRow = ReconciliationBreak & {
  attemptId: string
  resolution: BreakResolution | undefined
}

export type OrphanRow = OrphanedPayment & { dueAt: number }

export type OutboxRow = OutboxMessage & { nextTryAt: number; isDelivered: boolean }

/** A row: what everybody sees, and what the transaction with its lock has changed. */
export type Row<Values> = {
  committed: Values | undefined
  dirty: Values | undefined
  owner: OpenTransaction | undefined
}

export type OpenTransaction = {
  actor: Actor
  isOpen: boolean
  rows: Row<unknown>[]
  lastStepAt: number
  /** When it got the locks of sessions. */
  lockedAt: Map<string, number>
}

export type Tables = {
  sessions: Map<string, Row<SessionRow>>
  attempts: Map<string, Row<AttemptRow>>
  orders: Map<string, Row<OrderRow>>
  refunds: Map<string, Row<RefundRow>>
  variants: Map<string, Row<VariantRow>>
  /** By attempt and kind. */
  breaks: Map<string, Row<BreakRow>>
  outbox: Map<number, Row<OutboxRow>>
  /** By the bank and its payment. */
  orphans: Map<string, Row<OrphanRow>>
  /** The providers' events, and whether they were handled. */
  notifications: Map<string, boolean>
  /** A lock for each client that pays. */
  clients: Map<string, Row<never>>
  /** How other sessions of the store ended lately. */
  elsewhere: readonly { state: AttemptState; settledAt: number }[]
}

/** The record's setting: how long a transaction may be idle before it is rolled back. */
const IDLE_TIMEOUT_MS = 5_000

export type Storage = ReturnType<typeof createStorage>

/** Remembers what everybody sees of a table; returns how to restore it. */
function rememberRows<Key, Values>(table: Map<Key, Row<Values>>) {
  const known = new Map([...table].map(([key, { committed }]) => [key, committed]))
  return () => {
    for (const [key, row] of table) {
      row.committed = known.get(key)
      if (row.committed === undefined) table.delete(key)
    }
  }
}

function remember(tables: Tables) {
  const { sessions, attempts, orders, refunds, variants, breaks, outbox, orphans } = tables
  const notifications = new Map(tables.notifications)
  const restores = [
    rememberRows(sessions),
    rememberRows(attempts),
    rememberRows(orders),
    rememberRows(refunds),
    rememberRows(variants),
    rememberRows(breaks),
    rememberRows(outbox),
    rememberRows(orphans),
  ]
  return () => {
    for (const restore of restores) restore()
    tables.notifications = notifications
  }
}

/** Rows with locks and read-committed visibility. `afterCommit` sees each change. */
export function createStorage({
  scheduler,
  afterCommit,
}: {
  scheduler: Scheduler
  afterCommit: () => void
}) {
  const tables: Tables = {
    sessions: new Map(),
    attempts: new Map(),
    orders: new Map(),
    refunds: new Map(),
    variants: new Map(),
    breaks: new Map(),
    outbox: new Map(),
    orphans: new Map(),
    notifications: new Map(),
    clients: new Map(),
    elsewhere: [],
  }
  let open: OpenTransaction[] = []
  let failovers = 0
  let numbers = 0

  function begin(actor: Actor): OpenTransaction {
    const tx = {
      actor,
      isOpen: true,
      rows: [],
      lastStepAt: scheduler.now(),
      lockedAt: new Map<string, number>(),
    }
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
    tables,
    begin,
    commit: (tx: OpenTransaction) => end(tx, true),
    rollBack: (tx: OpenTransaction) => end(tx, false),
    rollBackAllOf: (actor: Actor) => {
      for (const tx of open) if (tx.actor === actor) end(tx, false)
    },
    /**
     * A backup or a lagging standby. The result makes it the database: later commits are gone, and
     * every connection breaks.
     */
    remember() {
      const restore = remember(tables)
      return () => {
        for (const tx of open) end(tx, false)
        restore()
        failovers += 1
      }
    },
    /** As a sequence does: a lost number is not drawn again. */
    nextNumber: () => (numbers += 1),
    /** How often acknowledged commits were lost. */
    failovers: () => failovers,
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

/** Whether the transaction now has the row's lock. */
export function lock(tx: OpenTransaction, row: Row<unknown>) {
  if (row.owner === tx) return true
  if (row.owner) return false
  row.owner = tx
  tx.rows.push(row)
  return true
}

/** How many units a buyer can have. */
export const leftOf = (variant: VariantRow | undefined) =>
  !variant || variant.removed ? 0 : Math.max(0, variant.forSale)

export const committedOf = <Values>(table: ReadonlyMap<unknown, Row<Values>>) =>
  [...table.values()].flatMap(({ committed }) => committed ?? [])

export const newRow = <Values>(tx: OpenTransaction, values: Values): Row<Values> => {
  const row: Row<Values> = { committed: undefined, dirty: values, owner: tx }
  tx.rows.push(row)
  return row
}

export function get<Key, Value>(table: ReadonlyMap<Key, Value>, id: Key): Value {
  const found = table.get(id)
  if (found === undefined) throw new Error(`there is no row ${String(id)}`)
  return found
}
