import { randomInt } from 'node:crypto'
import { CARDS, aPayRequest } from '../../server/testing/builders.ts'
import type { Answer } from './answer.ts'
import { Unexpected, type Visit } from './client.ts'

/** Whom visitors call. A floor has no buyer tokens: a session's address is enough to pay. */
export type Host = { port: number; secretKey: string; isFloor: boolean; paymentMethod: string }

/** A session that is ready to be paid. */
export type Payable = { id: string; token: string | undefined }

/** Payments are spread over this many variants, one per product. */
export const VARIANTS = 64
export const productOf = (index: number) => `item-${index % VARIANTS}`

const MERCHANT_ADDRESS = '203.0.113.10'

/** From a network for benchmarks (RFC 2544). Each buyer has another address. */
const anAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

type Request = { method: 'GET' | 'POST'; path: string; headers: string[]; body?: unknown }

function toText({ port }: Host, { method, path, headers, body }: Request) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`]
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    ...headers,
    ...ofBody,
    `\r\n${text}`,
  ].join('\r\n')
}

const asMerchant = ({ secretKey }: Host) => [
  `Authorization: Bearer ${secretKey}`,
  `X-Forwarded-For: ${MERCHANT_ADDRESS}`,
]

const asBuyer = ({ port }: Host, token?: string) => [
  `X-Forwarded-For: ${anAddress()}`,
  `Origin: http://localhost:${port}`,
  ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
]

const codeOf = ({ body }: Answer) => /"code":"(\w+)"/.exec(body.toString())?.[1] ?? ''

function expectStatus(answer: Answer, { step, status }: { step: string; status: number }) {
  if (answer.status !== status)
    throw new Unexpected(`${step} ${answer.status} ${codeOf(answer)}`.trimEnd())
}

function expectText({ body }: Answer, { step, text }: { step: string; text: string }) {
  if (!body.includes(text)) throw new Unexpected(`${step} without ${text}`)
}

const parse = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body

type Steps<Result = void> = Generator<string, Result, Answer>

function* createOne(host: Host, product: string): Steps<Answer> {
  const answer = yield toText(host, {
    method: 'POST',
    path: '/v1/checkout/sessions',
    headers: asMerchant(host),
    body: { items: [{ product }] },
  })
  expectStatus(answer, { step: 'create', status: 201 })
  return answer
}

const idIn = (created: Answer) => parse<{ url: string }>(created).url.split('/').at(-1) ?? ''

function* openToken(host: Host, id: string): Steps<string> {
  const answer = yield toText(host, {
    method: 'POST',
    path: `/checkout/${id}/token`,
    headers: asBuyer(host),
    body: {},
  })
  expectStatus(answer, { step: 'token', status: 200 })
  return parse<{ token: string }>(answer).token
}

function* payOne(host: Host, { id, token }: Payable): Steps {
  const answer = yield toText(host, {
    method: 'POST',
    path: `/checkout/${id}/pay`,
    headers: asBuyer(host, token),
    body: { ...aPayRequest(), paymentMethod: host.paymentMethod },
  })
  expectStatus(answer, { step: 'pay', status: 200 })
  expectText(answer, { step: 'pay', text: '"status":"complete"' })
}

export function* create(host: Host, product: string): Visit {
  yield* createOne(host, product)
}

export function* read(host: Host, id: string, status: 'open' | 'complete'): Visit {
  const answer = yield toText(host, {
    method: 'GET',
    path: `/v1/checkout/sessions/${id}`,
    headers: asMerchant(host),
  })
  expectStatus(answer, { step: 'read', status: 200 })
  expectText(answer, { step: 'read', text: `"status":"${status}"` })
}

/** Asks for a compressed page, as browsers do. */
export function* page(host: Host, id: string): Visit {
  const answer = yield toText(host, {
    method: 'GET',
    path: `/checkout/${id}`,
    headers: [...asBuyer(host), 'Accept: text/html', 'Accept-Encoding: gzip, deflate, br'],
  })
  expectStatus(answer, { step: 'page', status: 200 })
}

export function* pay(host: Host, payable: Payable, onPaid: () => void): Visit {
  yield* payOne(host, payable)
  onPaid()
}

/** Create, page, token, view, pay, read; of a floor create, pay, read. */
export function* flow(host: Host, product: string, onPaid: () => void): Visit {
  const id = idIn(yield* createOne(host, product))
  let token: string | undefined
  if (!host.isFloor) {
    yield* page(host, id)
    token = yield* openToken(host, id)
    const view = yield toText(host, {
      method: 'GET',
      path: `/checkout/${id}/view`,
      headers: asBuyer(host, token),
    })
    expectStatus(view, { step: 'view', status: 200 })
  }
  yield* payOne(host, { id, token })
  onPaid()
  yield* read(host, id, 'complete')
}

/** Prepares a session that can be paid. */
export function* preparePayable(
  host: Host,
  product: string,
  onReady: (payable: Payable) => void,
): Visit {
  const id = idIn(yield* createOne(host, product))
  onReady({ id, token: host.isFloor ? undefined : yield* openToken(host, id) })
}

/** A payment method of a test card. Many payments may use it. */
export function* makePaymentMethod(host: Host, onMade: (paymentMethod: string) => void): Visit {
  const answer = yield toText(host, {
    method: 'POST',
    path: '/payment-frame/test-payment-methods',
    headers: asBuyer(host),
    body: { number: CARDS.succeeds, expMonth: 12, expYear: 2040, cvc: '123' },
  })
  expectStatus(answer, { step: 'card', status: 200 })
  onMade(parse<{ paymentMethod: string }>(answer).paymentMethod)
}
