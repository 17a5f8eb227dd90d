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
import { findFreePort } from '../testing/free-port.ts'
import { call } from '../testing/http-call.ts'
import { expectInvariants, expectInvariantsAtRest } from '../testing/invariants.ts'
import { openSpecService } from '../testing/spec-service.ts'

const metricsPort = await findFreePort()
const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
const { service, sql } = await openSpecService({ env: { METRICS_PORT: String(metricsPort) } })
const store = await aStore(service)
await aProduct(service, store)

const aReadyBuyer = async (card: string) => {
  const id = await aSession(service, store)
  const buyer = await aBuyer(service, id)
  const paymentMethod = await aPaymentMethod(service, card)
  return { id, pay: () => buyer.payWith(paymentMethod) }
}

const countAttempts = async () => (await sql.rows('select id from payment_attempts')).length

describe('payments §5: A payment provider that keeps timing out', () => {
  test('five payments without an answer: the next is refused before stock is held, until the provider answers', async () => {
    const unlucky = await Promise.all(Array.from({ length: 5 }, () => aReadyBuyer(CARDS.slow)))
    const next = await aReadyBuyer(CARDS.succeeds)
    const startedAt = performance.now()
    const answers = await Promise.all(unlucky.map(({ pay }) => pay()))
    expect(countStatuses(answers)).toEqual({ 202: 5 })
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ status: 'processing' })))
    expect(performance.now() - startedAt).toBeLessThan(15_000)

    const refused = await next.pay()
    expectError(refused, 503, 'payments_unavailable', /not charged/)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await countAttempts()).toBe(5)
    expect(await stockOf(service, store)).toEqual([5])
    expect((await readSession(service, store, next.id)).body).toEqual({
      status: 'open',
      order: null,
    })
    const events = [
      'payment.provider.failed',
      'payment.provider.unavailable',
      'payment.unavailable',
    ]
    expect(events.filter((event) => service.log().includes(`"${event}"`))).toEqual(events)
    const { text } = await call<string>('GET', metricsUrl)
    expect(text).toContain('checkout_provider_breaker_open 1\n')
    expect(text).toContain(
      'checkout_payments_refused_total{scope="provider",reason="unavailable"} 1\n',
    )
    expect(text).toMatch(/^checkout_provider_failures_total\{call="authorize"\} ([5-9]|\d\d)$/m)
    await expectInvariants(sql)

    await sql.rows('update test_provider.payments set visible_at = clock_timestamp()')
    await sql.rows('update payment_attempts set next_check_at = clock_timestamp()')
    await expect.poll(async () => (await next.pay()).status).toBe(200)
    for (const { id } of unlucky) {
      await expect
        .poll(async () => (await readSession(service, store, id)).body.status)
        .toBe('complete')
    }
    expect(service.log()).toContain('payment.provider.available')
    expect((await call<string>('GET', metricsUrl)).text).toContain(
      'checkout_provider_breaker_open 0\n',
    )
    expect(await stockOf(service, store)).toEqual([4])
    await expectInvariantsAtRest(sql)
  })
})
