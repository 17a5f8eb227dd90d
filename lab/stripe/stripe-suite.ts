import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ids } from '../../server/auth/random.ts'
import type { PaymentAttempt } from '../../server/checkout/payments/attempt.ts'
import type { LedgerEntry, PaymentProvider } from '../../server/checkout/ports/provider.ts'
import { anAttempt as anyAttempt } from '../../server/testing/bank/an-attempt.ts'
import { openStripeAtTheDouble } from './stripe-at-the-double.ts'
import type { StripeDouble } from './stripe-double.ts'

export type Act = 'authorize' | 'capture' | 'cancel' | 'refund'

export const SECRETS = ['whsec_of_before', 'whsec_double']
export let double: StripeDouble
export let provider: PaymentProvider
/** Waits 0.5 s for an answer. */
export let impatient: PaymentProvider
let close: () => Promise<void>

/** Opens the double and a provider that speaks to it, for the tests of one file. */
export function useStripe() {
  beforeAll(async () => {
    ;({ double, provider, impatient, close } = await openStripeAtTheDouble({
      webhookSecrets: SECRETS,
    }))
  })
  afterEach(() => {
    expect(double.takeViolations()).toEqual([])
  })
  afterAll(() => close())
}

export const anAttempt = (fields: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  ...anyAttempt({
    id: ids.attempt(),
    sessionId: ids.session(ids.store()),
    storeId: ids.store(),
    provider: 'stripe',
    amount: 2440,
  }),
  paymentMethod: double.confirmationTokenFor('4242424242424242'),
  ...fields,
})

export async function after(steps: Act[], attempt = anAttempt()) {
  for (const step of steps) await provider[step](attempt)
  return attempt
}

export const requestsAbout = ({ id }: PaymentAttempt) =>
  double.requests
    .filter(({ idempotencyKey }) => idempotencyKey?.startsWith(`${id}:`))
    .map(({ operation, idempotencyKey }) => `${operation} ${idempotencyKey?.slice(id.length)}`)

export const paymentsOf = ({ id }: PaymentAttempt) =>
  [...double.books.payments.values()].filter(({ metadata }) => metadata['attempt'] === id)

export const paymentsOfSession = (sessionId: string) =>
  new Set(
    [...double.books.payments.values()]
      .filter(({ metadata }) => metadata['session'] === sessionId)
      .map(({ id }) => id),
  )

export async function listPayments() {
  const entries: LedgerEntry[] = []
  for await (const entry of provider.listPayments(new Date(Date.now() - 60_000)))
    entries.push(entry)
  return entries
}
