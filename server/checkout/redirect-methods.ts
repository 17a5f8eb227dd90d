import type { NextAction } from '../contract/buyer.ts'
import type { RedirectMethod } from '../contract/fields.ts'

/** What each is paid in. Source: https://docs.stripe.com/payments/payment-methods/overview */
const CURRENCIES: Readonly<Record<RedirectMethod, readonly string[]>> = {
  ideal: ['EUR'],
  blik: ['PLN'],
  pix: ['BRL'],
  paypal: 'AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD'.split(' '),
}

const isMethod = (name: string): name is RedirectMethod => Object.hasOwn(CURRENCIES, name)

export const REDIRECT_METHODS = Object.keys(CURRENCIES).filter(isMethod)

/** As their own buyers know them, in every language. */
export const METHOD_NAMES: Readonly<Record<RedirectMethod, string>> = {
  ideal: 'iDEAL',
  blik: 'BLIK',
  pix: 'Pix',
  paypal: 'PayPal',
}

/** Those that a store has turned on and that take its currency. */
export const methodsFor = (turnedOn: readonly string[], currency: string) =>
  REDIRECT_METHODS.filter(
    (method) => turnedOn.includes(method) && CURRENCIES[method].includes(currency),
  )

/**
 * The method that `paymentMethod` names, with the code that BLIK's buyers type: `ideal`,
 * `blik:123456`. Undefined for a card.
 */
export function methodOf(paymentMethod: string) {
  const [, name = '', code] = /^([a-z]+)(?::(\d{6}))?$/.exec(paymentMethod) ?? []
  return isMethod(name) && (name === 'blik') === (code !== undefined) ? { name, code } : undefined
}

/** What the buyer has to do at the address that the provider has named. */
export function actionOf(paymentMethod: string): NextAction['type'] {
  switch (methodOf(paymentMethod)?.name) {
    case undefined:
      return 'challenge'
    case 'pix':
      return 'instructions'
    default:
      return 'redirect'
  }
}
