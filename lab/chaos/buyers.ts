import { setTimeout as wait } from 'node:timers/promises'
import { methodOf } from '../../server/checkout/payments/redirect-methods.ts'
import type { CheckoutView, PayResponse, StatusEvent } from '../../server/contract/buyer.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import { CARDS } from '../../server/testing/builders.ts'
import type { Answer, Call } from './client.ts'
import type { FlowPlan, Means } from './flow-plan.ts'
import { newsOf, storeOf } from './merchants.ts'
import { type World, isTrouble } from './world.ts'

/** The state of a payment for its buyer. */
export type Standing = 'complete' | 'expired' | 'failed' | 'open' | 'processing'

export type Page = ReturnType<typeof openPage>

const TRIES = 8

const isOffPage = (means: Means): means is NonNullable<FlowPlan['offPage']>['method'] =>
  methodOf(means) !== undefined

/** The log keeps only this of a view; the rest stays the same. */
const keepStatus = (text: string) => {
  const { status, attempt } = JSON.parse(text) as Partial<CheckoutView>
  return JSON.stringify({ status, attempt })
}

/** A buyer's tab: the hosted page of a session with its own token. */
export function openPage(world: World, flow: FlowPlan, session: string) {
  const { random, address } = flow
  let token: string | undefined
  /** Whose card fields the page has. */
  let provider: ProviderName | undefined
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

  /** Repeats what may be repeated until it is answered, a few times. */
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

  async function view() {
    const seen = await insist(async () =>
      send<CheckoutView>({
        what: 'view',
        method: 'GET',
        path: `/checkout/${session}/view`,
        credential: await findToken(),
        keep: keepStatus,
      }),
    )
    provider = seen?.payment.provider ?? provider
    return seen
  }

  return {
    findToken,
    view,

    paymentMethod: async (means: Means) => {
      if (isOffPage(means)) return means
      const card = means
      const { banks } = world
      if (!banks.hasCardFields) return banks.paymentMethod(card)
      provider ??= (await view())?.payment.provider
      if (provider !== 'test') return banks.paymentMethod(card)
      const given = await insist(() =>
        send<{ paymentMethod: string }>({
          what: 'payment method',
          method: 'POST',
          path: '/payment-frame/test-payment-methods',
          keep: () => '',
          body: { number: CARDS[card], expMonth: 12, expYear: 2040, cvc: '123' },
        }),
      )
      return given?.paymentMethod
    },

    /** Without a payment method nothing is sent, as when the frame fails. */
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
          customer: {
            name: `Buyer ${flow.index}`,
            phone: '+34 600 123 456',
            ...(flow.index % 4 > 0 && { email: `buyer${flow.index}@chaos.example` }),
          },
          fulfillment: {
            method: 'DELIVERY',
            option: random.pick(deliveryOptions).id,
            details: `Quay ${flow.index}`,
          },
          paymentMethod,
        },
      })
      if (answer.status === 401) token = undefined
      // Payments may be taken at another provider by now.
      if (answer.status === 402) provider = undefined
      return answer
    },

    /** "Pay another way." */
    cancel: () =>
      insist(async () =>
        send<StatusEvent>({
          what: 'cancel',
          method: 'POST',
          path: `/checkout/${session}/cancel`,
          credential: await findToken(),
          keep: keepStatus,
          news: (body) => newsOf(session, body as StatusEvent),
        }),
      ),

    /** Confirms off the page. Its answer may be lost, and the buyer may not come back. */
    answerOffPage: async (url: string, outcome: 'complete' | 'fail') => {
      const back = await world.banks.answerChallenge(url, outcome)
      if (back === undefined || flow.offPage?.comesBack !== true) return
      const address = new URL(back)
      address.searchParams.set('payment_intent_client_secret', 'as_stripe_adds_it')
      const path = `${address.pathname}${address.search}`
      await insist(() => send({ what: 'way back', method: 'GET', path }))
    },

    /** Ends the time to confirm, whatever is left of the session's. */
    endLease: () => world.endLease(session).catch(() => undefined),

    /** Answers on the bank's page. */
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

async function untilExpired(page: Page, random: FlowPlan['random']) {
  const view = await page.view()
  if (view)
    await wait(Math.max(0, Date.parse(view.expiresAt) - Date.now()) + 200 + random.below(1500))
}

/** What the buyer does with the bank's question; the plan may say nothing. */
async function meetChallenge(page: Page, { challengeAnswer, random }: FlowPlan, url: string) {
  switch (challengeAnswer) {
    case 'never':
      return
    case 'complete':
    case 'fail':
      await wait(100 + random.below(900))
      await page.answerChallenge(url, challengeAnswer)
      return
    case 'late':
      await untilExpired(page, random)
      await page.answerChallenge(url, 'complete')
  }
}

/** What the buyer does where the payment is confirmed, or instead. */
async function goOffPage(page: Page, { offPage, challengeAnswer, random }: FlowPlan, url: string) {
  await wait(100 + random.below(900))
  if (offPage?.leaving === 'atOnce') return void (await page.cancel())
  if (offPage?.leaving === 'meanwhile') {
    const confirm = wait(random.below(150)).then(() => page.answerOffPage(url, 'complete'))
    return void (await Promise.all([confirm, page.cancel()]))
  }
  switch (challengeAnswer) {
    case 'never':
      return
    case 'complete':
    case 'fail':
      return page.answerOffPage(url, challengeAnswer)
    case 'late':
      // The session ends before the time to confirm does, so that time is ended as if a clock had
      // jumped.
      if (random.chance(0.5)) await untilExpired(page, random)
      await page.endLease()
      await page.answerOffPage(url, 'complete')
  }
}

/** Watches the page until the payment has ended, and answers the bank. */
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
      const isAsked = attempt.action.type === 'challenge'
      const stays = isAsked || flow.offPage?.leaving === 'stays'
      if (flow.challengeAnswer === 'never' && stays) return 'processing'
      answered.add(attempt.action.url)
      await (isAsked ? meetChallenge : goOffPage)(page, flow, attempt.action.url)
    }
    await wait(200 + flow.random.below(600))
  }
  return 'processing'
}
