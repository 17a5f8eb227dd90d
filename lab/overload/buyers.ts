import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { GetSessionResponse } from '../../server/contract/merchant.ts'
import { exchange, headerOf } from '../buyer/exchange.ts'
import {
  type Send,
  fillIn,
  Lost,
  openSession,
  readAnswer,
  requestOf,
  whereLost,
} from '../buyer/purchase.ts'
import type { Shop } from '../buyer/shop.ts'
import { STEPS, anAddress } from '../buyer/steps.ts'

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

/** How often a step is repeated after 429, 503 or no answer, and the longest wait before that. */
const TRIES = 4
const LONGEST_WAIT_MS = 2_000

/** How many buyers there may be at once. */
const AT_ONCE = 40

/** How often a buyer asks for a payment until it is settled. */
const LOOKS = 40

const MERCHANT_ADDRESS = '203.0.113.10'

export const isFailure = (status: number) => status >= 500 && status !== 503

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

  /** Sends a step again when the answer asks for it, as shops and the page do. */
  const sendFrom =
    (address: string, { shop, experience }: { shop: Shop; experience: Experience }): Send =>
    async (step) => {
      const client = { port, address: step.token === shop.secretKey ? MERCHANT_ADDRESS : address }
      let headers: Record<string, string> = {}
      for (let tries = 1; ; tries += 1) {
        const answer = await exchange(requestOf(step, { ...client, headers }))
        experience.times.push(answer.ms)
        if (isFailure(answer.status)) experience.failures += 1
        if (tries === TRIES || ![0, 429, 503].includes(answer.status))
          return readAnswer(step, answer)
        experience.triedAgain += 1
        const work = headerOf(answer, 'work-challenge')
        if (work !== undefined) headers = { 'work-answer': await solve(work) }
        else
          await wait(Math.min(LONGEST_WAIT_MS, Number(headerOf(answer, 'retry-after') ?? 1) * 1000))
      }
    }

  async function buy({ shop, product, kind }: Purchase, experience: Experience) {
    const send = sendFrom(anAddress(), { shop, experience })
    const key = kind === 'secret' ? shop.secretKey : shop.publicKey
    const { page, id } = await openSession(send, key, { product })
    await send(STEPS.page(page))
    const { token, pay } = await fillIn(send, page)
    const view = () => send<CheckoutView>(STEPS.view(page, token))
    await view()
    let { status } = await pay()
    for (let looks = 0; status === 'processing' && looks < LOOKS; looks += 1) {
      await wait(250)
      const seen = await view()
      if (seen.status === 'complete') status = 'complete'
      else if (seen.attempt?.status === 'failed') throw new Lost(`pay ${seen.attempt.code}`)
    }
    const known = await send<GetSessionResponse>(STEPS.read(shop.secretKey, id))
    if (known.status !== 'complete') throw new Lost(`read ${known.status}`)
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
            experience.lost.push(whereLost(error))
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
