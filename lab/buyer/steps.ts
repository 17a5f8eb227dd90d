import { randomInt } from 'node:crypto'
import { CARDS, aPayRequest } from '../../server/testing/builders.ts'

/** From a network for benchmarks (RFC 2544). Each buyer has another address. */
export const anAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

/** One request of a purchase. */
export type Step = {
  name: 'create' | 'page' | 'token' | 'view' | 'events' | 'card' | 'pay' | 'read'
  method: 'GET' | 'POST'
  /** Whole, or from the service's root. */
  url: string
  /** A key, or the buyer's token. */
  token?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}

const get = (name: Step['name'], url: string, token?: string): Step => ({
  name,
  method: 'GET',
  url,
  token,
})

const post = (
  name: Step['name'],
  url: string,
  { body = {}, token }: Pick<Step, 'body' | 'token'> = {},
): Step => ({ name, method: 'POST', url, token, body })

export type Item = { product: string; quantity?: number }
type Customer = { name: string; phone: string }
export type Details = { card?: string; customer?: Customer }
type Filled = { token: string | undefined; paymentMethod: string; customer?: Customer }

/** `page`: the address of the session's page. */
export const STEPS = {
  create: (key: string, item: Item = { product: 'mug' }) =>
    post('create', '/v1/checkout/sessions', { token: key, body: { items: [item] } }),
  page: (page: string): Step => ({ ...get('page', page), headers: { accept: 'text/html' } }),
  token: (page: string) => post('token', `${page}/token`),
  tokenAndView: (page: string) => post('token', `${page}/token?view=1`),
  view: (page: string, token?: string) => get('view', `${page}/view`, token),
  events: (page: string, token: string) => get('events', `${page}/events`, token),
  card: (frame = '/payment-frame', number: string = CARDS.succeeds) =>
    post('card', `${frame}/test-payment-methods`, {
      body: { number, expMonth: 12, expYear: 2040, cvc: '123' },
    }),
  pay: (page: string, { token, ...fields }: Filled) =>
    post('pay', `${page}/pay`, { token, body: aPayRequest(fields) }),
  /** What the merchant reads. */
  read: (key: string, id: string) => get('read', `/v1/checkout/sessions/${id}`, key),
}
