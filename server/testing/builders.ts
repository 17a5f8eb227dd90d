import type { PayResponse, TokenResponse } from '../contract/buyer.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import type { EventList, EventType } from '../contract/events.ts'
import type { CreateSessionResponse, GetSessionResponse } from '../contract/merchant.ts'
import type { CreateStoreResponse, PlatformProduct } from '../contract/platform/platform.ts'
import type { GivenSeller } from '../contract/seller.ts'
import { type Answer, call } from './http-call.ts'
import type { ServiceClient } from './servers/test-service.ts'

export const CARDS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  challenge: '4000002760003184',
  challengeDeclined: '4000008400001629',
  slow: '4000000000000259',
  capturedThenLost: '4000000000000341',
} as const

export type TestStore = CreateStoreResponse

export const SELLER = {
  legalName: 'Loom & Co, S.L.',
  address: 'Calle Luna 4\n28004 Madrid',
  termsUrl: 'https://loom.example/terms/3',
  privacyUrl: 'https://loom.example/privacy',
  returnsUrl: 'https://loom.example/returns',
} satisfies GivenSeller

/** The fields of a store that may take real money. */
export const LIVE = { seller: SELLER, contactEmail: 'help@loom.example' }

export async function aStore(
  service: ServiceClient,
  fields: Record<string, unknown> = {},
): Promise<TestStore> {
  const { status, body, text } = await service.platform<TestStore>('POST', '/stores', {
    name: 'Loom & Co',
    plan: 'pro',
    currency: 'EUR',
    ...fields,
  })
  if (status !== 201) throw new Error(`no store: ${text}`)
  return body
}

/** A product with one variant without size and colour, unless the fields say otherwise. */
export async function aProduct(
  service: ServiceClient,
  store: TestStore,
  { slug = 'mug', ...fields }: Record<string, unknown> & { slug?: string } = {},
) {
  const body = { name: 'Mug', price: 1990, variants: [{ stock: 10 }], ...fields }
  const answer = await service.platform<PlatformProduct>(
    'PUT',
    `/stores/${store.id}/products/${encodeURIComponent(slug)}`,
    body,
  )
  if (answer.status !== 200) throw new Error(`no product: ${answer.text}`)
  return answer.body
}

/** Creates a session with the store's secret key and returns its id. */
export async function aSession(
  service: ServiceClient,
  store: TestStore,
  body: Record<string, unknown> = {},
) {
  const answer = await service.call<CreateSessionResponse>('POST', '/v1/checkout/sessions', {
    token: store.keys.secret,
    body: { items: [{ product: 'mug' }], ...body },
  })
  if (answer.status !== 201) throw new Error(`no session: ${answer.text}`)
  return new URL(answer.body.url).pathname.split('/').at(-1) ?? ''
}

export const readSession = (service: ServiceClient, store: TestStore, id: string) =>
  service.call<GetSessionResponse>('GET', `/v1/checkout/sessions/${id}`, {
    token: store.keys.secret,
  })

export async function aPaymentMethod(
  { paymentFrameUrl }: ServiceClient,
  number: string = CARDS.succeeds,
) {
  const answer = await call<{ paymentMethod: string }>(
    'POST',
    `${paymentFrameUrl}/test-payment-methods`,
    {
      body: { number, expMonth: 12, expYear: 2040, cvc: '123' },
    },
  )
  if (answer.status !== 200) throw new Error(`no payment method: ${answer.text}`)
  return answer.body.paymentMethod
}

export const aPayRequest = (fields: Record<string, unknown> = {}) => ({
  customer: { name: 'Ana Example', phone: '+34 600 123 456' },
  fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1, Madrid' },
  ...fields,
})

/** A buyer on the hosted page; `receiptKey` is the one that the browser keeps. */
export async function aBuyer(
  service: ServiceClient,
  sessionId: string,
  { receiptKey, language }: { receiptKey?: string; language?: string } = {},
) {
  const url = `${service.checkoutUrl}/${sessionId}`
  const headers = {
    origin: new URL(service.checkoutUrl).origin,
    ...(receiptKey !== undefined && { 'receipt-key': receiptKey }),
    ...(language !== undefined && { 'accept-language': language }),
  }
  const answer = await call<TokenResponse>('POST', `${url}/token`, { body: {}, headers })
  if (answer.status >= 500) throw new Error(`no token: ${answer.status} ${answer.text}`)
  const { token } = answer.body
  const send = <Body>(method: string, path: string, body?: unknown) =>
    call<Body>(method, `${url}/${path}`, { token, headers, body })
  return {
    token,
    headers,
    send,
    pay: async ({
      card = CARDS.succeeds,
      ...fields
    }: Record<string, unknown> & { card?: string } = {}) =>
      send<PayResponse & ErrorEnvelope>('POST', 'pay', {
        ...aPayRequest(fields),
        paymentMethod: await aPaymentMethod(service, card),
      }),
    payWith: (paymentMethod: string) =>
      send<PayResponse & ErrorEnvelope>('POST', 'pay', { ...aPayRequest(), paymentMethod }),
  }
}

const variantsOf = async (service: ServiceClient, store: TestStore, slug: string) =>
  (await service.platform<PlatformProduct>('GET', `/stores/${store.id}/products/${slug}`)).body
    .variants

/** What is for sale of each variant. */
export const stockOf = async (service: ServiceClient, store: TestStore, slug = 'mug') =>
  (await variantsOf(service, store, slug)).map(({ available }) => available)

/** The stock of each variant, with units that payments hold. */
export const onHandOf = async (service: ServiceClient, store: TestStore, slug = 'mug') =>
  (await variantsOf(service, store, slug)).map(({ stock }) => stock)

/** The answers' statuses, counted: `{ 200: 1, 409: 49 }`. */
/** The store's events of this type, oldest first. */
export const eventsOf = async (service: ServiceClient, store: TestStore, type: EventType) => {
  const { body } = await service.call<EventList>('GET', `/v1/events?type=${type}`, {
    token: store.keys.secret,
  })
  return body.data.map(({ data }) => data)
}

export const countStatuses = (answers: Answer<unknown>[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [
      status,
      group.length,
    ]),
  )
