import { afterAll, describe, expect, test } from 'vitest'
import { createReceiptVerifier } from '../../../npm/receipts.ts'
import type { EventList } from '../../contract/events.ts'
import type { MerchantOrder, Refund } from '../../contract/merchant-orders.ts'
import type { GetSessionResponse } from '../../contract/merchant.ts'
import { aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { anEndpoint } from '../../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts'

describe.each([
  ['two processes with Redis', { env: { REDIS_URL: testRedisUrl(25) }, processes: 2 }],
  ['one process without Redis', { env: {}, processes: 1 }],
])('contract §3: the merchant’s server, with %s', async (_how, { env, processes }) => {
  const database = await createTestDatabase()
  const databaseUrl = database.url
  const services: TestService[] = []
  for (let count = 0; count < processes; count += 1)
    services.push(await startTestService({ databaseUrl, env }))
  /** Where buyers pay, and where the merchant's server asks. */
  const [shop, office] = [services[0]!, services.at(-1)!]
  const receiver = await startWebhookReceiver()
  afterAll(async () => {
    receiver.close()
    await Promise.all(services.map((service) => service.stop()))
    await database.drop()
  })
  const store = await aStore(shop)
  await aProduct(shop, store, { variants: [{ stock: 1_000 }] })
  await anEndpoint(office, store, { url: receiver.url })

  const ask = <Body>(path: string) =>
    office.call<Body>('GET', `/v1${path}`, { token: store.keys.secret })
  const send = <Body>(path: string, body: object = {}) =>
    office.call<Body>('POST', `/v1${path}`, { token: store.keys.secret, body })

  test('a merchant hears of a payment by ?wait=, feed and webhook, and can act on it', async () => {
    const id = await aSession(shop, store)
    const { nextCursor } = (await ask<EventList>('/events?after=now')).body
    const waiting = ask<GetSessionResponse>(`/checkout/sessions/${id}?wait=25`)
    const following = ask<EventList>(`/events?after=${nextCursor}&wait=25`)
    await (await aBuyer(shop, id)).pay()

    const session = await waiting
    expect(session.body.status).toBe('complete')
    const { orderNumber = '', amountTotal } = session.body.order ?? {}
    const [event] = (await following).body.data
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { sessionId: id, orderNumber },
    })
    await expect.poll(() => receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.id).toBe(event?.id)

    const verify = createReceiptVerifier(office.baseUrl)
    expect(await verify(session.headers.get('checkout-receipt') ?? '')).toMatchObject({
      sessionId: id,
      orderNumber,
      amount: amountTotal,
    })

    expect((await send<Refund>(`/orders/${orderNumber}/refunds`, { amount: 100 })).body).toEqual(
      expect.objectContaining({ amount: 100, status: 'succeeded' }),
    )
    await send(`/orders/${orderNumber}/fulfill`)
    expect((await ask<MerchantOrder>(`/orders/${orderNumber}`)).body).toMatchObject({
      fulfilledAt: expect.any(String),
      refunds: [{ amount: 100 }],
    })
    expect(
      (await ask<EventList>(`/events?after=${nextCursor}`)).body.data.map(({ type }) => type),
    ).toEqual(['checkout.session.completed', 'order.refunded', 'order.fulfilled'])
  })

  test('a wait is answered because of the payment: before a wait that began earlier is over', async () => {
    const [other, id] = [await aSession(shop, store), await aSession(shop, store)]
    const buyer = await aBuyer(shop, id)
    const wait = (sessionId: string) =>
      ask<GetSessionResponse>(`/checkout/sessions/${sessionId}?wait=25`)
    const [earlier, answered] = [wait(other), wait(id)]
    await buyer.pay()
    expect((await Promise.race([earlier, answered])).body.status).toBe('complete')
    await send(`/checkout/sessions/${other}/expire`)
    await earlier
  })
})
