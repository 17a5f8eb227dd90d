import type { ClientNetwork } from '../../server/checkout/buyers/client-network.ts'
import {
  type Buyer,
  LOCKED_BY_ANOTHER,
  type LockedByAnother,
  type LockedSession,
  type PayableSession,
  type RecentPayments,
} from '../../server/checkout/ports/payment-transaction.ts'
import { toDetails } from './session-details.ts'
import {
  type AttemptRow,
  type OpenTransaction,
  type Row,
  type SessionRow,
  get,
  lock,
  viewOf,
} from './tables.ts'
import { type World, createStatements } from './transact.ts'

type LockRequest = {
  sessionId: string
  variantId: string
  networks: ClientNetwork[]
  since: number
}

/**
 * Locks what payments need: one row per step, always in the same order, so that others can come
 * between. `isPatient`: waits for a locked row instead of giving up.
 */
export function createLocks(
  world: World,
  tx: OpenTransaction,
  { isPatient }: { isPatient: boolean },
) {
  const { scheduler, storage } = world
  const { tables } = storage
  const { statement } = createStatements(world, tx)

  const take = (row: Row<unknown>) => lock(tx, row) || (isPatient ? scheduler.block(row) : false)

  const lockSession = (id: string) =>
    statement<LockedSession | LockedByAnother | undefined>('locks', id, () => {
      const row = tables.sessions.get(id)
      if (!row) return isPatient ? undefined : LOCKED_BY_ANOTHER
      const isOurs = take(row)
      if (typeof isOurs === 'symbol') return isOurs
      const session = isOurs ? viewOf(tx, row) : undefined
      if (!session) return isPatient ? undefined : LOCKED_BY_ANOTHER
      tx.lockedAt.set(id, scheduler.now())
      return { ...session, now: new Date(scheduler.now()) }
    })

  async function lockSessions(ids: string[]) {
    const sessions = new Map<string, LockedSession | LockedByAnother | undefined>()
    for (const id of ids.toSorted()) sessions.set(id, await lockSession(id))
    return ids.map((id) => sessions.get(id))
  }

  function lockClient(key: string) {
    const free = { committed: undefined, dirty: undefined, owner: undefined }
    const row = tables.clients.get(key) ?? free
    tables.clients.set(key, row)
    return statement('locks', key, () => take(row))
  }

  /** Every payment waits for the variant. */
  const lockVariant = (id: string) =>
    statement('locks', id, () => {
      const row = get(tables.variants, id)
      return lock(tx, row) ? undefined : scheduler.block(row)
    })

  function countRecent({ sessionId, variantId, networks: [network], since }: LockRequest) {
    const client = { allowance: 1, heldUnits: 0, underWay: 0, declines: 0 }
    const store = { settled: 0, declines: 0 }
    let keptUnits = 0
    const countSettled = (
      { state, settledAt = 0 }: Pick<AttemptRow, 'state' | 'settledAt'>,
      isClients: boolean,
    ) => {
      if (settledAt <= since) return
      store.settled += 1
      if (state !== 'declined') return
      store.declines += 1
      if (isClients) client.declines += 1
    }
    for (const row of tables.attempts.values()) {
      const attempt = viewOf(tx, row)
      if (!attempt) continue
      const isClients = network !== undefined && attempt.clientKeys[0] === network.key
      const isKept = attempt.sessionId === sessionId && attempt.holdActive
      if (isKept) keptUnits += attempt.quantity
      else if (isClients && attempt.holdActive) {
        client.underWay += 1
        if (attempt.variantId === variantId) client.heldUnits += attempt.quantity
      }
      countSettled(attempt, isClients)
    }
    for (const payment of tables.elsewhere) countSettled(payment, false)
    const networks = network ? [client] : []
    return { networks, keptUnits, store, isPaidByOrphan: false, isUnsure: false }
  }

  type Read = { session: SessionRow; now: Date; recent: Omit<RecentPayments, 'unitsLeft'> }

  function read({ sessionId, networks }: Buyer, windowSeconds: number): Read | undefined {
    const session = viewOf(tx, get(tables.sessions, sessionId))
    if (!session) return undefined
    const now = scheduler.now()
    const since = now - windowSeconds * 1_000
    const { variantId } = session.quote
    const recent = countRecent({ sessionId, variantId, networks, since })
    return { session, now: new Date(now), recent }
  }

  function toPayable({ session, now, recent }: Read): PayableSession {
    const variant = viewOf(tx, get(tables.variants, session.quote.variantId))
    return {
      session: toDetails(session),
      now,
      isRemoved: variant?.removed ?? true,
      recent: { ...recent, unitsLeft: Math.max(0, (variant?.forSale ?? 0) + recent.keptUnits) },
    }
  }

  /** A variant's units are read under its lock, everything else before it. */
  async function lockPayable(buyers: Buyer[], windowSeconds: number) {
    const sessions = await lockSessions(buyers.map(({ sessionId }) => sessionId))
    const free = new Set<string>()
    const keys = buyers.flatMap(({ networks }) => networks.at(-1)?.key ?? [])
    for (const key of keys.toSorted()) if (await lockClient(key)) free.add(key)
    const ours = buyers.filter(({ networks }, index) => {
      const session = sessions[index]
      const key = networks.at(-1)?.key
      return session && session !== LOCKED_BY_ANOTHER && (key === undefined || free.has(key))
    })
    const found = await statement('counts', keys.join(' '), () =>
      ours.flatMap((buyer) => read(buyer, windowSeconds) ?? []),
    )
    const variants = new Set(found.map(({ session }) => session.quote.variantId))
    for (const id of [...variants].toSorted()) await lockVariant(id)
    const payable = new Map(found.map((each) => [each.session.id, toPayable(each)]))
    return buyers.map(
      ({ sessionId }) => payable.get(sessionId) ?? (isPatient ? undefined : LOCKED_BY_ANOTHER),
    )
  }

  return { lockSessions, lockPayable, lockVariant }
}
