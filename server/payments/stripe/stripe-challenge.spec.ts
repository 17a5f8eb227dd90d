import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIVE, aBuyer, aProduct, aSession, aStore, readSession } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { confirmationTokenFor } from '../../../lab/stripe/stripe-cards.ts'
import { type StripeDouble, startStripeDouble } from '../../../lab/stripe/stripe-double.ts'

const CHALLENGE_CARD = '4000002760003184'

let double: StripeDouble
let service: TestService

beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService({
    env: { PAYMENT_PROVIDER: 'stripe', ...double.settings },
  })
})

afterAll(async () => {
  await service.stop()
  await double.close()
})

async function aChallenge() {
  const store = await aStore(service, LIVE)
  await aProduct(service, store)
  const id = await aSession(service, store)
  const { status, body } = await (
    await aBuyer(service, id)
  ).payWith(confirmationTokenFor(CHALLENGE_CARD))
  expect(status).toBe(202)
  const url = new URL(body.status === 'processing' ? (body.action?.url ?? '') : '')
  const payment = [...double.books.payments.values()].find(
    ({ clientSecret }) => clientSecret === url.hash.slice(1),
  )
  if (!payment) throw new Error(`no payment with the secret in ${url.pathname}`)
  return {
    url,
    payment,
    address: `${url.origin}${url.pathname}`,
    read: async () => (await readSession(service, store, id)).body.status,
  }
}

const directives = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0], directive.replace(/^\S+ ?/, '')]),
  )

describe('payments §7: the bank’s question with Stripe', () => {
  test('the bank’s question is on the payment frame’s origin, its secret where no server sees it', async () => {
    const { url } = await aChallenge()
    expect(url.href).toMatch(
      new RegExp(`^${service.paymentFrameUrl}/challenges/att_\\w{24}#pi_\\w+_secret_\\w+$`),
    )
  })

  test('the challenge is framed by checkout and embedding page, and talks to Stripe alone', async () => {
    const { address } = await aChallenge()
    const page = await call('GET', `${address}?origin=https://shop.example`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('data-publishable-key="pk_test_1"')
    const { 'script-src': script, 'frame-ancestors': ancestors, ...others } = directives(page)
    expect(script).toMatch(/^'nonce-\S+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/)
    expect(ancestors).toBe(`${new URL(service.checkoutUrl).origin} https://shop.example`)
    expect(others).toMatchObject({
      'default-src': "'none'",
      'connect-src': "'self' https://api.stripe.com",
      'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    })
    expect(others).not.toHaveProperty('require-trusted-types-for')
    expect(page.headers.get('content-security-policy-report-only')).toBe(
      "require-trusted-types-for 'script'; trusted-types 'none'",
    )
  })

  test('an answered challenge takes the payment on at once and once, whoever says so', async () => {
    const { address, payment, read } = await aChallenge()
    double.books.answerChallenge(payment.id, 'complete')
    const answers = await Promise.all([
      call('POST', address),
      call('POST', address),
      call('POST', address),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await read()).toBe('complete')
    expect(double.books.find(payment.id)).toMatchObject({
      status: 'succeeded',
      charge: { captured: payment.amount, refunded: 0 },
    })
  })

  test('a challenge said to be answered when it is not changes nothing', async () => {
    const { address, payment, read } = await aChallenge()
    expect((await call('POST', address)).status).toBe(204)
    expect(await read()).toBe('open')
    expect(double.books.find(payment.id).status).toBe('requires_action')
  })

  test('the challenge asks Stripe only so often', async () => {
    const { address } = await aChallenge()
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', address)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(5)
    expectError(refused[0]!, 429, 'rate_limited')
  })

  test.each([
    'att_000000000000000000000000',
    'att_1',
    '%00',
    'cs_00000000000000000000000000000000',
  ])('there is no challenge for %s', async (id) => {
    expectError(await call('GET', `${service.paymentFrameUrl}/challenges/${id}`), 404, 'not_found')
    expectError(await call('POST', `${service.paymentFrameUrl}/challenges/${id}`), 404, 'not_found')
  })

  test('the challenge has nothing of the test bank, the hosted page nothing of Stripe’s hosts', async () => {
    expect(
      (await call('POST', `${service.paymentFrameUrl}/test-payment-methods`, { body: {} })).status,
    ).not.toBe(200)
    const store = await aStore(service, LIVE)
    await aProduct(service, store)
    const id = await aSession(service, store)
    expect(
      JSON.stringify(directives(await call('GET', `${service.checkoutUrl}/${id}`))),
    ).not.toContain('stripe')
    expect(
      directives(await call('GET', `${service.paymentFrameUrl}/${id}`))['frame-src'],
    ).toContain('https://hooks.stripe.com')
  })
})
