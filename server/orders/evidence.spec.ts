import { type JWK, base64url, compactVerify, createLocalJWKSet } from 'jose'
import { describe, expect, test } from 'vitest'
import type { SignedEvidence } from '../contract/evidence.ts'
import { SignedEvidence as Schema } from '../contract/evidence.ts'
import {
  CARDS,
  SELLER,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  readSession,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { textOf } from '../testing/store/page-text.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { aMember, anOrder, aStoreWithOwner } from '../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

const customer = { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@mail.example' }

const evidenceOf = (store: TestStore, orderNumber: string, token = store.keys.secret) =>
  service.call<SignedEvidence>('GET', `/v1/orders/${orderNumber}/evidence`, { token })

/** An order that was declined once, then paid after the bank had asked, and partly refunded. */
async function aWholeStory() {
  const store = await aStoreWithOwner(service, { seller: { ...SELLER, mustAgree: true } })
  await aProduct(service, store)
  const sessionId = await aSession(service, store, { items: [{ product: 'mug', quantity: 2 }] })
  const buyer = await aBuyer(service, sessionId)
  await buyer.pay({ customer, agreedToTerms: true, card: CARDS.declined })
  await buyer.pay({ customer, agreedToTerms: true })
  const { order } = (await readSession(service, store, sessionId)).body
  if (!order) throw new Error('it was not paid')
  const path = `/v1/orders/${order.orderNumber}`
  const token = store.keys.secret
  await service.call('POST', `${path}/fulfill`, { token })
  await service.call('POST', `${path}/refunds`, { token, body: { amount: 500 } })
  return { store, sessionId, order }
}

const story = await aWholeStory()

/** As somebody does who has the saved file and the public keys. */
async function verify(file: string) {
  const { keys } = (await service.call<{ keys: JWK[] }>('GET', '/.well-known/jwks.json')).body
  const { document, signature }: SignedEvidence = JSON.parse(file)
  const [head, , tail] = signature.split('.')
  const payload = base64url.encode(JSON.stringify(document))
  return compactVerify(`${head}.${payload}.${tail}`, createLocalJWKSet({ keys }), {
    algorithms: ['ES256'],
  })
}

describe('Evidence for a dispute', () => {
  test('the evidence of an order is all that was shown, agreed, paid, told, sent and refunded', async () => {
    const { store, sessionId, order } = story
    const { status, body } = await evidenceOf(store, order.orderNumber)
    expect(status).toBe(200)
    expect(Schema.parse(body)).toEqual(body)
    const { receipt, ...document } = body.document
    const at = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/)
    const waiting = { state: 'waiting', refusal: null, writtenAt: at, endedAt: null }
    const begun = {
      at,
      type: 'payment_begun',
      amount: 3980,
      currency: 'EUR',
      isChallenged: false,
    }
    expect(document).toEqual({
      issuer: service.baseUrl,
      orderNumber: order.orderNumber,
      sessionId,
      paidAt: order.paidAt,
      amountTotal: 3980,
      currency: 'EUR',
      shown: {
        product: 'Mug',
        size: null,
        color: null,
        quantity: 2,
        unitPrice: 1990,
        deliveryOptions: [{ id: 'standard', name: 'Standard delivery', fee: 0 }],
        terms: { version: 1, since: at, seller: { ...SELLER, mustAgree: true } },
      },
      consent: { isRequired: true, agreedAt: at },
      customer,
      payment: {
        provider: 'test',
        providerPaymentId: expect.stringMatching(/./),
        card: { brand: 'Visa', last4: '4242' },
        steps: [
          { at, type: 'created', createdWith: 'secret' },
          { at, type: 'opened' },
          begun,
          { at, type: 'payment_declined', code: 'card_declined' },
          begun,
          { at, type: 'paid', amount: 3980, currency: 'EUR', orderNumber: order.orderNumber },
        ],
      },
      mails: [
        { kind: 'confirmation', ...waiting },
        { kind: 'refund', ...waiting },
      ],
      fulfillment: {
        details: order.fulfillment.details,
        fee: 0,
        fulfilledAt: at,
        tracking: null,
        deliveredAt: null,
        changes: [{ at, isFulfilled: true }],
      },
      withdrawal: { days: 14, reason: null, at: null, late: false },
      refunds: [
        {
          id: expect.stringMatching(/^rf_/),
          amount: 500,
          status: 'succeeded',
          reason: null,
          createdAt: at,
          succeededAt: at,
        },
      ],
      disputes: [],
    })
    const read = await readSession(service, store, sessionId)
    expect(receipt).toBe(read.headers.get('checkout-receipt'))
    expect(body.document.consent.agreedAt).toBe(body.document.payment.steps[4]?.at)
  })

  test('the saved file alone proves the evidence, also with other white space, and no changed one does', async () => {
    const { text, body } = await evidenceOf(story.store, story.order.orderNumber)
    const { protectedHeader } = await verify(text)
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'checkout-evidence',
      kid: expect.any(String),
      iat: expect.any(Number),
    })
    await verify(JSON.stringify(body, null, 2))
    const forged = { ...body, document: { ...body.document, amountTotal: 1 } }
    await expect(verify(JSON.stringify(forged))).rejects.toThrow(/signature/)
  })

  test('evidence tells of a withdrawal, and of the days that the buyer had for it', async () => {
    const store = await aStoreWithOwner(service)
    const product = { withdrawalDays: 0, withdrawalReason: 'Made to measure' }
    const orderNumber = await anOrder(service, store, { product })
    const withdrawnAt = '2026-11-22T08:00:00.000Z'
    await sql.rows(
      'update orders set withdrawn_at = $2, withdrawn_late = true where order_number = $1',
      [orderNumber, withdrawnAt],
    )
    expect((await evidenceOf(store, orderNumber)).body.document.withdrawal).toEqual({
      days: 0,
      reason: 'Made to measure',
      at: withdrawnAt,
      late: true,
    })
    const member = await aMember(service, store.email)
    const page = textOf(await member.get(`/orders/${orderNumber}/evidence`))
    expect(page).toContain('0 days. Made to measure')
    expect(page).toContain('Withdrawn late 22 Nov 2026')
  })

  test('evidence of a store without terms claims no consent', async () => {
    const store = await aStoreWithOwner(service)
    const { document } = (await evidenceOf(store, await anOrder(service, store))).body
    expect([document.shown.terms, document.consent]).toEqual([
      null,
      { isRequired: false, agreedAt: null },
    ])
  })

  test('evidence tells of a test store, of a fulfilment undone, and when a refund was paid', async () => {
    const store = await aStoreWithOwner(service, { test: true })
    const orderNumber = await anOrder(service, store)
    const path = `/orders/${orderNumber}`
    const token = store.keys.secret
    await service.call('POST', `/v1${path}/fulfill`, { token })
    const member = await aMember(service, store.email)
    await member.post(`${path}/unfulfil`, { csrf: await member.csrf() })
    await service.call('POST', `/v1${path}/refunds`, { token, body: { amount: 500 } })
    const succeededAt = '2999-01-01T00:00:00.000Z'
    await sql.rows('update order_refunds set succeeded_at = $2 where store_id = $1', [
      store.id,
      succeededAt,
    ])
    expect((await evidenceOf(store, orderNumber)).body.document).toMatchObject({
      test: true,
      fulfillment: { fulfilledAt: null, changes: [{ isFulfilled: true }, { isFulfilled: false }] },
      refunds: [{ createdAt: expect.not.stringMatching(/^2999/), succeededAt }],
    })
  })

  test('evidence tells of a dispute', async () => {
    const { store, sessionId, order } = story
    const dispute = { sessionId, reason: 'product_not_received' }
    const made = await service.platform('POST', '/test-provider/dispute', dispute)
    expect(made.status).toBe(200)
    await expect
      .poll(async () => (await evidenceOf(store, order.orderNumber)).body.document)
      .toMatchObject({
        disputes: [{ reason: 'product_not_received', state: 'needs_response', closedAt: null }],
      })
  })

  test('evidence has nothing of the buyer once that is erased, and is still signed', async () => {
    const store = await aStoreWithOwner(service)
    const orderNumber = await anOrder(service, store, { pay: { customer } })
    const erased = await service.platform('POST', `/stores/${store.id}/buyers/erase`, {
      email: customer.email,
    })
    expect(erased.status).toBe(200)
    const { text, body } = await evidenceOf(store, orderNumber)
    expect(body.document).toMatchObject({
      customer: null,
      payment: { card: null },
      fulfillment: { details: 'Standard delivery' },
      mails: [],
    })
    for (const word of ['Ana', '600 123', 'ana@', 'Mayor', '4242']) expect(text).not.toContain(word)
    await verify(text)
  })

  test('evidence of an order that is unknown or another store’s gets the same 404', async () => {
    const other = await aStoreWithOwner(service)
    const expected = await evidenceOf(other, '00000-00000')
    expectError(expected, 404, 'order_not_found')
    for (const number of [story.order.orderNumber, 'x', '%00'])
      expect((await evidenceOf(other, number)).text).toBe(expected.text)
    expectError(
      await evidenceOf(other, story.order.orderNumber, other.keys.public),
      401,
      'invalid_api_key',
    )
  })

  test('a button on the order leads to a page that can be printed, and to the signed file', async () => {
    const { store, order } = story
    const member = await aMember(service, store.email)
    const path = `/orders/${order.orderNumber}`
    expect((await member.get(path)).text).toContain(`href="/store${path}/evidence"`)
    const page = await member.get(`${path}/evidence`)
    const text = textOf(page)
    for (const shown of [
      'Ana Example',
      'Loom &amp; Co, S.L.',
      'Version 1',
      'agreed to the terms',
      'Standard delivery',
      '•••• 4242',
      'Payment declined',
      '€39.80',
      'Marked as fulfilled',
      '€5.00 refunded',
    ])
      expect(text).toContain(shown)
    const file = await member.get(`${path}/evidence/export`)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename=evidence-${order.orderNumber}.json`,
    )
    await verify(file.text)
    const { document }: SignedEvidence = JSON.parse(file.text)
    expect(document.orderNumber).toBe(order.orderNumber)
    expect(page.text).toContain(document.receipt)
    const printed = /(?<=<code>)[\w-]+\.\.[\w-]+(?=<)/.exec(page.text)?.[0] ?? ''
    await verify(JSON.stringify({ document, signature: printed }))
  })
})
