import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { PayResponse, TokenResponse } from '../../server/contract/buyer.ts'
import type { CreateSessionResponse, GetSessionResponse } from '../../server/contract/merchant.ts'
import { CARDS, aPayRequest } from '../../server/testing/builders.ts'
import type { Answer, CallOptions } from '../../server/testing/http-call.ts'
import { type Shop, ask } from './shop.ts'

/** Somebody was told that this session is paid; `at`: `performance.now()`. */
export type PaymentNotice = { session: string; orderNumber: string; at: number }

type Read = { session: string; status: string; orderNumber?: string | undefined }

export type Buyers = ReturnType<typeof startBuyers>

const AGAIN_MS = 100
const PATIENCE_MS = 300_000

type Send = <Body>(
  what: string,
  method: string,
  url: string,
  options?: CallOptions,
) => Promise<Pick<Answer<Body>, 'status'> & { body: Body | undefined }>

/** Buyers who buy one mug after the other, and press Pay again until they know. */
export function startBuyers(shop: Shop, count: number) {
  const told: PaymentNotice[] = []
  /** Requests without a good answer, such as `pay 503`. */
  const failures: string[] = []
  const contradictions: string[] = []
  const news = new EventTarget()
  const stopping = new AbortController()

  const send: Send = async (what, method, url, options) => {
    const answer = await ask<never>(method, url, options)
    if (answer.status === 0 || answer.status >= 500) failures.push(`${what} ${answer.status}`)
    return answer
  }
  const hear = (session: string, orderNumber: string) => {
    told.push({ session, orderNumber, at: performance.now() })
    news.dispatchEvent(new Event('paid'))
  }
  async function buyOneAfterTheOther() {
    while (!stopping.signal.aborted) {
      const { session, status, orderNumber } = await buy(shop, send)
      if (orderNumber === undefined) {
        contradictions.push(`${session} is ${status}, and nobody has ended it`)
        continue
      }
      hear(session, orderNumber)
      const read = await readOrder(shop, send, session)
      if (read && read.orderNumber !== orderNumber)
        contradictions.push(`${session} has order ${orderNumber}, and then reads ${read.status}`)
    }
  }
  const running = Array.from({ length: count }, buyOneAfterTheOther)

  return {
    told,
    failures,
    contradictions,
    /** Resolves when so many more are paid. Rejects when nobody could pay for five minutes. */
    async untilPaid(more: number) {
      const wanted = told.length + more
      while (told.length < wanted) {
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

async function buy(shop: Shop, send: Send): Promise<Read> {
  const { id: session, page } = await openSession(shop, send)
  for (;;) {
    const orderNumber = await pressPay(page, send)
    if (orderNumber !== undefined) return { session, status: 'complete', orderNumber }
    const read = await readOrder(shop, send, session)
    if (read && read.status !== 'open') return read
    await wait(AGAIN_MS)
  }
}

async function openSession({ baseUrl, token }: Shop, send: Send) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (;;) {
    const body = { items: [{ product: 'mug' }] }
    const url = `${baseUrl}/v1/checkout/sessions`
    const created = await send<CreateSessionResponse>('create', 'POST', url, {
      token,
      headers,
      body,
    })
    if (created.status === 201 && created.body)
      return {
        page: created.body.url,
        id: new URL(created.body.url).pathname.split('/').at(-1) ?? '',
      }
    await wait(AGAIN_MS)
  }
}

/** @returns the order's number; undefined when the buyer does not know */
async function pressPay(page: string, send: Send) {
  const headers = { origin: new URL(page).origin }
  const opened = await send<TokenResponse>('token', 'POST', `${page}/token?view=1`, {
    headers,
    body: {},
  })
  const { token, view } = opened.body ?? {}
  if (token === undefined || !view) return undefined
  const card = { number: CARDS.succeeds, expMonth: 12, expYear: 2040, cvc: '123' }
  const { body: method } = await send<{ paymentMethod?: string }>(
    'card',
    'POST',
    `${view.payment.frameUrl}/test-payment-methods`,
    { body: card },
  )
  if (method?.paymentMethod === undefined) return undefined
  const { status, body } = await send<PayResponse>('pay', 'POST', `${page}/pay`, {
    token,
    headers,
    body: { ...aPayRequest(), paymentMethod: method.paymentMethod },
  })
  return status === 200 && body?.status === 'complete' ? body.order.orderNumber : undefined
}

/** What the merchant reads; undefined without an answer. */
async function readOrder(
  { baseUrl, token }: Shop,
  send: Send,
  session: string,
): Promise<Read | undefined> {
  const url = `${baseUrl}/v1/checkout/sessions/${session}`
  const { status, body } = await send<GetSessionResponse>('read', 'GET', url, { token })
  if (status === 404) return { session, status: 'unknown' }
  if (status !== 200 || !body) return undefined
  return { session, status: body.status, orderNumber: body.order?.orderNumber }
}
