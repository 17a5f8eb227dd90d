import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CreateSessionResponse, GetSessionResponse } from '../../server/contract/merchant.ts'
import type { Order } from '../../server/contract/order.ts'
import { type News, variantKey } from './acknowledged.ts'
import type { Answer } from './client.ts'
import type { FlowPlan } from './flow-plan.ts'
import { type Store, type World, isTrouble } from './world.ts'

/** Whether flows send an Idempotency-Key at creation, and repeat it. */
export const CREATE_IS_IDEMPOTENT = true

/** A shop that cannot sell keeps trying for about half a minute. */
const CREATE_TRIES = 60

export const storeOf = (world: World, flow: FlowPlan): Store => {
  const store = world.stores[flow.store]
  if (!store) throw new Error(`there is no store ${flow.store}`)
  return store
}

const sessionIn = (text: string) => /cs_[0-9A-Za-z]+/.exec(text)?.[0]

/** Creates the flow's session; returns its id, or the refusal. */
export async function createSession(
  world: World,
  flow: FlowPlan,
): Promise<{ session: string } | { refusal: string }> {
  const { random, index } = flow
  const store = storeOf(world, flow)
  const key = CREATE_IS_IDEMPOTENT && flow.isKeyed ? `flow-${index}-${randomUUID()}` : undefined
  const create = async () => {
    const answer = await world.client.send<CreateSessionResponse>({
      who: 'merchant',
      what: 'create',
      service: random.below(world.services),
      method: 'POST',
      path: '/v1/checkout/sessions',
      store: store.id,
      credential: store.secretKey,
      body: { items: [flow.item], metadata: { flow: index, ...(key !== undefined && { key }) } },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      sessionIn,
      news: (body) => {
        const session = sessionIn((body as CreateSessionResponse).url)
        const { product, quantity } = flow.item
        const variant = variantKey(store.id, product, flow.item)
        return session === undefined ? [] : [{ news: 'created', session, variant, quantity }]
      },
    })
    return {
      answer,
      session: answer.status === 201 ? sessionIn(answer.body?.url ?? '') : undefined,
    }
  }
  let last: Answer | undefined
  for (let tries = 0; tries < CREATE_TRIES; tries += 1) {
    // Some clients send the request twice at once.
    const [first] =
      key !== undefined && random.chance(0.15)
        ? await Promise.all([create(), create()])
        : [await create()]
    if (first.session !== undefined) {
      if (key !== undefined && random.chance(0.2)) await create()
      return { session: first.session }
    }
    last = first.answer
    // A key that is regenerated and a plan that is changed come back soon.
    if (!isTrouble(last) && last.status !== 401 && last.status !== 403) break
    await wait(200 + random.below(600))
  }
  return { refusal: last?.code ?? 'no answer' }
}

export type Watch = {
  /** The final status, as soon as a read says it. */
  final: Promise<'complete' | 'expired' | undefined>
  stop(): Promise<void>
}

/** What an answer says about the end of a session. */
export function newsOf(
  session: string,
  { status, order }: { status: string; order?: Order | null },
): News[] {
  if (status === 'expired') return [{ news: 'expired', session }]
  if (status !== 'complete' || !order) return []
  const { orderNumber, amountTotal: amount } = order
  return [{ news: 'complete', session, orderNumber, amount }]
}

export const readSession = (
  world: World,
  flow: Pick<FlowPlan, 'random'> & { store: Store },
  session: string,
) =>
  world.client.send<GetSessionResponse>({
    who: 'merchant',
    what: 'read',
    service: flow.random.below(world.services),
    method: 'GET',
    path: `/v1/checkout/sessions/${session}`,
    session,
    credential: flow.store.secretKey,
    news: (body) => newsOf(session, body as GetSessionResponse),
  })

/** The merchant's server reads the session until it is final, and a few times more. */
export function watchSession(world: World, flow: FlowPlan, session: string): Watch {
  const store = storeOf(world, flow)
  const { promise: final, resolve } = Promise.withResolvers<'complete' | 'expired' | undefined>()
  let isStopped = false
  let readsLeft = 3
  const poll = async () => {
    while (readsLeft > 0 && !isStopped) {
      const { body, status } = await readSession(world, { random: flow.random, store }, session)
      // The record has forgotten it.
      if (status === 404) break
      if (body && (body.status === 'complete' || body.status === 'expired')) {
        readsLeft -= 1
        resolve(body.status)
      }
      await wait(300 + flow.random.below(1500))
    }
    resolve(undefined)
  }
  const polling = poll()
  return {
    final,
    async stop() {
      isStopped = true
      await polling
    },
  }
}
