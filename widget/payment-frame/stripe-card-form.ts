import type { CardForm } from './card-form.ts'
import type { Appearance, CardAnswer, FromFrame, Init, Setting } from '../element/messages.ts'
import { stripeAppearance } from './stripe-appearance.ts'
import { textsTag } from '../i18n/texts-tag.ts'
import type { ElementsOptions } from './stripe-js.ts'
import { answerOf, tokenOf } from './stripe-token.ts'
import { findMethods } from './stripe-methods.ts'
import { createWallets, type Rate } from './stripe-wallets.ts'

/**
 * Languages that we have and Stripe has not. Stripe would choose any language of the browser
 * instead.
 */
const UNKNOWN_TO_STRIPE = ['hi', 'mn']

/** https://docs.stripe.com/js/appendix/supported_locales */
function localeOf({ lang }: Appearance) {
  const [language = 'en'] = lang.split('-', 1)
  if (UNKNOWN_TO_STRIPE.includes(language)) return 'en'
  return textsTag(lang) === 'pt' ? 'pt-BR' : language
}

/** Answers for fields that never came. */
const withoutFields: CardForm = {
  focus: () => {},
  clear: () => {},
  validate: async (id) => ({ t: 'failed', id, code: 'network' }),
  tokenize: async (id) => ({ t: 'failed', id, code: 'network' }),
}

/** What is to be paid, as the server has written it into the document. */
function findSale() {
  const { publishableKey, currency, amounts, rates = '[]', countries } = document.body.dataset
  const stripe = publishableKey ? window.Stripe?.(publishableKey) : undefined
  if (!stripe || !currency || !amounts) return undefined
  const amountBy: Record<string, number> = JSON.parse(amounts)
  const [first] = Object.values(amountBy)
  if (first === undefined) return undefined
  const amountWith = (option = '') => amountBy[option] ?? first
  return {
    stripe,
    currency,
    amountWith,
    rates: JSON.parse(rates) as Rate[],
    countries: countries?.split(' '),
  }
}

/** What changes with the page around this frame. */
const settingFor = (setting: Setting, amountWith: (option: string | undefined) => number) => ({
  amount: amountWith(setting.option),
  locale: localeOf(setting),
  appearance: stripeAppearance(setting),
})

type StripeFormSetup = {
  sale: NonNullable<ReturnType<typeof findSale>>
  options: ElementsOptions
  send: (message: FromFrame) => void
  /** For the buyer, where Stripe has no words. */
  unsaid: string
}

/** The wallets stand above the form, in a frame that has nothing else in it. */
function createWalletForm({ sale, ...shown }: StripeFormSetup, init: Init): CardForm {
  document.body.classList.add('express')
  const wallets = createWallets({ ...sale, ...shown, setting: init })
  return {
    ...withoutFields,
    clear: wallets.close,
    wallet: wallets.open,
    adapt: (setting) => wallets.adapt(settingFor(setting, sale.amountWith), setting),
  }
}

/**
 * Stripe's Payment Element (https://docs.stripe.com/payments/payment-element). It is in the
 * light DOM, because it does not work inside a shadow root.
 */
function createCardForm({ sale, options, send, unsaid }: StripeFormSetup): CardForm {
  const { stripe, amountWith } = sale
  const elements = stripe.elements(options)
  // Stripe shows no wallets here: they need a press of their own button, and the buyer presses Pay
  // in the page around this frame.
  const element = elements.create('payment', {
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  })
  element.on('loaderror', () => send({ t: 'fatal' }))
  element.mount('#card')

  const check = async (id: number): Promise<CardAnswer> => {
    const { error } = await elements.submit()
    return error ? answerOf(id, error, unsaid) : { t: 'invalid', id, errors: [] }
  }

  const methods = findMethods()
  return {
    // The page around moves the focus to this frame, which takes a moment. If that came last, it
    // would take the focus away from Stripe's frame again.
    focus: () => {
      if (methods?.focus()) return
      if (document.hasFocus()) element.focus()
      else addEventListener('focus', () => element.focus(), { once: true })
    },
    // Only Stripe's own frame can clear the security code, or mark the number.
    clear: () => {},
    validate: (id) => methods?.check(id) ?? check(id),
    tokenize: (id, customer) =>
      methods?.token(id) ?? tokenOf({ stripe, elements, id, unsaid, customer }),
    adapt: (setting) => elements.update(settingFor(setting, amountWith)),
  }
}

/** The wallets, or everything else that Stripe takes. */
export function createStripeForm(send: StripeFormSetup['send'], init: Init): CardForm {
  const { check: unsaid = '' } = document.body.dataset
  const sale = findSale()
  if (!sale) {
    send({ t: 'fatal' })
    return withoutFields
  }
  const options: ElementsOptions = {
    mode: 'payment',
    currency: sale.currency,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    ...settingFor(init, sale.amountWith),
  }
  const shown = { sale, options, send, unsaid }
  return init.express ? createWalletForm(shown, init) : createCardForm(shown)
}
