import { currencyDigits } from '../../checkout/money.ts'
import type { AmountRule } from '../../checkout/ports/provider.ts'

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

/**
 * Currencies of ISO 4217 that Stripe does not take: those that its answer to an unknown currency
 * does not list.
 */
const UNKNOWN_TO_STRIPE = new Set(
  'CLF CUP ERN IQD IRR KPW LYD MRU SDG SSP STN SYP TMT UYI UYW VED VES ZWG'.split(' '),
)

/**
 * The least that is charged, in Stripe's units. Source: https://docs.stripe.com/currencies, "Minimum
 * and maximum charge amounts". It is the least of the currency that Stripe settles in: where that is
 * another one, its equivalent counts, which only Stripe knows. For all others it names none.
 */
const MINIMA: Record<string, number> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Eight digits, twelve of IDR: the same source. */
const MAXIMUM = 99_999_999
const MAXIMA: Record<string, number> = { IDR: 999_999_999_999 }

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

/** Which amounts Stripe takes, in minor units of ISO 4217. */
export function amountRule(currency: string): AmountRule | undefined {
  if (UNKNOWN_TO_STRIPE.has(currency)) return undefined
  // What one minor unit is at Stripe, below 1 where Stripe has fewer digits.
  const unit = 10 ** shiftOf(currency)
  const step = Math.max(1, (STEPS[currency] ?? 1) / unit)
  const wholeSteps = (stripeAmount: number, round: 'ceil' | 'floor') =>
    Math[round](stripeAmount / unit / step) * step
  return {
    minimum: Math.max(step, wholeSteps(MINIMA[currency] ?? 0, 'ceil')),
    maximum: wholeSteps(MAXIMA[currency] ?? MAXIMUM, 'floor'),
    step,
  }
}
