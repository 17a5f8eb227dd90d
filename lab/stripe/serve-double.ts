import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { startStripeDouble } from './stripe-double.ts'
import { postTo } from './signed-notifications.ts'

/**
 * The double of api.stripe.com as a program, for tests that know the service only from outside. On
 * CONTROL_PORT the double of Stripe.js sends it the buyer's answers. Exits with 1 when a request or
 * answer did not fit Stripe's description.
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
  elsewhereUrl: `http://127.0.0.1:${setting('CONTROL_PORT')}/elsewhere`,
})
double.notifications.deliverTo(postTo(setting('NOTIFICATION_URL')))

const paymentOf = (secret: string | undefined) =>
  [...double.books.payments.values()].find(({ clientSecret }) => clientSecret === secret)

/** Where buyers confirm what is not paid by card. It leads back with extra parameters. */
async function answerElsewhere(request: IncomingMessage, response: ServerResponse) {
  const payment = paymentOf(request.url?.split('/').at(-1))
  if (!payment?.elsewhere) return response.writeHead(404).end()
  const { type, returnUrl } = payment.elsewhere
  if (request.method !== 'POST')
    return response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
    })
      .end(`<!doctype html><html lang="en"><title>Double of ${type}</title><h1>Double of ${type}</h1>
<form method="post"><button name="answer" value="complete">Confirm</button>
<button name="answer" value="fail">Cancel</button></form>`)
  const answer = new URLSearchParams(await text(request)).get('answer')
  if (payment.status === 'requires_action')
    double.books.answerChallenge(payment.id, answer === 'complete' ? 'complete' : 'fail')
  const back = new URL(returnUrl)
  back.searchParams.set('payment_intent_client_secret', payment.clientSecret)
  return response.writeHead(303, { location: back.href }).end()
}

const control = createServer((request, response) => {
  if (request.url?.startsWith('/elsewhere/')) return void answerElsewhere(request, response)
  const answered = async () => {
    if (request.method !== 'POST') return 200
    const { clientSecret, answer } = (await json(request)) as {
      clientSecret: string
      answer: 'complete' | 'fail'
    }
    const payment = paymentOf(clientSecret)
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
