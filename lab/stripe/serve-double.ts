import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { startStripeDouble } from './stripe-double.ts'
import { postTo } from './signed-notifications.ts'

/**
 * The double of api.stripe.com as a program, for tests that know the service from outside only.
 * Beside it, on CONTROL_PORT, what the double of Stripe.js tells it: the buyer's answer to the
 * bank. Ends with 1 when a request or an answer did not fit Stripe's description.
 */
const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}

const double = await startStripeDouble({
  port: Number(setting('PORT')),
  secretKey: setting('STRIPE_SECRET_KEY'),
  webhookSecret: setting('STRIPE_WEBHOOK_SECRET'),
})
double.notifications.deliverTo(postTo(setting('NOTIFICATION_URL')))

const control = createServer((request, response) => {
  const answered = async () => {
    if (request.method !== 'POST') return 200
    const { clientSecret, answer } = (await json(request)) as {
      clientSecret: string
      answer: 'complete' | 'fail'
    }
    const payment = [...double.books.payments.values()].find(
      (candidate) => candidate.clientSecret === clientSecret,
    )
    if (payment?.status !== 'requires_action') return 409
    double.books.answerChallenge(payment.id, answer)
    return 204
  }
  answered().then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(400).end(),
  )
}).listen(Number(setting('CONTROL_PORT')), '127.0.0.1')
await once(control, 'listening')

process.once('SIGTERM', () => {
  control.close()
  control.closeAllConnections()
  double.close().catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
})
