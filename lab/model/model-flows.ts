import { shareFinal } from '../../server/checkout/sessions/announce-session.ts'
import { createSession } from '../../server/checkout/sessions/create-session.ts'
import { CheckoutError } from '../../server/checkout/errors.ts'
import { giveUpPayment } from '../../server/checkout/payments/give-up-payment.ts'
import { expireOpenSessions, expireSession } from '../../server/checkout/sessions/expire-session.ts'
import { returnOrphans } from '../../server/checkout/payments/orphaned-payments.ts'
import { paySession } from '../../server/checkout/payments/pay-session.ts'
import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import { reconcileWhenDue } from '../../server/checkout/payments/reconciliation-round.ts'
import {
  deliverOutbox,
  expireSessions,
  recoverPayments,
  returnKeptUnits,
} from '../../server/checkout/payments/recover-payments.ts'
import { recoverReadings } from '../../server/checkout/refunds/refresh-charge.ts'
import { recoverRefunds } from '../../server/checkout/refunds/refund-order.ts'
import { isTerminal } from '../../server/checkout/sessions/session.ts'
import type { CreateSessionRequest } from '../../server/contract/merchant.ts'
import { methodFor } from './bank-payment.ts'
import { ANSWERS } from './model-provider.ts'
import { dueNow } from './model-reconciliation.ts'
import type { Service, Simulation } from './simulation.ts'
import { type Storage, committedOf } from './tables.ts'

type Buyer = { sessionId: string; clientKey: string | null }

/** A buyer presses Pay, perhaps answers the bank, and believes the page. */
export async function pay(
  simulation: Simulation,
  service: Service,
  { sessionId, clientKey }: Buyer,
) {
  const {
    random,
    scheduler,
    faults,
    answers,
    answerBank,
    ids,
    storage,
    start,
    scenery: { cards },
  } = simulation
  const attemptId = ids.attempt()
  const history = storage.failovers()
  const request = {
    customer: { name: 'Ana Example', phone: '+34 600 123 456' },
    fulfillment: { method: 'DELIVERY' as const, option: 'standard', details: 'Calle Mayor 1' },
    paymentMethod: methodFor(random.pick(cards)),
  }
  try {
    const { deps } = service
    const payDeps = { ...deps, ids: { ...deps.ids, attempt: () => attemptId } }
    const answer = await paySession(payDeps, {
      sessionId,
      networks: clientKey === null ? [] : [{ key: clientKey, allowance: 1 }],
      request,
    })
    // An answer that began before commits were lost may be lost, too.
    if (storage.failovers() !== history) return
    if (answer.status === 'complete') return answers.give(sessionId, 'complete', answer.order)
    if (!answer.action || random.chance(0.2)) return
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    if (storage.failovers() !== history) return
    return answers.refuse(sessionId, attemptId, error.code)
  }
  await scheduler.sleep(faults.world, random.below(random.chance(0.2) ? 400_000 : 20_000))
  if (random.chance(0.2)) start(() => payAnotherWay(simulation, service, sessionId))
  await scheduler.step(faults.world, ['answers the bank about', attemptId], () =>
    answerBank(attemptId, random.pick(ANSWERS)),
  )
}

/** The buyer does not go on with the payment. */
export async function payAnotherWay({ givenUp }: Simulation, { deps }: Service, sessionId: string) {
  givenUp.add(sessionId)
  await giveUpPayment(deps, sessionId)
}

/** The merchant's read: a final answer may come from the copy, all others come from the record. */
export async function read(
  { answers, storage }: Simulation,
  { deps: { cache, db } }: Service,
  sessionId: string,
) {
  const history = storage.failovers()
  const before = answers.isFinal(sessionId)
  const { session: copy } = await cache.sessions.takeAndFindFinal('key', sessionId)
  const isOld = () => storage.failovers() !== history
  if (copy) return isOld() ? undefined : answers.read(copy, before)
  const session = await db.findSession(sessionId)
  if (isOld()) return
  answers.read(session, before)
  if (session && isTerminal(session)) shareFinal(cache, session)
}

type Offer = { product: string; ttlSeconds: number }

export async function create(
  { random }: Simulation,
  { deps }: Service,
  { product, ttlSeconds }: Offer,
) {
  const creator = {
    storeId: 'st_1',
    keyKind: 'secret' as const,
    currency: 'EUR',
    allowedOrigins: [],
    isTest: false,
  }
  const quantity = random.chance(0.7) ? 1 : 2
  const request: CreateSessionRequest = { items: [{ product, quantity }] }
  const { id } = await createSession(deps, creator, { request, metadataText: null, ttlSeconds })
  return id
}

const heldOf = ({ tables }: Storage, variantId: string) =>
  committedOf(tables.attempts)
    .filter((attempt) => attempt.variantId === variantId && attempt.holdActive)
    .reduce((held, { quantity }) => held + quantity, 0)

/**
 * The merchant changes or counts the stock, removes the variant or puts it back. Held units may be
 * taken, too; then they are owed.
 */
export const changeStock = (
  { scheduler, storage, faults, random, seen }: Simulation,
  product: string,
) =>
  scheduler.step(faults.world, ['changes stock', product], () => {
    const row = storage.tables.variants.get(product)
    if (row?.owner) return scheduler.block(row)
    if (!row?.committed) return undefined
    const { id, forSale, supplied, removed } = row.committed
    const onHand = forSale + heldOf(storage, id)
    const kind = random.pick(['delta', 'delta', 'count', 'removal'] as const)
    const delta =
      kind === 'delta'
        ? Math.max(random.below(5) - 2, -Math.max(0, onHand))
        : kind === 'count'
          ? random.below(Math.max(4, onHand + 2)) - onHand
          : removed
            ? 0
            : Math.min(0, -forSale)
    if (forSale + delta < 0) seen.add('units are owed')
    storage.write(row, {
      id,
      forSale: forSale + delta,
      supplied: supplied + delta,
      removed: kind === 'removal' ? !removed : removed,
    })
    return undefined
  })

/** The merchant ends the session: it expires for good, or nothing changes. */
export async function expire(
  { answers, seen, storage }: Simulation,
  { deps }: Service,
  sessionId: string,
) {
  const history = storage.failovers()
  try {
    await expireSession(deps, { storeId: 'st_1', sessionId, by: 'secret_key' })
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    seen.add('the merchant may not end a session')
    return
  }
  seen.add('the merchant ends a session')
  if (storage.failovers() === history) answers.give(sessionId, 'expired', null)
}

/** The merchant ends all open sessions of a product. */
export async function expireAll({ seen }: Simulation, { deps }: Service, productSlug: string) {
  const count = await expireOpenSessions(deps, { storeId: 'st_1', productSlug, by: 'secret_key' })
  if (count > 0) seen.add('the merchant ends all sessions of a product')
}

/** Sets the deadline to now, as the test provider's platform call does. */
export const endNow = ({ scheduler, storage, faults }: Simulation, sessionId: string) =>
  scheduler.step(faults.world, ['ends', sessionId], () => {
    const row = storage.tables.sessions.get(sessionId)
    if (row?.owner) return scheduler.block(row)
    const session = row?.committed
    const isRunning = session?.state === 'open' || session?.state === 'paying'
    if (row && session && isRunning && session.expiresAt.getTime() > scheduler.now()) {
      storage.write(row, { ...session, expiresAt: new Date(scheduler.now()) })
    }
    return undefined
  })

export async function recover(
  { random, scheduler }: Simulation,
  { actor, deps }: Service,
  rounds: number,
) {
  for (let round = 1; round <= rounds; round += 1) {
    await scheduler.sleep(actor, random.below(random.chance(0.3) ? 40_000 : 6_000))
    await work(deps)
  }
}

/** A process's background work. */
export const work = (deps: CheckoutDeps) =>
  Promise.all([
    recoverPayments(deps),
    recoverRefunds(deps),
    recoverReadings(deps),
    returnKeptUnits(deps),
    expireSessions(deps),
    deliverOutbox(deps),
    returnOrphans(deps, 'refund'),
  ])

/** The round that compares the bank's books with the record. */
export const compareBooks = (
  { scheduler, storage: { tables } }: Simulation,
  { actor, deps }: Service,
) => reconcileWhenDue(deps, dueNow({ scheduler, tables }, actor))
