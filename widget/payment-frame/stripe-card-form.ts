import type { CardForm } from './card-form.ts'
import type { Appearance, CardAnswer, FromFrame, Init } from './messages.ts'
import { stripeAppearance } from './stripe-appearance.ts'
import type { ElementsOptions } from './stripe-js.ts'
import { answerOf, tokenOf } from './stripe-token.ts'
import { findMethods } from './stripe-methods.ts'
import { createWallets } from './stripe-wallets.ts'

/** Ours that Stripe has no texts in: its own choice would be any language of the browser's. */
const UNKNOWN_TO_STRIPE = ['hi', 'mn']

/** https://docs.stripe.com/js/appendix/supported_locales */
function localeOf({ lang }: Appearance) {
  const language = lang.split('-', 1)[0]!
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

/**
 * Stripe's Payment Element (https://docs.stripe.com/payments/payment-element), in the light DOM: it
 * breaks inside shadow roots.
 */
export function createStripeCardForm(send: (message: FromFrame) => void, init: Init): CardForm {
  const { publishableKey, currency, amounts, check: unsaid = '' } = document.body.dataset
  const stripe = window.Stripe?.(publishableKey!)
  const amountBy: Record<string, number> = JSON.parse(amounts!)
  const amountWith = (option = '') => amountBy[option] ?? Object.values(amountBy)[0]
  const amount = amountWith(init.option)
  if (!stripe || amount === undefined) {
    send({ t: 'fatal' })
    return withoutFields
  }
  const options: ElementsOptions = {
    mode: 'payment',
    amount,
    currency: currency!,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    locale: localeOf(init),
    appearance: stripeAppearance(init),
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
      const change = {
        amount: amountWith(setting.option) ?? amount,
        locale: localeOf(setting),
        appearance: stripeAppearance(setting),
      }
      elements.update(change)
      wallets?.adapt(change, setting.scheme)
    },
  }
}
