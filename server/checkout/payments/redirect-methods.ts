import type { NextAction } from '../../contract/buyer.ts'
import type { RedirectMethod } from '../../contract/fields.ts'

/** The currencies of each method: https://docs.stripe.com/payments/payment-methods/overview */
const CURRENCIES: Readonly<Record<RedirectMethod, readonly string[]>> = {
  ideal: ['EUR'],
  blik: ['PLN'],
  pix: ['BRL'],
  paypal: 'AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD'.split(' '),
}

const isMethod = (name: string): name is RedirectMethod => Object.hasOwn(CURRENCIES, name)

export const REDIRECT_METHODS = Object.keys(CURRENCIES).filter(isMethod)

/** The names that buyers know, in every language. */
export const METHOD_NAMES: Readonly<Record<RedirectMethod, string>> = {
  ideal: 'iDEAL | Wero',
  blik: 'BLIK',
  pix: 'Pix',
  paypal: 'PayPal',
}

/** The methods that a store has turned on and that take its currency. */
export const methodsFor = (turnedOn: readonly string[], currency: string) =>
  REDIRECT_METHODS.filter(
    (method) => turnedOn.includes(method) && CURRENCIES[method].includes(currency),
  )

/** The method in `paymentMethod`, with BLIK's code: `ideal`, `blik:123456`. Undefined: a card. */
export function methodOf(paymentMethod: string) {
  const [, name = '', code] = /^([a-z]+)(?::(\d{6}))?$/.exec(paymentMethod) ?? []
  return isMethod(name) && (name === 'blik') === (code !== undefined) ? { name, code } : undefined
}

/** What the buyer has to do at the provider's address. */
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
