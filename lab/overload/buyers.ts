import { once } from 'node:events'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CheckoutView, PayResponse, TokenResponse } from '../../server/contract/buyer.ts'
import type { CreateSessionResponse, GetSessionResponse } from '../../server/contract/merchant.ts'
import { CARDS, aPayRequest } from '../../server/testing/builders.ts'
import { type RawResponse, type RawRequest, exchange, headerOf } from '../buyer/exchange.ts'
import type { Shop } from '../buyer/shop.ts'

/** What the buyers of a phase experienced. */
export type Experience = {
  begun: number
  paid: number
  /** The time of each answer, in milliseconds. */
  times: number[]
  /** How often a step was repeated because the answer asked for it. */
  triedAgain: number
  /** Answers that are failures of the service. */
  failures: number
  /** Where buyers gave up: `pay 409`. */
  lost: string[]
}

export type Purchase = { shop: Shop; product: string; kind: 'secret' | 'public' }

type Step = Omit<RawRequest, 'port'>

/** How often a step is repeated after 429, 503 or no answer, and the longest wait before that. */
const TRIES = 4
const LONGEST_WAIT_MS = 2_000

/** How many buyers there may be at once. */
const AT_ONCE = 40

/** How often a buyer asks for a payment until it is settled. */
const LOOKS = 40

const MERCHANT_ADDRESS = '203.0.113.10'

/** From a network for benchmarks (RFC 2544). Each buyer has another address. */
const anAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

export const isFailure = (status: number) => status >= 500 && status !== 503

export class Lost extends Error {}

/** Ordinary buyers, a few each second. */
export function createBuyers(port: number) {
  const solver = new Worker(new URL('work-solver.ts', import.meta.url))
  solver.unref()
  let solving: Promise<unknown> = Promise.resolve()
  const solve = (work: string): Promise<string> => {
    const answer = solving.then(async () => {
      solver.postMessage(work)
      const [found] = (await once(solver, 'message')) as [string]
      return found
    })
    solving = answer
    return answer
  }

  async function ask(step: Step, experience: Experience): Promise<RawResponse> {
    const answer = await exchange({ port, ...step })
    experience.times.push(answer.ms)
    if (isFailure(answer.status)) experience.failures += 1
    return answer
  }

  /** Sends a request again when the answer asks for it, as shops and the page do. */
  async function insist(
    step: Step,
    { name, experience }: { name: string; experience: Experience },
  ): Promise<RawResponse> {
    let { headers } = step
    for (let tries = 1; ; tries += 1) {
      const answer = await ask({ ...step, ...(headers && { headers }) }, experience)
      if (answer.status >= 200 && answer.status < 300) return answer
      const isOver = tries === TRIES || ![0, 429, 503].includes(answer.status)
      if (isOver) throw new Lost(`${name} ${answer.status}`)
      experience.triedAgain += 1
      const work = headerOf(answer, 'work-challenge')
      if (work !== undefined) headers = { ...step.headers, 'work-answer': await solve(work) }
      else
        await wait(Math.min(LONGEST_WAIT_MS, Number(headerOf(answer, 'retry-after') ?? 1) * 1000))
    }
  }

  async function buy({ shop, product, kind }: Purchase, experience: Experience) {
    const address = anAddress()
    const at = (name: string) => ({ name, experience })
    const json = { 'content-type': 'application/json' }
    const asMerchant = { 'x-forwarded-for': MERCHANT_ADDRESS }
    const created = await insist(
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: {
          ...json,
          ...(kind === 'secret' ? asMerchant : { 'x-forwarded-for': address }),
          authorization: `Bearer ${kind === 'secret' ? shop.secretKey : shop.publicKey}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ items: [{ product }] }),
      },
      at('create'),
    )
    const { url } = JSON.parse(created.text) as CreateSessionResponse
    const page = new URL(url).pathname
    const id = page.split('/').at(-1)
    const own = { 'x-forwarded-for': address, origin: `http://localhost:${port}` }
    await insist(
      { method: 'GET', path: page, headers: { ...own, accept: 'text/html' } },
      at('page'),
    )
    const { token } = JSON.parse(
      (
        await insist(
          { method: 'POST', path: `${page}/token`, headers: { ...own, ...json }, body: '{}' },
          at('token'),
        )
      ).text,
    ) as TokenResponse
    const bearer = { ...own, ...json, authorization: `Bearer ${token}` }
    const view = { method: 'GET', path: `${page}/view`, headers: bearer }
    await insist(view, at('view'))
    const { paymentMethod } = JSON.parse(
      (
        await insist(
          {
            method: 'POST',
            path: '/payment-frame/test-payment-methods',
            headers: { 'x-forwarded-for': address, ...json },
            body: JSON.stringify({
              number: CARDS.succeeds,
              expMonth: 12,
              expYear: 2040,
              cvc: '123',
            }),
          },
          at('card'),
        )
      ).text,
    ) as { paymentMethod: string }
    const paid = await insist(
      {
        method: 'POST',
        path: `${page}/pay`,
        headers: bearer,
        body: JSON.stringify({ ...aPayRequest(), paymentMethod }),
      },
      at('pay'),
    )
    let { status } = JSON.parse(paid.text) as PayResponse
    for (let looks = 0; status === 'processing' && looks < LOOKS; looks += 1) {
      await wait(250)
      const seen = JSON.parse((await insist(view, at('view'))).text) as CheckoutView
      if (seen.status === 'complete') status = 'complete'
      else if (seen.attempt?.status === 'failed') throw new Lost(`pay ${seen.attempt.code}`)
    }
    const read = await insist(
      {
        method: 'GET',
        path: `/v1/checkout/sessions/${id}`,
        headers: { ...asMerchant, authorization: `Bearer ${shop.secretKey}` },
      },
      at('read'),
    )
    const known = (JSON.parse(read.text) as GetSessionResponse).status
    if (known !== 'complete') throw new Lost(`read ${known}`)
  }

  return {
    /** So many buyers each second for this long; resolves when the last one is through. */
    async come(
      purchase: Purchase,
      {
        perSecond,
        seconds,
        onPaid,
      }: { perSecond: number; seconds: number; onPaid?: (() => Promise<unknown>) | undefined },
    ): Promise<Experience> {
      const experience: Experience = {
        begun: 0,
        paid: 0,
        times: [],
        triedAgain: 0,
        failures: 0,
        lost: [],
      }
      const underWay = new Set<Promise<void>>()
      const startedAt = performance.now()
      for (let coming = 0; coming < perSecond * seconds; coming += 1) {
        await wait(Math.max(0, startedAt + (coming / perSecond) * 1000 - performance.now()))
        if (underWay.size >= AT_ONCE) continue
        experience.begun += 1
        const buying = buy(purchase, experience)
          .then(async () => {
            experience.paid += 1
            await onPaid?.()
          })
          .catch((error: unknown) => {
            if (!(error instanceof Lost)) throw error
            experience.lost.push(error.message)
          })
          .finally(() => underWay.delete(buying))
        underWay.add(buying)
      }
      await wait(Math.max(0, startedAt + seconds * 1000 - performance.now()))
      await Promise.all(underWay)
      return experience
    },
    close: () => solver.terminate(),
  }
}
