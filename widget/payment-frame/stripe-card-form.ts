import type { CardForm } from './card-form.ts'
import type { Appearance, CardAnswer, FromFrame, Init, Setting } from './messages.ts'
import { stripeAppearance } from './stripe-appearance.ts'
import type { ElementsOptions } from './stripe-js.ts'
import { answerOf, tokenOf } from './stripe-token.ts'
import { findMethods } from './stripe-methods.ts'
import { createWallets } from './stripe-wallets.ts'

/** Ours that Stripe has no texts in: its own choice would be any language of the browser's. */
const UNKNOWN_TO_STRIPE = ['hi', 'mn']

/** https://docs.stripe.com/js/appendix/supported_locales */
function localeOf({ lang }: Appearance) {
  const [language = 'en'] = lang.split('-', 1)
  if (UNKNOWN_TO_STRIPE.includes(language)) return 'en'
  return language === 'pt' ? 'pt-BR' : language
}

/** Fields that never came: whoever asks hears so. */
const withoutFields: CardForm = {
  focus: () => {},
  clear: () => {},
  validate: async (id) => ({ t: 'failed', id, code: 'network' }),
  tokenize: async (id) => ({ t: 'failed', id, code: 'network' }),
}

/** Whatever is wrong with wallets, the card can be paid with. */
function findWallets(given: Parameters<typeof createWallets>[0]) {
  try {
    return createWallets(given)
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** What is to be paid, as the server has written it into the document. */
function findSale() {
  const { publishableKey, currency, amounts } = document.body.dataset
  const stripe = publishableKey ? window.Stripe?.(publishableKey) : undefined
  if (!stripe || !currency || !amounts) return undefined
  const amountBy: Record<string, number> = JSON.parse(amounts)
  const [first] = Object.values(amountBy)
  if (first === undefined) return undefined
  const amountWith = (option = '') => amountBy[option] ?? first
  return { stripe, currency, amountWith }
}

/** What follows the page around this frame. */
const settingFor = (setting: Setting, amountWith: (option: string | undefined) => number) => ({
  amount: amountWith(setting.option),
  locale: localeOf(setting),
  appearance: stripeAppearance(setting),
})

/**
 * Stripe's Payment Element (https://docs.stripe.com/payments/payment-element), in the light DOM: it
 * breaks inside shadow roots.
 */
export function createStripeCardForm(send: (message: FromFrame) => void, init: Init): CardForm {
  const { check: unsaid = '' } = document.body.dataset
  const sale = findSale()
  if (!sale) {
    send({ t: 'fatal' })
    return withoutFields
  }
  const { stripe, currency, amountWith } = sale
  const options: ElementsOptions = {
    mode: 'payment',
    currency,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    ...settingFor(init, amountWith),
  }
  const elements = stripe.elements(options)
  // The buyer presses Pay in the page around this frame, and a wallet opens at nothing but a press
  // of its own button, which stands above.
  const element = elements.create('payment', {
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  })
  element.on('loaderror', () => send({ t: 'fatal' }))
  element.mount('#card')

  const check = async (id: number): Promise<CardAnswer> => {
    const { error } = await elements.submit()
    return error ? answerOf(id, error, unsaid) : { t: 'invalid', id, errors: [] }
  }

  const wallets =
    init.wallets && findWallets({ stripe, options, send, unsaid, scheme: init.scheme })

  const methods = findMethods()
  return {
    // The page around us moves the focus here, which takes its time: come too late, that would take
    // it away from Stripe's frame again.
    focus: () => {
      if (methods?.focus()) return
      if (document.hasFocus()) element.focus()
      else addEventListener('focus', () => element.focus(), { once: true })
    },
    // The security code is in Stripe's own frame, which keeps and clears it as it sees fit.
    clear: () => {},
    validate: (id) => {
      wallets?.close()
      return methods?.check(id) ?? check(id)
    },
    tokenize: (id) => methods?.token(id) ?? tokenOf({ stripe, elements, id, unsaid }),
    ...(wallets && { wallet: wallets.open }),
    adapt: (setting) => {
      const change = settingFor(setting, amountWith)
      elements.update(change)
      wallets?.adapt(change, setting.scheme)
    },
  }
}
