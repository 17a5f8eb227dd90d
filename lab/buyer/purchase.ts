import { exchange } from './exchange.ts'
import type { Shop } from './shop.ts'

/** Buys a mug; returns the order's number and its session. */
export async function buyOne(
  port: number,
  shop: Shop,
  buyer: string,
): Promise<[orderNumber: string, session: string]> {
  const json = { 'content-type': 'application/json', origin: `http://localhost:${port}` }
  const post = async (path: string, body: unknown, token?: string) => {
    const answer = await exchange({
      port,
      method: 'POST',
      path,
      headers: { ...json, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return JSON.parse(answer.text) as Record<string, string> & { order?: { orderNumber: string } }
  }
  const created = await exchange({
    port,
    method: 'POST',
    path: '/v1/checkout/sessions',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${shop.secretKey}`,
    },
    body: JSON.stringify({ items: [{ product: 'mug' }] }),
  })
  const page = new URL((JSON.parse(created.text) as { url: string }).url).pathname
  const { token } = await post(`${page}/token`, {})
  const { paymentMethod } = await post('/payment-frame/test-payment-methods', {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2040,
    cvc: '123',
  })
  const { order } = await post(
    `${page}/pay`,
    {
      customer: { name: buyer, phone: '+34 600 123 456' },
      fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1' },
      paymentMethod,
    },
    token,
  )
  return [order?.orderNumber ?? 'nothing', page.split('/').at(-1) ?? '']
}
