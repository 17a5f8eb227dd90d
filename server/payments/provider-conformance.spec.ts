import { describe } from 'vitest'
import { SYSTEM_CLOCKS } from '../cache/memory/clocks.ts'
import { randomBase62 } from '../auth/random.ts'
import type { PaymentAttempt } from '../checkout/payments/attempt.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import { createBreaker } from './breaker.ts'
import { withCallDeadline } from './call-deadline.ts'
import { toStripeAmount } from './stripe/stripe-currencies.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'
import { type TestLedger, openTestLedger } from './test/test-ledger.ts'
import { signTestNotification } from './test/test-notifications.ts'
import { createTestProvider } from './test/test-provider.ts'
import { openPool } from '../postgres/database.ts'
import { CARDS } from '../testing/builders.ts'
import { inMinutes } from '../testing/moments.ts'
import { describePayments } from '../testing/bank/provider-conformance.ts'
import { describeEvents } from '../testing/bank/provider-events-conformance.ts'
import { describeCharges } from '../testing/bank/provider-charges-conformance.ts'
import { describeRefunds } from '../testing/bank/provider-refunds-conformance.ts'
import type {
  ChangingCall,
  CommandedHarness,
  ConformanceCard,
  ProviderHarness,
} from '../testing/bank/provider-harness.ts'
import { openStripeAtTheDouble } from '../../lab/stripe/stripe-at-the-double.ts'
import type { Operation } from '../../lab/stripe/stripe-operations.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'

const CARD_NUMBERS: Record<ConformanceCard, string> = {
  succeeds: CARDS.succeeds,
  declined: CARDS.declined,
  insufficient_funds: CARDS.insufficientFunds,
  challenge_succeeds: CARDS.challenge,
  challenge_declined: CARDS.challengeDeclined,
}
/** The same cards as Stripe's own test payment methods: https://docs.stripe.com/testing */
const STRIPE_METHODS: Record<ConformanceCard, string> = {
  succeeds: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  insufficient_funds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  challenge_succeeds: 'pm_card_authenticationRequired',
  challenge_declined: 'pm_card_threeDSecureRequiredChargeDeclined',
}
const NOTIFICATION_SECRET = Buffer.alloc(32, 7)

/** As the service has it; what the provider throws becomes an unknown outcome. */
const bounded = (provider: PaymentProvider) =>
  withCallDeadline(provider, {
    breaker: createBreaker({ monotonicMs: () => 0, onChange: () => undefined }),
    onFailure: () => undefined,
  })

/** Books whose write succeeds while its answer is lost. */
function withLostAnswers(ledger: TestLedger) {
  let isNextLost = false
  const losing = <Answer>(answer: Answer): Answer => {
    if (!isNextLost) return answer
    isNextLost = false
    throw new Error('the answer was lost')
  }
  const books: TestLedger = {
    ...ledger,
    insertOnce: async (payment) => losing(await ledger.insertOnce(payment)),
    move: async (change) => losing(await ledger.move(change)),
    refundOnce: async (part) => losing(await ledger.refundOnce(part)),
  }
  return {
    books,
    loseNext: () => {
      isNextLost = true
    },
  }
}

async function openTestBank(): Promise<CommandedHarness> {
  const database = await createTestDatabase()
  const pool = openPool(database.connection, { onIdleError: () => undefined })
  const { books, loseNext } = withLostAnswers(openTestLedger(pool))
  const bank = createTestProvider({
    ledger: books,
    randomId: randomBase62,
    challengeUrl: (id) => `https://bank.example/${id}`,
    notificationSecret: NOTIFICATION_SECRET,
    now: () => new Date(SYSTEM_CLOCKS.wallMs()),
  })
  return {
    provider: bounded(bank),
    async paymentMethodFor(card) {
      const method = await bank.createPaymentMethod(CARD_NUMBERS[card])
      if (method === undefined) throw new Error(`${card} is no test card`)
      return method
    },
    async answerChallenge(_attempt, url, answer) {
      await bank.answerChallenge(new URL(url).pathname.slice(1), answer)
    },
    loseAnswer: loseNext,
    notificationOf: async ({ id }, { ageSeconds = 0, isForged = false } = {}) =>
      signTestNotification(
        { id: `evt_test_${id}`, attempt: id },
        {
          secret: isForged ? Buffer.alloc(32, 8) : NOTIFICATION_SECRET,
          now: inMinutes(-ageSeconds / 60),
        },
      ),
    lastNotificationOf: ({ id }) => bank.notificationOf({ attemptId: id }),
    async refundByProvider({ id }, amount) {
      await bank.refundByBank({ attemptId: id, amount })
    },
    async failLastRefund({ id }, code) {
      await bank.failRefund({ attemptId: id, code })
    },
    async dispute({ id }, asked) {
      await bank.dispute({ attemptId: id, ...asked })
    },
    async close() {
      await pool.close()
      await database.drop()
    },
  }
}

const LOST_AT: Record<ChangingCall, Operation> = {
  authorize: 'confirm',
  capture: 'capture',
  cancel: 'cancel',
  refund: 'refund',
}

async function openDouble(): Promise<CommandedHarness> {
  const { double, provider, close } = await openStripeAtTheDouble()
  return {
    provider: bounded(provider),
    paymentMethodFor: async (card) => double.confirmationTokenFor(CARD_NUMBERS[card]),
    async answerChallenge({ providerPaymentId }, _url, answer) {
      double.books.answerChallenge(providerPaymentId ?? '', answer)
    },
    // A request whose connection was cut is sent once more by the stripe package itself.
    loseAnswer: (call) => double.failNext(LOST_AT[call], 'resets_after', 'resets_after'),
    async notificationOf({ id }, { ageSeconds = 0, isForged = false } = {}) {
      const event = double.notifications.of(id).at(-1)
      if (!event) throw new Error(`Stripe has said nothing of ${id}`)
      const { body, headers } = double.notifications.sign(event, {
        at: inMinutes(-ageSeconds / 60),
        ...(isForged && { with: 'whsec_of_somebody_else' }),
      })
      return { body: Buffer.from(body), headers }
    },
    lastNotificationOf(attempt) {
      const event = double.notifications.ofPayment(paymentIdOf(attempt)).at(-1)
      if (!event) throw new Error(`Stripe has said nothing of ${attempt.id}`)
      const { body, headers } = double.notifications.sign(event)
      return { body: Buffer.from(body), headers }
    },
    async refundByProvider(attempt, amount) {
      double.books.refund(paymentIdOf(attempt), {
        metadata: {},
        amount: toStripeAmount(amount, attempt.currency),
        status: 'succeeded',
      })
    },
    async failLastRefund(attempt, code) {
      const refunds = [...double.books.refunds.values()]
      const last = refunds.findLast(({ payment }) => payment.id === paymentIdOf(attempt))
      double.books.failRefund(last?.id ?? '', code)
    },
    async dispute(attempt, { amount, reason, state }) {
      const [opened] = double.books.disputesOf(paymentIdOf(attempt))
      if (opened) return double.books.moveDispute(opened.id, state)
      double.books.dispute(paymentIdOf(attempt), {
        amount: toStripeAmount(amount, attempt.currency) ?? 0,
        reason,
        status: state,
      })
    },
    close,
  }
}

const paymentIdOf = ({ providerPaymentId }: PaymentAttempt) => providerPaymentId ?? ''

const liveKey = process.env['STRIPE_TEST_KEY']

/** Stripe itself, in test mode. */
const openStripeItself = async (): Promise<ProviderHarness> => ({
  provider: bounded(
    createStripeProvider({
      secretKey: liveKey ?? '',
      webhookSecrets: [],
      serviceId: 'svc_1',
      challengeUrl: (id) => `https://shop.example/${id}`,
      returnUrl: ({ id }: { id: string }) => `https://pay.example/challenges/${id}/return`,
    }),
  ),
  paymentMethodFor: async (card) => STRIPE_METHODS[card],
  close: async () => undefined,
})

describePayments('the test provider', openTestBank)
describeEvents('the test provider', openTestBank)
describeRefunds('the test provider', openTestBank)
describeCharges('the test provider', openTestBank)
describePayments('Stripe (double)', openDouble)
describeEvents('Stripe (double)', openDouble)
describeRefunds('Stripe (double)', openDouble)
describeCharges('Stripe (double)', openDouble)

if (liveKey === undefined)
  console.log('SKIPPED: the smoke test at Stripe itself. Set STRIPE_TEST_KEY=sk_test_… to run it.')
describe.runIf(liveKey !== undefined)('payments §7: a live smoke test at Stripe itself', () => {
  describePayments('Stripe itself', openStripeItself)
})
