import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  HostedCheckoutError,
  createHostedCheckout,
  createReceiptVerifier,
  verifyWebhook,
} from '../../../npm/server.ts'
import { aBuyer, aProduct, aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anEndpoint, testEndpoint } from '../../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts'

const { service, sql } = await openSpecService()
const { baseUrl } = service
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1_000 }] })
await aProduct(service, store, { slug: 'gone', variants: [{ stock: 0 }] })
const checkout = createHostedCheckout({ baseUrl: `${baseUrl}/`, secretKey: store.keys.secret })
const MUG = { items: [{ product: 'mug' }] } as { items: [{ product: string }] }

afterEach(() => void vi.restoreAllMocks())

const failed = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.unreachable('it went well'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(HostedCheckoutError)
      return error as HostedCheckoutError
    },
  )

async function aPaidSession() {
  const { id } = await checkout.createSession(MUG)
  await (await aBuyer(service, id)).pay()
  return checkout.getSession(id)
}

const countSessions = async () => (await sql.rows('select 1 from checkout_sessions')).length

/** Instead of the service, so often as there are answers; the last one stays. */
async function answerWith(...answers: RequestListener[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.headers['idempotency-key']))
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { asked, url, client: createHostedCheckout({ baseUrl: url, secretKey: 'sk_live_x' }) }
}

const busy =
  (headers: Record<string, string>): RequestListener =>
  (_request, response) =>
    response.writeHead(503, headers).end('{"error":{"code":"busy","message":"Later."}}')
const created: RequestListener = (_request, response) =>
  response.writeHead(201).end('{"url":"https://pay.example/checkout/cs_1"}')
const proxy: RequestListener = (_request, response) => response.writeHead(404).end('<h1>No</h1>')

describe('contract §3, the client of the package: a session', () => {
  test('the client creates a session, finds it by its id, and reads it as open', async () => {
    const { id, url } = await checkout.createSession({ ...MUG, metadata: { cart: 7 } })
    expect([id.slice(0, 3), url]).toEqual(['cs_', `${service.checkoutUrl}/${id}`])
    expect(await checkout.getSession(id)).toEqual({
      status: 'open',
      order: null,
      metadata: { cart: 7 },
      receipt: null,
    })
    expect((await checkout.listSessions({ limit: 1, status: 'open' })).data[0]?.id).toBe(id)
  })

  test('the client waits for a session until it is paid, and gets its receipt', async () => {
    const { id } = await checkout.createSession(MUG)
    const waiting = checkout.waitForSession(id)
    await (await aBuyer(service, id)).pay()
    const { status, order, receipt } = await waiting
    expect([status, order?.amountTotal]).toEqual(['complete', 1990])
    expect(await checkout.verifyReceipt(receipt ?? '')).toEqual({
      sessionId: id,
      orderNumber: order?.orderNumber,
      amount: 1990,
      currency: 'EUR',
      paidAt: order?.paidAt,
      isTest: false,
    })
  })

  test('the client waits for a session until it is expired, too', async () => {
    const { id } = await checkout.createSession(MUG)
    const waiting = checkout.waitForSession(id)
    expect((await checkout.expireSession(id)).status).toBe('expired')
    expect((await waiting).status).toBe('expired')
  })

  test('the client waits for a session no longer than the caller wants', async () => {
    const { id } = await checkout.createSession(MUG)
    const giveUp = new AbortController()
    const waiting = checkout.waitForSession(id, { signal: giveUp.signal })
    giveUp.abort(new Error('the shop closes'))
    await expect(waiting).rejects.toThrow('the shop closes')
  })
})

describe('contract §3, the client of the package: what is once is done once', () => {
  test('the client asks again for a lost answer with the same key: one session', async () => {
    const before = await countSessions()
    const { fetch } = globalThis
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...given) => {
      await fetch(...given)
      throw new TypeError('the connection broke')
    })
    await checkout.createSession(MUG)
    expect(sent).toHaveBeenCalledTimes(2)
    expect(await countSessions()).toBe(before + 1)
  })

  test('a key of the caller counts through all calls of the client', async () => {
    const options = { idempotencyKey: 'cart-17' }
    const first = await checkout.createSession(MUG, options)
    expect(await checkout.createSession(MUG, options)).toEqual(first)
    expect(await checkout.createSession(MUG)).not.toEqual(first)
  })

  test('the client asks a busy service again, with the same key', async () => {
    const { asked, client } = await answerWith(busy({ 'retry-after': '0' }), busy({}), created)
    expect((await client.createSession(MUG)).id).toBe('cs_1')
    expect([asked.length, new Set(asked).size]).toEqual([3, 1])
  })

  test('the client gives up after three more tries', async () => {
    const { asked, client } = await answerWith(busy({}))
    expect(await failed(client.createSession(MUG))).toMatchObject({ code: 'busy', status: 503 })
    expect(asked).toHaveLength(4)
  })

  test('the client leaves alone a service that wants to be left alone for long', async () => {
    const { asked, client } = await answerWith(busy({ 'retry-after': '3600' }))
    expect(await failed(client.createSession(MUG))).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(asked).toHaveLength(1)
  })

  test('a caller that gives up between two tries of the client is let go', async () => {
    const giveUp = new AbortController()
    const { asked, client } = await answerWith((request, response) => {
      busy({ 'retry-after': '20' })(request, response)
      response.once('finish', () => giveUp.abort(new Error('the shop closes')))
    })
    const creating = client.createSession(MUG, { signal: giveUp.signal })
    await expect(creating).rejects.toThrow('the shop closes')
    expect(asked).toHaveLength(1)
  })
})

describe('contract §3, the client of the package: what fails', () => {
  test.each([
    ['sold_out', 409, () => checkout.createSession({ items: [{ product: 'gone' }] })],
    ['product_not_found', 404, () => checkout.getProduct('a/b')],
    ['session_not_found', 404, () => checkout.getSession('cs_?wait=1')],
    ['order_not_found', 404, () => checkout.getOrder('../products')],
    ['invalid_request', 400, () => checkout.listOrders({ limit: 0 })],
  ])('the client says the service’s code %s, and does not try again', async (code, status, ask) => {
    const sent = vi.spyOn(globalThis, 'fetch')
    expect(await failed(ask())).toMatchObject({ code, status, message: expect.stringMatching(/./) })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('the client refuses a key of another kind', async () => {
    const stranger = createHostedCheckout({ baseUrl, secretKey: store.keys.public })
    expect(await failed(stranger.listOrders())).toMatchObject({ code: 'invalid_api_key' })
  })

  test('the client says when something else than the service answers', async () => {
    const { asked, client } = await answerWith(proxy)
    expect(await failed(client.listOrders())).toMatchObject({ code: 'unreachable', status: 404 })
    expect(asked).toHaveLength(1)
  })

  test('the client follows no redirect with the secret key', async () => {
    const elsewhere = await answerWith(created)
    const { client } = await answerWith((_request, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    expect(await failed(client.createSession(MUG))).toMatchObject({ code: 'unreachable' })
    expect(elsewhere.asked).toEqual([])
  })
})

describe('contract §3, the client of the package: the back office', () => {
  test('the client hears of what happened, and goes on from there', async () => {
    const { nextCursor } = await checkout.listEvents({ after: 'now' })
    const waiting = checkout.listEvents({ after: nextCursor, wait: 25 })
    const { order } = await aPaidSession()
    const { data, nextCursor: next } = await waiting
    expect(data[0]).toMatchObject({
      type: 'checkout.session.completed',
      data: { orderNumber: order?.orderNumber },
    })
    expect((await checkout.listEvents({ after: next })).data).toEqual([])
  })

  test('the client lists, refunds, fulfils and delivers orders', async () => {
    const { orderNumber, paidAt: deliveredAt } = (await aPaidSession()).order!
    expect((await checkout.listOrders({ limit: 1 })).data[0]?.orderNumber).toBe(orderNumber)
    const refund = await checkout.createRefund(orderNumber, { amount: 990 })
    expect([refund.amount, refund.id.slice(0, 3)]).toEqual([990, 'rf_'])
    await checkout.createRefund(orderNumber)
    expect((await checkout.fulfillOrder(orderNumber)).fulfilledAt).not.toBeNull()
    expect(await checkout.deliverOrder(orderNumber, { deliveredAt })).toMatchObject({ deliveredAt })
    const { refunds } = await checkout.getOrder(orderNumber)
    const { document } = await checkout.getOrderEvidence(orderNumber)
    expect(document.refunds.map(({ id }) => id)).toEqual(refunds.map(({ id }) => id))
    expect(refunds.map(({ amount }) => amount)).toEqual([990, 1000])
  })

  test('the client reads the products', async () => {
    const { data } = await checkout.listProducts({ limit: 1 })
    expect(await checkout.getProduct(data[0]!.slug)).toEqual(data[0])
  })
})

describe('contract §3, the client of the package: receipts', () => {
  test('the client does not believe forged receipts, or something else that the service signs', async () => {
    const { receipt } = await aPaidSession()
    const [head = '', body = '', signature = ''] = receipt!.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, amount: 1 })).toString('base64url')
    const { id } = await checkout.createSession(MUG)
    const { token } = await aBuyer(service, id)
    for (const given of [`${head}.${forged}.${signature}`, `${head}.${body}.`, token, ''])
      expect(await failed(checkout.verifyReceipt(given))).toMatchObject({ code: 'invalid_receipt' })
  })

  test('the client does not believe receipts of another service', async () => {
    const { receipt } = await aPaidSession()
    const { url } = await answerWith((_request, response) => {
      void fetch(`${baseUrl}/.well-known/jwks.json`)
        .then((keys) => keys.text())
        .then((keys) => response.end(keys))
    })
    const verify = createReceiptVerifier(url)
    expect(await failed(verify(receipt!))).toMatchObject({ code: 'invalid_receipt' })
  })

  test('the client calls no receipt wrong while the keys cannot be read', async () => {
    const { receipt } = await aPaidSession()
    const { url } = await answerWith(busy({}))
    const unread = await failed(createReceiptVerifier(url)(receipt!))
    expect([unread.code, unread.isTemporary]).toEqual(['unreachable', true])
  })
})

describe('contract §3, the client of the package: webhooks', () => {
  test('the client verifies webhooks as they came, and with nothing changed', async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(receiver.close)
    const shop = await aStore(service)
    const { id, secret } = await anEndpoint(service, shop, { url: receiver.url })
    await testEndpoint(service, shop, id)
    await expect.poll(() => receiver.received).toHaveLength(1)
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
    const verified = verifyWebhook(secret, { body, headers })
    expect(verified).toMatchObject({ id: headers['webhook-id'], type: 'endpoint.test' })
    const asBytes = { body: new TextEncoder().encode(body), headers: new Headers(headers) }
    expect(verifyWebhook(secret, asBytes)).toEqual(verified)

    const { 'webhook-signature': _unsigned, ...unsigned } = headers
    for (const forged of [
      { body: `${body} `, headers },
      { body, headers: { ...headers, 'webhook-id': 'evt_other' } },
      { body, headers: { ...headers, 'webhook-timestamp': '1700000000' } },
      { body, headers: unsigned },
    ])
      expect(() => verifyWebhook(secret, forged)).toThrow(
        expect.objectContaining({ code: 'invalid_webhook' }),
      )
    const foreign = (await anEndpoint(service, shop, { url: receiver.url })).secret
    expect(() => verifyWebhook(foreign, { body, headers })).toThrow(HostedCheckoutError)
  })
})
