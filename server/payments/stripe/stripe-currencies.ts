import { currencyDigits } from '../../checkout/money.ts'

/**
 * Where Stripe's amounts are not the minor units of ISO 4217. Source:
 * https://docs.stripe.com/currencies, "Zero-decimal currencies", "Three-decimal currencies" and
 * "Special cases".
 * - MGA has two digits in ISO 4217 and none at Stripe.
 * - ISK and UGX have none in ISO 4217; Stripe takes them with two, always `00`.
 * - BHD, JOD, KWD, OMR and TND have three in both; Stripe wants the last one to be 0. All other
 * currencies of Stripe's zero-decimal list (BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF
 * XPF) have none in ISO 4217 either. HUF and TWD, also special cases, are whole in payouts only:
 * charges have two digits, as in ISO 4217.
 */
const STRIPE_DIGITS: Record<string, number> = { MGA: 0, ISK: 2, UGX: 2 }

/** A multiple of this only. */
const STEPS: Record<string, number> = {
  ISK: 100,
  UGX: 100,
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
}

/** With digits that Stripe names nowhere: what it would read an amount as is not known. */
const UNKNOWN_TO_STRIPE = new Set(['CLF', 'IQD', 'LYD', 'UYI', 'UYW'])

const shiftOf = (currency: string) =>
  (STRIPE_DIGITS[currency] ?? currencyDigits(currency)) - currencyDigits(currency)

/** Stripe's integer for an amount in minor units; undefined when Stripe cannot express it. */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  if (UNKNOWN_TO_STRIPE.has(currency)) return undefined
  const shift = shiftOf(currency)
  const stripeAmount = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift
  return Number.isSafeInteger(stripeAmount) && stripeAmount % (STEPS[currency] ?? 1) === 0
    ? stripeAmount
    : undefined
}

/**
 * Minor units for Stripe's integer. @throws {RangeError} when it is no whole number of them, or the
 * currency is unknown
 */
export function fromStripeAmount(stripeAmount: number, currency: string): number {
  const shift = shiftOf(currency)
  const amount = shift >= 0 ? stripeAmount / 10 ** shift : stripeAmount * 10 ** -shift
  if (!Number.isSafeInteger(amount))
    throw new RangeError(`Stripe's ${stripeAmount} ${currency} are no whole minor units`)
  return amount
}
