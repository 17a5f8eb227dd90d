import { shareFinal } from '../../checkout/announce-session.ts'
import { createSession } from '../../checkout/create-session.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { paySession } from '../../checkout/pay-session.ts'
import type { CheckoutDeps } from '../../checkout/ports.ts'
import { recoverPayments } from '../../checkout/recover-payments.ts'
import { isTerminal } from '../../checkout/session.ts'
import { advance } from '../../checkout/settle-payment.ts'
import type { CreateSessionRequest } from '../../contract/merchant.ts'
import type { Actor } from './scheduler.ts'
import type { Simulation } from './simulation.ts'

/** One process of the service: its view of the world, and the attempts its buyers have begun. */
export type Service = { actor: Actor; deps: CheckoutDeps }

/** A buyer presses Pay, answers the bank's question perhaps, and believes what the page says. */
export async function pay(simulation: Simulation, { actor, deps }: Service, sessionId: string) {
  const { random, scheduler, answers, bank, cards, ids } = simulation
  const attemptId = ids.attempt()
  const request = {
    customer: { name: 'Ana Example', phone: '+34 600 123 456' },
    fulfillment: { method: 'DELIVERY' as const, option: 'standard', details: 'Calle Mayor 1' },
    paymentMethod: `pm_${random.pick<string>(cards)}`,
  }
  try {
    const answer = await paySession({ ...deps, ids: { ...deps.ids, attempt: () => attemptId } }, sessionId, request)
    if (answer.status === 'complete') return answers.give(sessionId, 'complete', answer.order)
    if (!answer.action || random.chance(0.2)) return
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    if (error.code === 'session_complete') return answers.give(sessionId, 'complete', null)
    if (error.code === 'session_expired') return answers.give(sessionId, 'expired', null)
    if (error.code === 'payment_declined' && bank.payments.has(attemptId)) return answers.giveDecline(attemptId)
    return
  }
  await scheduler.sleep(actor, random.below(random.chance(0.2) ? 400_000 : 20_000))
  await scheduler.step(actor, ['answers the bank about', attemptId], () => {
    bank.answer(attemptId, random.pick(['authorized', 'declined']))
  })
  await advance(deps, attemptId)
}

/** The merchant's read: a final answer may come from the copy, every other one comes from the record. */
export async function read({ answers }: Simulation, { deps: { cache, db } }: Service, sessionId: string) {
  const before = answers.isFinal(sessionId)
  const { session: copy } = await cache.sessions.takeAndFind('key', sessionId)
  if (copy && isTerminal(copy)) return answers.read(copy, before)
  const session = await db.findSession(sessionId)
  answers.read(session, before)
  if (session && isTerminal(session)) shareFinal(cache, session)
}

type Offer = { product: string; ttlSeconds: number }

export async function create({ random }: Simulation, { deps }: Service, { product, ttlSeconds }: Offer) {
  const creator = { storeId: 'st_1', keyKind: 'secret' as const, allowedOrigins: [] }
  const quantity = random.chance(0.7) ? 1 : 2
  const request: CreateSessionRequest = { items: [{ product, quantity }] }
  const { id } = await createSession(deps, creator, { request, metadataText: null, ttlSeconds })
  return id
}

/** The merchant has sold or received some elsewhere: a relative change that never goes below 0. */
export const changeStock = ({ scheduler, storage, faults }: Simulation, product: string, delta: number) =>
  scheduler.step(faults.world, ['changes stock', `${product} ${delta}`], () => {
    const row = storage.tables.variants.get(product)
    if (row?.owner) return scheduler.block(row)
    if (row?.committed && row.committed.stock + delta >= 0) {
      const { id, stock, supplied } = row.committed
      storage.write(row, { id, stock: stock + delta, supplied: supplied + delta })
    }
    return undefined
  })

/** The deadline is now, as the test provider's platform call has it. */
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

/** The provider has news of some attempt; perhaps it is no news. */
export async function notify({ random, storage }: Simulation, { deps }: Service) {
  const known = [...storage.tables.attempts.values()].flatMap(({ committed }) => committed ? [committed.id] : [])
  if (known.length > 0) await advance(deps, random.pick(known))
}

export async function recover({ random, scheduler }: Simulation, { actor, deps }: Service, rounds: number) {
  for (let round = 1; round <= rounds; round += 1) {
    await scheduler.sleep(actor, random.below(random.chance(0.3) ? 40_000 : 6_000))
    await recoverPayments(deps)
  }
}
