import { STEPS, type Step, anAddress } from '../buyer/steps.ts'
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

function toText({ port, secretKey }: Host, { method, url, token, headers = {}, body }: Step) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`]
  const ofSender =
    token === secretKey
      ? [`X-Forwarded-For: ${MERCHANT_ADDRESS}`]
      : [`X-Forwarded-For: ${anAddress()}`, `Origin: http://localhost:${port}`]
  return [
    `${method} ${url} HTTP/1.1`,
    `Host: localhost:${port}`,
    ...ofSender,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...ofBody,
    `\r\n${text}`,
  ].join('\r\n')
}

const codeOf = ({ body }: Answer) => /"code":"(\w+)"/.exec(body.toString())?.[1] ?? ''

function expectText({ body }: Answer, { step, text }: { step: string; text: string }) {
  if (!body.includes(text)) throw new Unexpected(`${step} without ${text}`)
}

const parse = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body

type Steps<Result = void> = Generator<string, Result, Answer>

function* ask(host: Host, step: Step, status = 200): Steps<Answer> {
  const answer = yield toText(host, step)
  if (answer.status !== status)
    throw new Unexpected(`${step.name} ${answer.status} ${codeOf(answer)}`.trimEnd())
  return answer
}

const pageOf = (id: string) => `/checkout/${id}`

const createOne = (host: Host, product: string) =>
  ask(host, STEPS.create(host.secretKey, { product }), 201)

const idIn = (created: Answer) => parse<{ url: string }>(created).url.split('/').at(-1) ?? ''

function* openToken(host: Host, id: string): Steps<string> {
  return parse<{ token: string }>(yield* ask(host, STEPS.token(pageOf(id)))).token
}

function* payOne(host: Host, { id, token }: Payable): Steps {
  const { paymentMethod } = host
  const answer = yield* ask(host, STEPS.pay(pageOf(id), { token, paymentMethod }))
  expectText(answer, { step: 'pay', text: '"status":"complete"' })
}

export function* create(host: Host, product: string): Visit {
  yield* createOne(host, product)
}

export function* read(host: Host, id: string, status: 'open' | 'complete'): Visit {
  const answer = yield* ask(host, STEPS.read(host.secretKey, id))
  expectText(answer, { step: 'read', text: `"status":"${status}"` })
}

/** Asks for a compressed page, as browsers do. */
export function* page(host: Host, id: string): Visit {
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'gzip, deflate, br' }
  yield* ask(host, { ...STEPS.page(pageOf(id)), headers })
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
    yield* ask(host, STEPS.view(pageOf(id), token))
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
  const answer = yield* ask(host, STEPS.card())
  onMade(parse<{ paymentMethod: string }>(answer).paymentMethod)
}
