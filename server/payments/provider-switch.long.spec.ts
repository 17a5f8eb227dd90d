import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  CARDS,
  LIVE,
  type TestStore,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  readSession,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { hiddenFields } from '../testing/store/page-text.ts'
import { openSql } from '../testing/sql.ts'
import { aMember, aStoreWithOwner } from '../testing/store/store-builders.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'
import { postTo } from '../../lab/stripe/signed-notifications.ts'
import { confirmationTokenFor } from '../../lab/stripe/stripe-cards.ts'
import { startStripeDouble } from '../../lab/stripe/stripe-double.ts'

const database = await createTestDatabase()
const sql = openSql(database.url)
const double = await startStripeDouble()

afterAll(async () => {
  await expectInvariants(sql)
  await sql.close()
  await database.drop()
  await double.close()
})

async function start(env: Record<string, string>) {
  const service = await startTestService({ databaseUrl: database.url, env })
  onTestFinished(() => service.stop())
  return service
}

/** A session that is being paid; `page` is where its buyer answers the bank, without the host. */
async function aChallenge(service: TestService, store: TestStore, paymentMethod?: string) {
  const id = await aSession(service, store)
  const buyer = await aBuyer(service, id)
  const { body } = await (paymentMethod === undefined
    ? buyer.pay({ card: CARDS.challenge })
    : buyer.payWith(paymentMethod))
  if (body.status !== 'processing' || !body.action) throw new Error('the bank asks nothing')
  const { pathname, hash } = new URL(body.action.url)
  return {
    page: pathname.replace('/payment-frame', ''),
    payment: [...double.books.payments.values()].find(
      ({ clientSecret }) => clientSecret === hash.slice(1),
    ),
    read: async (at: TestService) => (await readSession(at, store, id)).body.status,
  }
}

const stripeChallenge = (service: TestService, store: TestStore) =>
  aChallenge(service, store, confirmationTokenFor(CARDS.challenge))

async function refund(service: TestService, email: string, orderNumber: string) {
  const member = await aMember(service, email)
  const fields = { csrf: await member.csrf() }
  const review = await member.post(`/orders/${orderNumber}/refund`, { ...fields, amount: '5' })
  return member.post(`/orders/${orderNumber}/refund/confirm`, {
    ...fields,
    ...hiddenFields(review),
  })
}

test('payments §8: what another provider than yesterday’s has begun is finished, given back, and never left behind', async () => {
  const yesterday = await start({ PAYMENT_PROVIDER: 'stripe', ...double.settings })
  const store = await aStoreWithOwner(yesterday, LIVE)
  await aProduct(yesterday, store)
  const [answered, notified] = [
    await stripeChallenge(yesterday, store),
    await stripeChallenge(yesterday, store),
  ]
  const paid = await (
    await aBuyer(yesterday, await aSession(yesterday, store))
  ).payWith(confirmationTokenFor(CARDS.succeeds))
  if (paid.body.status !== 'complete') throw new Error(`no order: ${paid.text}`)
  double.failNext('refund', 'pending_refund')
  expect((await refund(yesterday, store.email, paid.body.order.orderNumber)).status).toBe(303)
  await yesterday.stop()

  await expect(start({})).rejects.toThrow(
    'PAYMENT_PROVIDER: 2 payments and 1 refund of stripe are under way; set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET as before, or PAYMENT_PROVIDER=stripe until they have ended',
  )

  const today = await start(double.settings)
  expect((await call('GET', `${today.paymentFrameUrl}${answered.page}`)).status).toBe(200)
  double.books.answerChallenge(answered.payment?.id ?? '', 'complete')
  expect((await call('POST', `${today.paymentFrameUrl}${answered.page}`)).status).toBe(204)
  expect(await answered.read(today)).toBe('complete')

  double.notifications.deliverTo(postTo(`${today.baseUrl}/payment-notifications`))
  double.books.answerChallenge(notified.payment?.id ?? '', 'complete')
  for (const pending of double.books.refunds.keys()) double.books.settleRefund(pending, 'succeeded')
  await double.notifications.settle()
  expect(await notified.read(today)).toBe('complete')

  expect((await refund(today, store.email, paid.body.order.orderNumber)).status).toBe(303)
  expect([...double.books.payments.values()].map(({ charge }) => charge?.refunded)).toEqual([
    0, 0, 1000,
  ])
  expect(await sql.rows('select state from order_refunds')).toEqual([
    { state: 'succeeded' },
    { state: 'succeeded' },
  ])

  const asked = await aChallenge(today, store)
  await today.stop()
  const tomorrow = await start({ PAYMENT_PROVIDER: 'stripe', ...double.settings })
  const { paymentFrameUrl } = tomorrow
  const answer = await fetch(`${paymentFrameUrl}${asked.page}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'complete' }),
  })
  expect(answer.status).toBe(200)
  expect(await asked.read(tomorrow)).toBe('complete')

  // The test provider is there for test stores alone.
  const live = await aSession(tomorrow, store)
  const ledger = () => sql.rows('select session_id, status from test_provider.payments order by id')
  const before = await ledger()
  const buyer = await aBuyer(tomorrow, live)
  expect((await buyer.payWith(await aPaymentMethod(tomorrow))).status).not.toBe(200)
  expect(await ledger()).toEqual(before)
  expectError(
    await tomorrow.platform('POST', '/test-provider/expire-session', { sessionId: live }),
    404,
    'session_not_found',
  )
  expect((await readSession(tomorrow, store, live)).body.status).toBe('open')
})
