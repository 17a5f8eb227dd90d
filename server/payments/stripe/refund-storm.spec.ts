import { afterAll, expect, test } from 'vitest'
import { call } from '../../testing/http-call.ts'
import { anOverduePayment } from '../../testing/bank/overdue-payment.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
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
  const { attempt } = await anOverduePayment({ service, sql })
  const payment = double.books.find(attempt.paymentId)
  const at = `${service.paymentFrameUrl}/challenges/${attempt.id}`
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
