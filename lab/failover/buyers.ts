import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { GetSessionResponse } from '../../server/contract/merchant.ts'
import { type Send, fillIn, openSession, readAnswer, whereLost } from '../buyer/purchase.ts'
import { type Shop, ask } from '../buyer/shop.ts'
import { STEPS, type Step } from '../buyer/steps.ts'

/** Somebody was told that this session is paid; `at`: `performance.now()`. */
export type Acknowledgement = { session: string; orderNumber: string; at: number }

type Read = { session: string; status: string; orderNumber?: string | undefined }

export type Buyers = ReturnType<typeof startBuyers>

const AGAIN_MS = 100
const PATIENCE_MS = 300_000

/** `failures` gets each request without a good answer, such as `pay 503`. */
function createBuyer(shop: Shop, failures: string[]) {
  async function look<Body>({ name, method, url, ...step }: Step) {
    const whole = url.startsWith('/') ? `${shop.baseUrl}${url}` : url
    const answer = await ask<Body>(method, whole, step)
    if (answer.status === 0 || answer.status >= 500) failures.push(`${name} ${answer.status}`)
    return answer
  }
  /** A session is asked for until there is one. */
  const send: Send = async (step) => {
    for (;;) {
      const answer = await look(step)
      if (step.name !== 'create' || answer.status === 201) return readAnswer(step, answer)
      await wait(AGAIN_MS)
    }
  }
  /** What the merchant reads; undefined without an answer. */
  async function readOrder(session: string): Promise<Read | undefined> {
    const { status, body } = await look<GetSessionResponse>(STEPS.read(shop.secretKey, session))
    if (status === 404) return { session, status: 'unknown' }
    if (status !== 200 || !body) return undefined
    return { session, status: body.status, orderNumber: body.order?.orderNumber }
  }
  async function buy(): Promise<Read> {
    const { id: session, page } = await openSession(send, shop.secretKey)
    for (;;) {
      const paid = await fillIn(send, page)
        .then(({ pay }) => pay())
        .catch((error: unknown) => void whereLost(error))
      if (paid?.status === 'complete')
        return { session, status: 'complete', orderNumber: paid.order.orderNumber }
      const read = await readOrder(session)
      if (read && read.status !== 'open') return read
      await wait(AGAIN_MS)
    }
  }
  return { buy, readOrder }
}

/** Buyers who buy one mug after the other, and press Pay again until they know. */
export function startBuyers(shop: Shop, count: number) {
  const acknowledged: Acknowledgement[] = []
  const failures: string[] = []
  const contradictions: string[] = []
  const news = new EventTarget()
  const stopping = new AbortController()

  const { buy, readOrder } = createBuyer(shop, failures)
  const hear = (session: string, orderNumber: string) => {
    acknowledged.push({ session, orderNumber, at: performance.now() })
    news.dispatchEvent(new Event('paid'))
  }
  async function buyOneAfterTheOther() {
    while (!stopping.signal.aborted) {
      const { session, status, orderNumber } = await buy()
      if (orderNumber === undefined) {
        contradictions.push(`${session} is ${status}, and nobody has ended it`)
        continue
      }
      hear(session, orderNumber)
      const read = await readOrder(session)
      if (read && read.orderNumber !== orderNumber)
        contradictions.push(`${session} has order ${orderNumber}, and then reads ${read.status}`)
    }
  }
  const running = Array.from({ length: count }, buyOneAfterTheOther)

  return {
    acknowledged,
    failures,
    contradictions,
    /** Resolves when so many more are paid. Rejects when nobody could pay for five minutes. */
    async untilPaid(more: number) {
      const wanted = acknowledged.length + more
      while (acknowledged.length < wanted) {
        const over = new AbortController()
        const paid = once(news, 'paid', { signal: over.signal }).then(() => true)
        const late = wait(PATIENCE_MS, false, { signal: over.signal })
        const isPaid = await Promise.race([paid, late, ...running])
        over.abort()
        await Promise.allSettled([paid, late])
        if (isPaid !== true) throw new Error(`nobody could pay for ${PATIENCE_MS / 1000} s`)
      }
    },
    /** Resolves when the last one knows. */
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
