import { randomUUID } from 'node:crypto'
import type { PayResponse, TokenResponse } from '../../server/contract/buyer.ts'
import type { CreateSessionResponse } from '../../server/contract/merchant.ts'
import { type RawRequest, type RawResponse, exchange } from './exchange.ts'
import { type Details, type Item, STEPS, type Step } from './steps.ts'

/** The buyer goes no further: `pay 503`. */
export class Lost extends Error {}

/** @throws any other error */
export function whereLost(error: unknown) {
  if (!(error instanceof Lost)) throw error
  return error.message
}

/** Sends a step as a program's buyers do; resolves with the body of the answer. @throws {Lost} */
export type Send = <Body>(step: Step) => Promise<Body>

type Client = { port: number; host?: string; address?: string; headers?: Record<string, string> }

/** `address`: the buyer's or merchant's, as a proxy forwards it. */
export function requestOf(
  { method, url, token, headers, body }: Step,
  { port, host = `localhost:${port}`, address, headers: others }: Client,
): RawRequest {
  const { pathname, search } = new URL(url, `http://${host}`)
  return {
    port,
    method,
    path: `${pathname}${search}`,
    headers: {
      host,
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...others,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** @throws {Lost} when the answer is no success */
export function readAnswer<Body>(
  { name }: Step,
  { status, text }: Pick<RawResponse, 'status' | 'text'>,
): Body {
  if (status < 200 || status >= 300) throw new Lost(`${name} ${status}`)
  return (text.startsWith('{') ? JSON.parse(text) : undefined) as Body
}

/** Sends each step once. */
export const sendTo =
  (client: Client): Send =>
  async (step) =>
    readAnswer(step, await exchange(requestOf(step, client)))

/** Opens a session with either key of a store. */
export async function openSession(send: Send, key: string, item?: Item) {
  const headers = { 'idempotency-key': randomUUID() }
  const { url: page } = await send<CreateSessionResponse>({ ...STEPS.create(key, item), headers })
  return { page, id: page.split('/').at(-1) ?? '' }
}

/** Opens the page and fills in its form; returns how to press Pay. */
export async function fillIn(send: Send, page: string, { card, ...details }: Details = {}) {
  const headers = { origin: new URL(page).origin }
  const { token, view } = await send<TokenResponse>({ ...STEPS.tokenAndView(page), headers })
  const filled = STEPS.card(view?.payment.frameUrl, card)
  const { paymentMethod } = await send<{ paymentMethod: string }>(filled)
  const pressed = { ...STEPS.pay(page, { token, paymentMethod, ...details }), headers }
  return { token, pay: () => send<PayResponse>(pressed) }
}

/** One purchase from beginning to end. */
export async function buy(
  send: Send,
  key: string,
  { item, ...details }: Details & { item?: Item } = {},
) {
  const session = await openSession(send, key, item)
  const { pay } = await fillIn(send, session.page, details)
  return { ...session, answer: await pay() }
}
