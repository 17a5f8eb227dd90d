import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { PaymentOutcome, PaymentProvider } from '../../checkout/ports/provider.ts'
import {
  type StripeApiOptions,
  callAnew,
  isBusy,
  isRefusal,
  isReplayed,
  isReplayedFailure,
  openStripe,
} from './stripe-api.ts'
import { toStripeAmount } from './stripe-currencies.ts'
import { parseStripeNotification } from './stripe-notifications.ts'
import {
  type ChallengeUrl,
  assertAnswer,
  isUnconfirmed,
  metadataOf,
  toLedgerEntry,
  toOutcome,
} from './stripe-outcomes.ts'
import { refundPartOf } from './stripe-refunds.ts'

type StripeProviderOptions = StripeApiOptions & {
  /** Signing secrets of the notification endpoint: one, or the old and the new one. */
  webhookSecrets: readonly string[]
  /**
   * Where the buyer answers the bank's question; Stripe.js asks it there with the client secret.
   */
  challengeUrl: ChallengeUrl
  now?: () => Date
}

/** What came of looking for an attempt's payment; `none`: there is none, and none can come. */
type Found = { paymentId: string } | { none: 'amount_not_supported' | 'payment_refused' }

/** Where the payment stands after a call, and whether Stripe refused the call itself. */
type Acted = { intent: Stripe.PaymentIntent; isRefused: boolean }

const EXPAND = { expand: ['latest_charge'] }

/**
 * By what the buyer pays: a one-use token of the payment frame, or a payment method; undefined for
 * every other text.
 */
function meansOf({ paymentMethod }: PaymentAttempt) {
  if (paymentMethod.startsWith('ctoken_')) return { confirmation_token: paymentMethod }
  return paymentMethod.startsWith('pm_') ? { payment_method: paymentMethod } : undefined
}

/**
 * Payments through Stripe's PaymentIntents with manual capture. A payment is created unconfirmed
 * and then confirmed, each under a key of the attempt: to find a payment whose id was never
 * recorded, its creation is repeated, and that never reserves money.
 */
export function createStripeProvider({
  webhookSecrets,
  challengeUrl,
  now = () => new Date(),
  ...api
}: StripeProviderOptions): PaymentProvider {
  const stripe = openStripe(api)

  async function find(attempt: PaymentAttempt): Promise<Found> {
    if (attempt.providerPaymentId !== null) return { paymentId: attempt.providerPaymentId }
    const { id, currency } = attempt
    const amount = toStripeAmount(attempt.amount, currency)
    if (amount === undefined) return { none: 'amount_not_supported' }
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          capture_method: 'manual',
          metadata: metadataOf(attempt),
          // As the payment frame offers it: a token made for other kinds would not fit.
          allowed_payment_method_types: ['card'],
        },
        { idempotencyKey: `${id}:create` },
      )
      assertAnswer(intent, { object: 'payment_intent' })
      return { paymentId: intent.id }
    } catch (error) {
      // A payment whose id nobody was told, and under this key never will be, cannot be confirmed
      // by anybody.
      if (isRefusal(error) || isReplayedFailure(error)) return { none: 'payment_refused' }
      throw error
    }
  }

  async function read(paymentId: string): Promise<Stripe.PaymentIntent> {
    const intent = await stripe.paymentIntents.retrieve(paymentId, EXPAND)
    assertAnswer(intent, { object: 'payment_intent', id: paymentId })
    return intent
  }

  /** What Stripe refuses, or has answered before, is judged by where the payment stands now. */
  async function act(
    paymentId: string,
    call: () => Promise<Stripe.Response<Stripe.PaymentIntent>>,
  ): Promise<Acted> {
    try {
      const intent = await call()
      assertAnswer(intent, { object: 'payment_intent', id: paymentId })
      return { intent: isReplayed(intent) ? await read(paymentId) : intent, isRefused: false }
    } catch (error) {
      if (!isRefusal(error) && !isReplayedFailure(error)) throw error
      return { intent: await read(paymentId), isRefused: isRefusal(error) }
    }
  }

  async function giveBack(attempt: PaymentAttempt, paymentId: string): Promise<PaymentOutcome> {
    const before = toOutcome(await read(paymentId), attempt, challengeUrl)
    if (before.type !== 'captured') return before
    try {
      const refund = await callAnew(`${attempt.id}:refund`, {
        now: now(),
        call: (options) =>
          stripe.refunds.create(
            { payment_intent: paymentId, metadata: metadataOf(attempt) },
            options,
          ),
      })
      assertAnswer(refund, { object: 'refund' })
      const { status } = isReplayed(refund) ? await stripe.refunds.retrieve(refund.id) : refund
      if (status !== 'succeeded' && status !== 'pending') return { type: 'unknown', paymentId }
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    return toOutcome(await read(paymentId), attempt, challengeUrl)
  }

  /** Nothing was done, and to be asked again: that is no failure of Stripe's. */
  const unlessBusy =
    <Asked extends unknown[], Outcome>(call: (...asked: Asked) => Promise<Outcome>) =>
    async (...asked: Asked) => {
      try {
        return await call(...asked)
      } catch (error) {
        if (isBusy(error)) return { type: 'unknown' } as const
        throw error
      }
    }

  return {
    name: 'stripe',
    isAvailable: () => true,

    authorize: unlessBusy(async (attempt) => {
      const means = meansOf(attempt)
      if (!means) return { type: 'declined', code: 'invalid_payment_method' }
      const found = await find(attempt)
      if ('none' in found) return { type: 'declined', code: found.none }
      const { paymentId } = found
      const { intent, isRefused } = await act(paymentId, () =>
        stripe.paymentIntents.confirm(
          paymentId,
          { ...means, ...EXPAND, use_stripe_sdk: true },
          { idempotencyKey: `${attempt.id}:authorize` },
        ),
      )
      if (isRefused && isUnconfirmed(intent))
        return { type: 'declined', paymentId, code: 'invalid_payment_method' }
      return toOutcome(intent, attempt, challengeUrl)
    }),

    capture: unlessBusy(async (attempt) => {
      const found = await find(attempt)
      if ('none' in found) return { type: 'unknown' }
      const { intent } = await act(found.paymentId, () =>
        callAnew(`${attempt.id}:capture`, {
          now: now(),
          call: (options) => stripe.paymentIntents.capture(found.paymentId, EXPAND, options),
        }),
      )
      return toOutcome(intent, attempt, challengeUrl)
    }),

    cancel: unlessBusy(async (attempt) => {
      const found = await find(attempt)
      if ('none' in found) return { type: 'cancelled' }
      const reason = { cancellation_reason: 'abandoned' } as const
      const { intent } = await act(found.paymentId, () =>
        callAnew(`${attempt.id}:cancel`, {
          now: now(),
          call: (options) =>
            stripe.paymentIntents.cancel(found.paymentId, { ...reason, ...EXPAND }, options),
        }),
      )
      return toOutcome(intent, attempt, challengeUrl)
    }),

    refund: unlessBusy(async (attempt) => {
      const found = await find(attempt)
      return 'none' in found ? { type: 'unknown' } : giveBack(attempt, found.paymentId)
    }),

    refundPart: unlessBusy(async (attempt, part) => {
      const found = await find(attempt)
      return 'none' in found
        ? { type: 'failed', code: found.none }
        : refundPartOf(stripe, { attempt, paymentId: found.paymentId, part })
    }),

    retrieve: unlessBusy(async (attempt) => {
      const found = await find(attempt)
      return 'none' in found
        ? { type: 'cancelled' }
        : toOutcome(await read(found.paymentId), attempt, challengeUrl)
    }),

    parseNotification: async (rawBody, headers) =>
      parseStripeNotification({ rawBody, headers, secrets: webhookSecrets, now: now() }),

    async *listPayments(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const intent of stripe.paymentIntents.list({
        created,
        limit: 100,
        expand: ['data.latest_charge'],
      })) {
        const entry = toLedgerEntry(intent)
        if (entry) yield entry
      }
    },
  }
}
