import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { BankDeed } from '../chaos/bank-acts.ts'
import { createRandom } from '../model/seeded-random.ts'
import { chooseStripeFault, settlePendingRefunds } from './bank-fates.ts'
import { openDoubleJournal } from './double-journal.ts'
import { type StripeEvent, postTo } from './signed-notifications.ts'
import { startStripeDouble } from './stripe-double.ts'

/**
 * The double of api.stripe.com as the bank of a chaos run. It may be killed at any moment, and
 * reads its journal back. It misbehaves at FAULT_RATE. Its notifications come late, twice, in any
 * order, and again until they are accepted. On CONTROL_PORT the run reads its books (GET /books),
 * unanswered questions (GET /questions) and mismatches with Stripe's description (GET /violations),
 * answers questions or confirms payments elsewhere (POST /challenge), lets the bank act (POST
 * /act), and ends the faults (POST /calm).
 */
const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}

const random = createRandom(Number(setting('SEED')) + process.pid)
const notificationUrls = setting('NOTIFICATION_URLS').split(',')
let rate = Number(setting('FAULT_RATE'))
const violations: string[] = []

const journal = openDoubleJournal(setting('JOURNAL'))
const double = await startStripeDouble({
  port: Number(setting('PORT')),
  secretKey: setting('STRIPE_SECRET_KEY'),
  webhookSecret: setting('STRIPE_WEBHOOK_SECRET'),
  journal,
  chooseFault: (operation) => chooseStripeFault(operation, { random, rate }),
})

async function deliver(event: StripeEvent) {
  for (;;) {
    await wait(rate === 0 ? 0 : random.below(random.chance(0.5) ? 200 : 5_000))
    const copies = rate > 0 && random.chance(0.2) ? 2 : 1
    const taken = await Promise.all(
      Array.from({ length: copies }, () =>
        postTo(random.pick(notificationUrls))(double.notifications.sign(event)).catch(() => false),
      ),
    )
    if (taken.includes(true)) return journal.delivered(event.id)
    await wait(500)
  }
}

/** All new events, and those that were not accepted before. */
let told = double.notifications.events.length
for (const event of double.waiting) void deliver(event)

function takeNews() {
  const news = double.notifications.events.slice(told)
  told += news.length
  return news
}

setInterval(() => {
  for (const event of takeNews()) void deliver(event)
  settlePendingRefunds(double.books, random, { chance: 0.05 })
  journal.commit(double.books)
}, 100)

const booksOf = () =>
  [...double.books.payments.values()].map(
    ({ id, metadata, currency, status, charge, confirmations, elsewhere }) => ({
      attempt: metadata['attempt'] ?? '',
      session: metadata['session'] ?? '',
      currency: currency.toUpperCase(),
      captured: charge?.captured ?? 0,
      refunded: charge?.refunded ?? 0,
      takenAt: elsewhere && charge ? charge.created * 1000 : null,
      isOpen: status === 'requires_action' || status === 'requires_capture',
      isConfirmedAgain: confirmations > 1,
      refunds: [...double.books.refunds.values()]
        .filter(({ payment }) => payment.id === id)
        .map((refund) => ({
          id: refund.id,
          refundId: refund.metadata['refund'] ?? null,
          isWhole: 'attempt' in refund.metadata && !('refund' in refund.metadata),
          amount: refund.amount,
          state: refund.status,
        })),
      disputes: double.books
        .disputesOf(id)
        .map(({ id: dispute, amount, status: state }) => ({ id: dispute, amount, state })),
    }),
  )

const questionsOf = () =>
  [...double.books.payments.values()].flatMap(({ status, metadata, clientSecret }) =>
    status === 'requires_action' ? [{ attempt: metadata['attempt'] ?? '', clientSecret }] : [],
  )

function answerChallenge({
  clientSecret,
  answer,
}: {
  clientSecret: string
  answer: 'complete' | 'fail'
}) {
  const payment = [...double.books.payments.values()].find(
    (candidate) => candidate.clientSecret === clientSecret,
  )
  if (payment?.status === 'requires_action') {
    double.books.answerChallenge(payment.id, answer)
    journal.commit(double.books)
  }
  // A buyer who comes too late is led back, too.
  return { back: payment?.elsewhere?.returnUrl }
}

/** How many buyers will confirm a declined payment once more. */
let insistent = 0
const OTHER_CARD = { reference: 'pm_card_visa', isToken: false }

/** Between the decline and the service's cancellation. */
setInterval(() => {
  if (insistent === 0) return
  const declined = [...double.books.payments.values()].find(
    ({ status, lastError }) => status === 'requires_payment_method' && lastError !== null,
  )
  if (!declined) return
  insistent -= 1
  const { id, elsewhere } = declined
  if (elsewhere) {
    double.books.confirmElsewhere(id, elsewhere)
    double.books.answerChallenge(id, 'complete')
  } else {
    double.books.confirm(id, OTHER_CARD)
  }
  journal.commit(double.books)
}, 5)

function act(deed: BankDeed) {
  const { books } = double
  if (deed.act === 'confirm again') {
    insistent += 1
    return 0
  }
  const payment = [...books.payments.values()].find(
    ({ metadata, charge }) => metadata['attempt'] === deed.attempt && (charge?.captured ?? 0) > 0,
  )
  if (!payment) return undefined
  switch (deed.act) {
    case 'refund':
      books.refund(payment.id, { metadata: {}, amount: deed.amount, status: 'succeeded' })
      return -deed.amount
    case 'fail refund': {
      const youngest = [...books.refunds.values()].findLast(
        (refund) => refund.payment.id === payment.id && refund.status === 'succeeded',
      )
      if (youngest) books.failRefund(youngest.id, 'lost_or_stolen_card')
      return youngest?.amount
    }
    case 'dispute': {
      const [known] = books.disputesOf(payment.id)
      const left = (payment.charge?.captured ?? 0) - (payment.charge?.refunded ?? 0)
      // A buyer's bank takes nothing that the buyer has got already.
      if (deed.state !== 'won' && (known ?? deed).amount > left) return undefined
      if (known) books.moveDispute(known.id, deed.state)
      else
        books.dispute(payment.id, { amount: deed.amount, reason: 'fraudulent', status: deed.state })
      return 0
    }
  }
}

/** Events that are not told count as delivered. */
function actByItself(deed: BankDeed) {
  for (const event of takeNews()) void deliver(event)
  const kept = act(deed)
  journal.commit(double.books)
  if (!deed.isTold) for (const event of takeNews()) journal.delivered(event.id)
  return { kept }
}

const control = createServer((request, response) => {
  const answered = async (): Promise<unknown> => {
    if (request.url === '/books') return booksOf()
    if (request.url === '/questions') return questionsOf()
    if (request.url === '/violations') {
      violations.push(...double.takeViolations())
      return violations
    }
    if (request.url === '/calm') {
      rate = 0
      // A failed refund is made again some hours later, and so is one whose key Stripe has
      // forgotten.
      settlePendingRefunds(double.books, random, { chance: 1 })
      for (const refund of double.books.refunds.values()) refund.created -= 86_400
      double.forgetKeys((key) => /:refund(?::|$)/.test(key))
    }
    if (request.url === '/act') return actByItself((await json(request)) as BankDeed)
    if (request.url === '/challenge')
      return answerChallenge((await json(request)) as Parameters<typeof answerChallenge>[0])
    return {}
  }
  answered().then(
    (body) => response.writeHead(200).end(JSON.stringify(body)),
    () => response.writeHead(400).end(),
  )
}).listen(Number(setting('CONTROL_PORT')), '127.0.0.1')
await once(control, 'listening')
