import { afterAll, expect, test } from 'vitest'
import {
  CARDS,
  LIVE,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { losePayment, loseRefunds } from '../../testing/bank/lost-commits.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { confirmationTokenFor } from '../../../lab/stripe/stripe-cards.ts'
import { startStripeDouble } from '../../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const env = { PAYMENT_PROVIDER: 'stripe', ...double.settings }
const { service, sql } = await openSpecService({ env })
const other = await startTestService({ env, databaseUrl: service.databaseUrl })
afterAll(async () => {
  await other.stop()
  await double.close()
})

test('payments §8: after a restore no process pays or refunds anew what Stripe has, before or after its books are read', async () => {
  const store = await aStore(service, LIVE)
  await aProduct(service, store)
  const payAt = async (at: typeof other, id: string) =>
    (await aBuyer(at, id)).payWith(confirmationTokenFor(CARDS.succeeds))
  const [lost, sold] = [await aSession(service, store), await aSession(service, store)]
  for (const id of [lost, sold]) expect((await payAt(service, id)).status).toBe(200)
  const { order } = (await readSession(service, store, sold)).body
  const refundAt = (at: typeof other) =>
    at.call<{ id: string }>('POST', `/v1/orders/${order?.orderNumber}/refunds`, {
      token: store.keys.secret,
      headers: { 'idempotency-key': 'refund-1' },
      body: { amount: 500 },
    })
  const refunded = await refundAt(service)
  expect(refunded.status).toBe(201)

  const reading = Promise.withResolvers<void>()
  double.failNext('list', ...Array.from({ length: 50 }, () => ({ heldUntil: reading.promise })))
  await losePayment(sql, lost)
  await loseRefunds(sql, order?.orderNumber ?? '')
  await sql.rows('select raise_epoch()')
  // As a restore does; the connections are made anew.
  await sql.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'hosted-checkout'`,
  )
  for (const at of [service, other]) {
    await expect.poll(async () => (await readSession(at, store, lost)).status).toBe(200)
    const busy = [await payAt(at, lost), await refundAt(at)]
    for (const answer of busy) expectError(answer, 503, 'busy', /restored/)
    expect(busy.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5'])
  }
  expect((await payAt(other, await aSession(other, store))).status).toBe(200)

  reading.resolve()
  await expect.poll(async () => (await payAt(other, lost)).status).toBe(409)
  await expect.poll(async () => (await refundAt(other)).status).toBe(201)
  expect((await refundAt(other)).body.id).toBe(refunded.body.id)
  expect([...double.books.refunds.values()].map(({ amount }) => amount)).toEqual([500])
  expect(double.books.payments.size).toBe(3)
})
