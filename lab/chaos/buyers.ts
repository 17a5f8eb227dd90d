import { setTimeout as wait } from 'node:timers/promises'
import type { CheckoutView, PayResponse } from '../../server/contract/buyer.ts'
import { CARDS } from '../../server/testing/builders.ts'
import type { Answer, Call } from './client.ts'
import type { Card, FlowPlan } from './flow-plan.ts'
import { newsOf, storeOf } from './merchants.ts'
import { type World, isTrouble } from './world.ts'

/** Where a payment stands for its buyer. */
export type Standing = 'complete' | 'expired' | 'failed' | 'open' | 'processing'

export type Page = ReturnType<typeof openPage>

const TRIES = 8

/** All that is kept of a view: the rest is as long as it is the same. */
const keepStatus = (text: string) => {
  const { status, attempt } = JSON.parse(text) as Partial<CheckoutView>
  return JSON.stringify({ status, attempt })
}

/** One tab of a buyer: the hosted page of a session, with a token of its own. */
export function openPage(world: World, flow: FlowPlan, session: string) {
  const { random, address } = flow
  let token: string | undefined
  let service = random.below(world.services)

  /** Stays with the service that answers; after a failure the next request goes to another one. */
  async function send<Body>(call: Pick<Call, 'what' | 'method' | 'path'> & Partial<Call>) {
    if (random.chance(0.3)) service = random.below(world.services)
    const answer = await world.client.send<Body>({
      who: 'buyer',
      session,
      service,
      ...call,
      headers: { 'x-forwarded-for': address, ...call.headers },
    })
    if (isTrouble(answer)) service = (service + 1) % world.services
    return answer
  }

  /** For what may be repeated: until it is answered, within reason. */
  async function insist<Body>(ask: () => Promise<Answer<Body>>): Promise<Body | undefined> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await ask()
      if (answer.status === 200 || answer.status === 204) return answer.body
      if (answer.status === 401) token = undefined
      else if (!isTrouble(answer)) return undefined
      await wait(100 + random.below(500))
    }
    return undefined
  }

  async function findToken() {
    token ??= (
      await insist(() =>
        send<{ token: string }>({
          what: 'token',
          method: 'POST',
          path: `/checkout/${session}/token`,
          body: {},
          keep: () => '',
        }),
      )
    )?.token
    return token ?? ''
  }

  return {
    findToken,

    view: () =>
      insist(async () =>
        send<CheckoutView>({
          what: 'view',
          method: 'GET',
          path: `/checkout/${session}/view`,
          credential: await findToken(),
          keep: keepStatus,
        }),
      ),

    paymentMethod: async (card: Card) => {
      const { banks } = world
      if (!banks.hasCardFields) return banks.paymentMethod(card)
      const given = await insist(() =>
        send<{ paymentMethod: string }>({
          what: 'payment method',
          method: 'POST',
          path: '/payment-frame/test-payment-methods',
          keep: () => '',
          body: { number: CARDS[card], expMonth: 12, expYear: 2040, cvc: '123' },
        }),
      )
      // A service that takes no payments there has none of its fields.
      return given?.paymentMethod ?? banks.paymentMethod(card)
    },

    /** Without a payment method nothing is sent: the frame has given none. */
    async pay(paymentMethod: string | undefined): Promise<Answer<PayResponse>> {
      if (paymentMethod === undefined) return { status: 0, code: undefined, body: undefined }
      const { deliveryOptions } = storeOf(world, flow).plan
      const answer = await send<PayResponse>({
        what: 'pay',
        method: 'POST',
        path: `/checkout/${session}/pay`,
        deeds: [{ deed: 'pay', session }],
        news: (body) => newsOf(session, body as PayResponse),
        credential: await findToken(),
        body: {
          customer: { name: `Buyer ${flow.index}`, phone: '+34 600 123 456' },
          fulfillment: {
            method: 'DELIVERY',
            option: random.pick(deliveryOptions).id,
            details: `Quay ${flow.index}`,
          },
          paymentMethod,
        },
      })
      if (answer.status === 401) token = undefined
      return answer
    },

    /** On the bank's own page. */
    answerChallenge: async (url: string, outcome: 'complete' | 'fail') => {
      await world.banks.answerChallenge(url, outcome)
      await insist(() =>
        send({
          what: 'challenge',
          method: 'POST',
          path: new URL(url).pathname,
          body: `outcome=${outcome}`,
          keep: () => '',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      )
    },
  }
}

/** What the buyer does about the bank's question; nothing when the plan says so. */
async function meetChallenge(page: Page, { challengeAnswer, random }: FlowPlan, url: string) {
  switch (challengeAnswer) {
    case 'never':
      return
    case 'complete':
    case 'fail':
      await wait(100 + random.below(900))
      await page.answerChallenge(url, challengeAnswer)
      return
    case 'late': {
      const view = await page.view()
      if (view)
        await wait(Math.max(0, Date.parse(view.expiresAt) - Date.now()) + 200 + random.below(1500))
      await page.answerChallenge(url, 'complete')
    }
  }
}

/** Looks at the page until it says how the payment ended, and answers the bank if it asks. */
export async function untilSettled(page: Page, flow: FlowPlan): Promise<Standing> {
  const answered = new Set<string>()
  for (let looks = 0; looks < 40; looks += 1) {
    const view = await page.view()
    if (!view) return 'processing'
    if (view.status !== 'open') return view.status
    const { attempt } = view
    if (attempt === null) return 'open'
    if (attempt.status === 'failed') return 'failed'
    if (attempt.action && !answered.has(attempt.action.url)) {
      if (flow.challengeAnswer === 'never') return 'processing'
      answered.add(attempt.action.url)
      await meetChallenge(page, flow, attempt.action.url)
    }
    await wait(200 + flow.random.below(600))
  }
  return 'processing'
}
