import { describe, expect, test } from 'vitest'
import {
  CARDS,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
  stockOf,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { findFreePort } from '../testing/servers/free-port.ts'
import { call } from '../testing/http-call.ts'
import { expectInvariants, expectInvariantsAtRest } from '../testing/invariants.ts'
import { keepBankSilent } from '../testing/bank/silent-bank.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { createTestClocks } from '../testing/test-clocks.ts'

const metricsPort = await findFreePort()
const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
const { service, sql } = await openSpecService({
  env: { METRICS_PORT: String(metricsPort) },
  clocks: createTestClocks(),
})
const store = await aStore(service)
await aProduct(service, store)

const aReadyBuyer = async (card: string) => {
  const id = await aSession(service, store)
  const buyer = await aBuyer(service, id)
  const paymentMethod = await aPaymentMethod(service, card)
  return { id, pay: () => buyer.payWith(paymentMethod) }
}

const countAttempts = async () => (await sql.rows('select id from payment_attempts')).length

const METRICS = {
  breaker: 'checkout_provider_breaker_open',
  refused: 'checkout_payments_refused_total{scope="provider",reason="unavailable"}',
  failures: 'checkout_provider_failures_total{call="authorize",kind="timeout"}',
}

const readMetric = async (name: keyof typeof METRICS) => {
  const { text } = await call<string>('GET', metricsUrl)
  const line = text.split('\n').find((each) => each.startsWith(`${METRICS[name]} `))
  return Number(line?.split(' ').at(-1))
}

describe('payments §5: a payment provider that keeps silent', async () => {
  const bank = await keepBankSilent(sql)
  const unlucky = await Promise.all(Array.from({ length: 5 }, () => aReadyBuyer(CARDS.slow)))
  const next = await aReadyBuyer(CARDS.succeeds)

  test('a silent provider leaves five payments unanswered: their buyers hear before it answers', async () => {
    const answers = await Promise.all(unlucky.map(({ pay }) => pay()))
    expect(countStatuses(answers)).toEqual({ 202: 5 })
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ status: 'processing' })))
    for (const { id } of unlucky)
      expect((await readSession(service, store, id)).body.status).toBe('open')
  })

  test('a silent provider is asked for no sixth payment: it is refused before stock is held', async () => {
    const refused = await next.pay()
    expectError(refused, 503, 'payments_unavailable', /not charged/)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await countAttempts()).toBe(5)
    expect(await stockOf(service, store)).toEqual([5])
    expect((await readSession(service, store, next.id)).body).toEqual({
      status: 'open',
      order: null,
    })
    await expectInvariants(sql)
  })

  test('a silent provider is seen in the log and in the metrics', async () => {
    for (const event of [
      'payment.provider.failed',
      'payment.provider.unavailable',
      'payment.unavailable',
    ])
      expect(service.log()).toContain(`"${event}"`)
    expect(await readMetric('breaker')).toBe(1)
    expect(await readMetric('refused')).toBe(1)
    expect(await readMetric('failures')).toBeGreaterThanOrEqual(5)
  })

  test('once a silent provider answers, payments are taken again, and the five are complete', async () => {
    await bank.answer()
    await expect.poll(async () => (await next.pay()).status).toBe(200)
    for (const { id } of unlucky) {
      await expect
        .poll(async () => (await readSession(service, store, id)).body.status)
        .toBe('complete')
    }
    expect(service.log()).toContain('payment.provider.available')
    expect(await readMetric('breaker')).toBe(0)
    expect(await stockOf(service, store)).toEqual([4])
    await expectInvariantsAtRest(sql)
  })
})
