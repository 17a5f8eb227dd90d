import type { CheckoutDatabase, EndedSession } from '../../server/checkout/ports/database.ts'
import type { NewSession, SessionCreation } from '../../server/checkout/ports/session-creation.ts'
import {
  LOCKED_BY_ANOTHER,
  type ReleasedAttempt,
} from '../../server/checkout/ports/payment-transaction.ts'
import {
  type CheckoutSession,
  type Quote,
  toLatestAttempt,
} from '../../server/checkout/sessions/session.ts'
import { sharing } from '../../server/postgres/sharing.ts'
import { toReturned } from './attempt-change.ts'
import { createCharges } from './model-charges.ts'
import { createOrphans } from './model-orphans.ts'
import { createRefunds } from './model-refunds.ts'
import { BLOCKED, type Actor, SimulatedFailure } from './scheduler.ts'
import { toDetails } from './session-details.ts'
import {
  type AttemptRow,
  type OutboxRow,
  type Row,
  type SessionRow,
  type Tables,
  get,
  leftOf,
} from './tables.ts'
import { LOST, type World, createStatement, transact } from './transact.ts'
import { createTransaction } from './transactions.ts'

export const UNIT_PRICE = 1990
export const DELIVERY_FEE = 350

/** Longer than an attempt's calls to the provider may take. */
const CLAIM_MS = 8_000

const MESSAGE_CLAIM_MS = 10_000

function readSession({ attempts, orders }: Tables, session: SessionRow): CheckoutSession {
  const { state, ...details } = toDetails(session)
  let attempt: AttemptRow | undefined
  for (const { committed } of attempts.values())
    if (committed?.sessionId === session.id) attempt = committed
  const latestAttempt = attempt && state !== 'complete' ? toLatestAttempt(attempt) : null
  const base = { ...details, latestAttempt, deliveryOption: null, card: null }
  if (state !== 'complete') return { ...base, state, order: null }
  for (const { committed } of orders.values()) {
    if (committed?.sessionId === session.id) return { ...base, state, order: committed.order }
  }
  throw new Error(`session ${session.id} is complete and has no order`)
}

const toQuote = ({ item }: NewSession): Quote => ({
  productId: item.product,
  variantId: item.product,
  productSlug: item.product,
  productName: 'Mug',
  imageUrl: null,
  size: null,
  color: null,
  quantity: item.quantity,
  unitPrice: UNIT_PRICE,
  currency: 'EUR',
  deliveryOptions: [{ id: 'standard', name: 'Standard', fee: DELIVERY_FEE }],
  withdrawalDays: 14,
  withdrawalReason: null,
})

/** The record as one process sees it. */
export function createDatabase(world: World, actor: Actor): CheckoutDatabase {
  const { scheduler, storage } = world
  const { tables } = storage

  const statement = createStatement(world, actor)

  const isLate = ({ state, expiresAt }: SessionRow) =>
    state === 'open' && expiresAt.getTime() <= scheduler.now()

  const expire = (row: Row<SessionRow>, session: SessionRow) =>
    storage.write(row, { ...session, state: 'expired', version: session.version + 1 })

  /** Expires a late session before it is read, which waits for its lock. */
  function readAndExpire(id: string) {
    const row = tables.sessions.get(id)
    if (!row?.committed) return undefined
    if (isLate(row.committed)) {
      if (row.owner) return scheduler.block(row)
      expire(row, row.committed)
    }
    return readSession(tables, row.committed)
  }

  function findAttempt(id: string) {
    const attempt = tables.attempts.get(id)?.committed
    const session = attempt && get(tables.sessions, attempt.sessionId).committed
    if (!session) return undefined
    return { attempt, expiresAt: session.expiresAt, now: new Date(scheduler.now()) }
  }

  const isKeptTooLong = ({ state, holdActive, leaseUntil, sessionId }: AttemptRow) =>
    state === 'voided' &&
    holdActive &&
    (leaseUntil.getTime() <= scheduler.now() ||
      get(tables.sessions, sessionId).committed?.state === 'expired')

  function returnKept(limit: number) {
    const returned: ReleasedAttempt[] = []
    for (const row of tables.attempts.values()) {
      const { committed: kept } = row
      if (returned.length === limit || !kept || !isKeptTooLong(kept)) continue
      if (get(tables.sessions, kept.sessionId).owner) continue
      const variant = get(tables.variants, kept.variantId)
      if (variant.owner) return scheduler.block(variant)
      if (!variant.committed) continue
      world.sees('units are kept for a payment that does not come')
      const { forSale } = variant.committed
      row.committed = toReturned(kept)
      storage.write(variant, { ...variant.committed, forSale: forSale + kept.quantity })
      returned.push({ id: kept.id, variantId: kept.variantId, endsSoldOut: false })
    }
    return returned
  }

  function createSession(session: NewSession): SessionCreation {
    const left = leftOf(tables.variants.get(session.item.product)?.committed)
    if (left < session.item.quantity) return { type: 'too_few', productName: 'Mug', left }
    const createdAt = new Date(scheduler.now())
    const row: SessionRow = {
      id: session.id,
      storeId: session.storeId,
      state: 'open',
      version: 1,
      attempts: 0,
      quote: toQuote(session),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + session.ttlSeconds * 1_000),
    }
    tables.sessions.set(session.id, { committed: row, dirty: undefined, owner: undefined })
    return { type: 'created', session: readSession(tables, row) }
  }

  function look(results: unknown) {
    if (!Array.isArray(results)) return
    if (results.length > 1) world.sees('payments go together')
    if (results.includes(LOCKED_BY_ANOTHER)) world.sees('a payment is left to who may wait')
  }

  return {
    createSession: (session) => statement('creates', session.id, () => createSession(session)),

    createSessionAtOnce: (session) =>
      statement('creates', session.id, () => {
        const creation = createSession(session)
        return creation.type === 'created' ? creation.session : undefined
      }),

    findSession: (id) => statement('finds', id, () => readAndExpire(id)),

    findSessionAndNow: (id) =>
      statement('finds', id, () => {
        const session = readAndExpire(id)
        if (session === BLOCKED || !session) return session
        return {
          session,
          now: new Date(scheduler.now()),
          receiptDigest: null,
          confirmation: null,
          tracking: null,
        }
      }),

    correctEmail: () => Promise.reject(new Error('pages of the model have no mails')),
    findShortages: () => Promise.reject(new Error('pages of the model have no streams')),

    findAttempt: (id) => statement('looks for', id, () => findAttempt(id)),

    getAttempt: (id) =>
      statement('gets', id, () => {
        const found = findAttempt(id)
        if (!found) throw new Error(`there is no payment attempt ${id}`)
        return found
      }),

    mailWithdrawalLink: () => Promise.reject(new Error('orders of the model are not withdrawn')),
    findWithdrawable: () => Promise.reject(new Error('orders of the model are not withdrawn')),
    findWaiting: (sessionId) =>
      statement(
        'looks for',
        sessionId,
        () =>
          [...tables.attempts.values()]
            .map(({ committed }) => committed)
            .find((one) => one?.sessionId === sessionId && one.state === 'requires_action')?.id,
      ),

    claimDueAttempts: (providers, limit) =>
      statement('claims', providers.join(), () => {
        const claimed: string[] = []
        for (const row of tables.attempts.values()) {
          const { committed, owner } = row
          const isDue =
            committed?.nextCheckAt !== undefined && committed.nextCheckAt <= scheduler.now()
          const isAsked = isDue && providers.includes(committed.provider)
          if (claimed.length === limit || owner || !isAsked) continue
          storage.write(row, { ...committed, nextCheckAt: scheduler.now() + CLAIM_MS })
          claimed.push(committed.id)
        }
        return claimed
      }),

    returnKeptUnits: (limit) => statement('returns', 'kept units', () => returnKept(limit)),

    expireLateSessions: (limit) =>
      statement('expires', '', () => {
        const expired: EndedSession[] = []
        for (const row of tables.sessions.values()) {
          const { committed, owner } = row
          if (expired.length === limit || owner || !committed || !isLate(committed)) continue
          expire(row, committed)
          expired.push({ sessionId: committed.id, storeId: committed.storeId })
        }
        return expired
      }),

    claimOutbox: (limit) =>
      statement('claims', 'messages', () => {
        const claimed: OutboxRow[] = []
        for (const row of tables.outbox.values()) {
          const { committed, owner } = row
          const isDue = committed?.isDelivered === false && committed.nextTryAt <= scheduler.now()
          if (claimed.length === limit || owner || !isDue) continue
          row.committed = { ...committed, nextTryAt: scheduler.now() + MESSAGE_CLAIM_MS }
          claimed.push(committed)
        }
        return claimed
      }),

    markDelivered: (ids) =>
      statement('has delivered', ids.join(' '), () => {
        for (const id of ids) {
          const row = get(tables.outbox, id)
          if (row.committed) storage.write(row, { ...row.committed, isDelivered: true })
        }
      }),

    openNotification: ({ eventId }) =>
      statement('opens', eventId, () => {
        const isHandled = tables.notifications.get(eventId) ?? false
        tables.notifications.set(eventId, isHandled)
        return !isHandled
      }),

    closeNotification: ({ eventId }) =>
      statement('closes', eventId, () => {
        tables.notifications.set(eventId, true)
      }),

    transaction: (work) => transact(world, actor, createTransaction, work),

    together: sharing({
      transact: (work, patience) =>
        transact(
          world,
          actor,
          (_, tx) => createTransaction(world, tx, patience),
          async (tx) => {
            const results = await work(tx)
            look(results)
            return results
          },
        ),
      isHopeless: (error) => error instanceof SimulatedFailure && error.message === LOST,
    }),

    refunds: createRefunds(world, actor),
    orphans: createOrphans(world, actor),
    charges: createCharges(world, actor),

    // No store of the model lets buyers start again.
    restarts: {
      findLast: (id) => statement('finds', id, () => get(tables.sessions, id).committed?.id),
      findLeft: (id) =>
        statement('finds', id, () => {
          const slug = get(tables.sessions, id).committed?.quote.productSlug ?? ''
          return leftOf(tables.variants.get(slug)?.committed)
        }),
      restart: (id) => statement('restarts', id, () => ({ type: 'refused' as const })),
    },
  }
}
