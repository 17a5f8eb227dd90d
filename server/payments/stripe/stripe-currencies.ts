import { currencyDigits } from '../../checkout/money.ts'
import type { AmountRule } from '../../checkout/ports/provider.ts'

/**
 * Currencies whose amounts at Stripe are not the minor units of ISO 4217. Source:
 * https://docs.stripe.com/currencies, "Zero-decimal", "Three-decimal currencies", "Special cases".
 * - MGA has two digits in ISO 4217 and none at Stripe.
 * - ISK and UGX have none in ISO 4217; Stripe takes them with two, always `00`.
 * - BHD, JOD, KWD, OMR and TND have three in both; at Stripe the last one is 0.
 * Stripe's other zero-decimal currencies have none in ISO 4217 either. HUF and TWD, also special
 * cases, have two digits in both: only Stripe's payouts are whole.
 */
const STRIPE_DIGITS: Record<string, number> = { MGA: 0, ISK: 2, UGX: 2 }

/** Amounts must be multiples of these, in Stripe's units. */
const STEPS: Record<string, number> = {
  ISK: 100,
  UGX: 100,
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
}

/** Currencies of ISO 4217 that Stripe's answer to an unknown currency does not list. */
const UNKNOWN_TO_STRIPE = new Set(
  'CLF CUP ERN IQD IRR KPW LYD MRU SDG SSP STN SYP TMT UYI UYW VED VES ZWG'.split(' '),
)

/**
 * The least amount, in Stripe's units. Source: https://docs.stripe.com/currencies, "Minimum and
 * maximum charge amounts". If Stripe settles in another currency, that one's minimum counts, and
 * only Stripe knows the equivalent. For all other currencies Stripe names no minimum.
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

/** Eight digits, or twelve for IDR. From the same source. */
const MAXIMUM = 99_999_999
const MAXIMA: Record<string, number> = { IDR: 999_999_999_999 }

const shiftOf = (currency: string) =>
  (STRIPE_DIGITS[currency] ?? currencyDigits(currency)) - currencyDigits(currency)

/** An amount in minor units as Stripe's integer; undefined when Stripe cannot express it. */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  if (UNKNOWN_TO_STRIPE.has(currency)) return undefined
  const shift = shiftOf(currency)
  const stripeAmount = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift
  return Number.isSafeInteger(stripeAmount) && stripeAmount % (STEPS[currency] ?? 1) === 0
    ? stripeAmount
    : undefined
}

/** @throws {RangeError} not a whole number of minor units, or an unknown currency */
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
  // Stripe's value of one minor unit; below 1 where Stripe has fewer digits.
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
