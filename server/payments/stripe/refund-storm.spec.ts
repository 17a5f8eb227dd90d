import { afterAll, expect, test } from 'vitest'
import { SELLER, aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/spec-service.ts'
import { postTo } from '../../../lab/stripe/signed-notifications.ts'
import { startStripeDouble } from '../../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const { service, sql } = await openSpecService({
  env: { PAYMENT_PROVIDER: 'stripe', ...double.settings },
})
double.notifications.deliverTo(postTo(`${service.baseUrl}/payment-notifications`))
afterAll(() => double.close())

/** Until no notification has led to another one. */
async function comeToRest() {
  const { events, settle } = double.notifications
  for (let seen = -1; seen < events.length;) {
    seen = events.length
    await settle()
  }
}

test('payments §3 X: a refund that fails is not answered with the next one, whatever Stripe tells', async () => {
  const store = await aStore(service, { seller: SELLER, paymentMethods: ['ideal'] })
  await aProduct(service, store)
  const id = await aSession(service, store)
  const buyer = await aBuyer(service, id)
  expect((await buyer.payWith('ideal')).status).toBe(202)
  const [attempt] = await sql.rows<{ id: string; paymentId: string }>(
    `update payment_attempts set lease_until = clock_timestamp() - interval '1 minute'
    where session_id = $1 returning id, provider_payment_id as "paymentId"`,
    [id],
  )
  const payment = double.books.find(attempt!.paymentId)
  const at = `${service.paymentFrameUrl}/challenges/${attempt!.id}`
  const made = () => [...double.books.refunds.values()].filter((one) => one.payment === payment)

  double.failNext('refund', ...Array.from({ length: 50 }, () => 'failed_refund' as const))
  double.books.answerChallenge(payment.id, 'complete')
  await call('GET', `${at}/return`)
  await comeToRest()
  expect(made()).toHaveLength(1)

  for (const refund of made()) refund.created -= 3600
  await Promise.all([call('POST', at), call('POST', at)])
  await comeToRest()
  expect(made()).toHaveLength(2)
})
