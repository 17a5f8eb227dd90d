import { setTimeout as wait } from 'node:timers/promises'

/** What a merchant and the platform do over HTTP while a buyer looks at the page. */
export type Shop = { storeId: string; secretKey: string }

export const SELLER = {
  legalName: 'Loom & Co, S.L.',
  address: 'Calle Luna 4\n28004 Madrid',
  termsUrl: 'https://loom.example/terms/3',
  privacyUrl: 'https://loom.example/privacy',
  returnsUrl: 'https://loom.example/returns',
}

/** Only sellers who have said who they are and how to reach them may take real money. */
export const LIVE = { seller: SELLER, contactEmail: 'help@loom.example' }

type Product = {
  name?: string
  price?: number
  size?: string
  colorName?: string
  imageUrl?: string
  description?: string
  withdrawalDays?: number
  withdrawalReason?: string
}

type Service = { baseUrl: string; platformToken: string }

export function merchantApi({ baseUrl, platformToken }: Service) {
  const send = async <Body>(method: string, path: string, token: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
  const platform = <Body>(method: string, path: string, body?: unknown) =>
    send<Body>(method, `/platform/v1${path}`, platformToken, body)

  const createSession = ({ secretKey }: Shop, fields: Record<string, unknown> = {}) =>
    send<{ url: string }>('POST', '/v1/checkout/sessions', secretKey, {
      items: [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: 1 }],
      ...fields,
    })

  /** Sent again while the service is busy: each of these may come twice. A card may be declined. */
  const postAsBuyer = async <Body>(
    address: string,
    body: unknown,
    token?: string,
  ): Promise<Body> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        origin: new URL(baseUrl).origin,
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (response.status === 503) {
      await wait(1000 * Number(response.headers.get('retry-after')))
      return postAsBuyer(address, body, token)
    }
    if (!response.ok && response.status !== 402)
      throw new Error(`POST ${address}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }

  /** The first request of a buyer's page. */
  const takeToken = async (sessionUrl: string) =>
    (await postAsBuyer<{ token: string }>(`${sessionUrl}/token`, {})).token

  /** Pays as a program does, without a page. */
  async function payAsProgram(sessionUrl: string, number: string) {
    const token = await takeToken(sessionUrl)
    const { paymentMethod } = await postAsBuyer<{ paymentMethod: string }>(
      `http://127.0.0.1:${new URL(baseUrl).port}/payment-frame/test-payment-methods`,
      { number, expMonth: 12, expYear: 2040, cvc: '123' },
    )
    const order = {
      customer: { name: 'Ana Example', phone: '+34 600 123 456' },
      fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1' },
      paymentMethod,
    }
    return postAsBuyer(`${sessionUrl}/pay`, order, token)
  }

  const putProduct = (
    { storeId }: Shop,
    stock: number,
    { name = 'Linen shirt', price = 4900, size = 'M', colorName = 'Sand', ...fields }: Product = {},
    more: { size: string; colorName: string; stock: number }[] = [],
  ) =>
    platform('PUT', `/stores/${storeId}/products/linen-shirt`, {
      name,
      price,
      ...fields,
      variants: [{ size, colorName, stock }, ...more],
    })

  /** Another buyer pays for all that is left. Answers with the address of their session. */
  async function sellOut(shop: Shop, card = '4242424242424242') {
    const quantity = 2
    await putProduct(shop, quantity)
    const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity }]
    const { url } = await createSession(shop, { items })
    await payAsProgram(url, card)
    return url
  }

  return {
    async createShop(fields: Record<string, unknown> = {}): Promise<Shop> {
      const { id, keys } = await platform<{ id: string; keys: { secret: string } }>(
        'POST',
        '/stores',
        {
          name: 'Loom & Co',
          plan: 'pro',
          currency: 'EUR',
          deliveryOptions: [
            { id: 'standard', name: 'Standard', fee: 490 },
            { id: 'express', name: 'Express', fee: 1250 },
          ],
          ...fields,
        },
      )
      return { storeId: id, secretKey: keys.secret }
    },
    changeShop: ({ storeId }: Shop, fields: Record<string, unknown>) =>
      platform('PATCH', `/stores/${storeId}`, fields),
    putProduct,
    sellOut,
    createSession: (shop: Shop, fields: Record<string, unknown> = {}) =>
      createSession(shop, fields).then(({ url }) => url),
    getSession: ({ secretKey }: Shop, url: string) =>
      send<{ status: string; order: Record<string, unknown> | null }>(
        'GET',
        `/v1/checkout/sessions/${url.split('/').at(-1)}`,
        secretKey,
      ),
    expireSession: (url: string) =>
      platform('POST', '/test-provider/expire-session', { sessionId: url.split('/').at(-1) }),
    payAsProgram,
    /** Ends a payment whose bank's page nobody has answered. */
    giveUpPayment: async (url: string) => postAsBuyer(`${url}/cancel`, {}, await takeToken(url)),
    /** Makes that many declined payments on sessions of their own. */
    async testCards(shop: Shop, { sessions, triesEach }: { sessions: number; triesEach: number }) {
      for (let count = 0; count < sessions; count += 1) {
        const { url } = await createSession(shop)
        for (let tries = 0; tries < triesEach; tries += 1)
          await payAsProgram(url, '4000000000000002')
      }
    },
    listOrders: ({ storeId }: Shop) =>
      platform<{ data: { orderNumber: string }[] }>('GET', `/stores/${storeId}/orders`),
    listPayments: ({ storeId }: Shop) =>
      platform<{ data: { sessionId: string; status: string }[] }>(
        'GET',
        `/test-provider/payments?store=${storeId}`,
      ),
  }
}
