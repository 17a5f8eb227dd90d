import type { CardField } from '../checkout-state.ts'
import type { CardForm } from './card-form.ts'
import type { Appearance, CardAnswer, FromFrame, Init } from './messages.ts'
import { stripeAppearance } from './stripe-appearance.ts'
import type { StripeError } from './stripe-js.ts'

/** Ours that Stripe has no texts in: its own choice would be any language of the browser's. */
const UNKNOWN_TO_STRIPE = ['hi', 'mn']

/** https://docs.stripe.com/js/appendix/supported_locales */
function localeOf({ lang }: Appearance) {
  const language = lang.split('-', 1)[0]!
  if (UNKNOWN_TO_STRIPE.includes(language)) return 'en'
  return language === 'pt' ? 'pt-BR' : language
}

/**
 * https://docs.stripe.com/error-codes: incomplete_number, invalid_expiry_year_past, incomplete_cvc
 * …
 */
export const fieldOf = (code = ''): CardField =>
  code.includes('expiry') ? 'exp' : code.includes('cvc') ? 'cvc' : 'number'

/** What Stripe says is wrong, in the words of the frame's messages. */
/** `unsaid`: for the buyer where Stripe has no words. */
export function answerOf(
  id: number,
  { type, code, message }: StripeError,
  unsaid: string,
): CardAnswer {
  switch (type) {
    case 'validation_error':
    case 'card_error':
      return {
        t: 'invalid',
        id,
        errors: [{ field: fieldOf(code), message: message ?? unsaid }],
      }
    case 'api_connection_error':
      return { t: 'failed', id, code: 'network' }
    case 'rate_limit_error':
      return { t: 'failed', id, code: 'rate_limited' }
    default:
      return { t: 'failed', id, code: 'internal' }
  }
}

/** Fields that never came: whoever asks hears so. */
const withoutFields: CardForm = {
  focus: () => {},
  clear: () => {},
  validate: async (id) => ({ t: 'failed', id, code: 'network' }),
  tokenize: async (id) => ({ t: 'failed', id, code: 'network' }),
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
  const elements = stripe.elements({
    mode: 'payment',
    amount,
    currency: currency!,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    locale: localeOf(init),
    appearance: stripeAppearance(init),
  })
  // The buyer presses Pay in the page around this frame, and a wallet opens at nothing but a press
  // in its own.
  const element = elements.create('payment', {
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  })
  element.on('loaderror', () => send({ t: 'fatal' }))
  element.mount('#card')

  const check = async (id: number): Promise<CardAnswer> => {
    const { error } = await elements.submit()
    return error ? answerOf(id, error, unsaid) : { t: 'invalid', id, errors: [] }
  }

  const tokenize = async (id: number): Promise<CardAnswer> => {
    const { error: wrong } = await elements.submit()
    if (wrong) return answerOf(id, wrong, unsaid)
    const made = await stripe.createConfirmationToken({ elements })
    if (made.error) return answerOf(id, made.error, unsaid)
    const { id: paymentMethod, payment_method_preview: preview } = made.confirmationToken
    const { brand, last4 } = preview?.card ?? {}
    return { t: 'token', id, paymentMethod, ...(brand && last4 && { card: { brand, last4 } }) }
  }

  return {
    // The page around us moves the focus here, which takes its time: come too late, that would take
    // it away from Stripe's frame again.
    focus: () => {
      if (document.hasFocus()) element.focus()
      else addEventListener('focus', () => element.focus(), { once: true })
    },
    // The security code is in Stripe's own frame, which keeps and clears it as it sees fit.
    clear: () => {},
    validate: check,
    tokenize,
    adapt: (setting) =>
      elements.update({
        amount: amountWith(setting.option) ?? amount,
        locale: localeOf(setting),
        appearance: stripeAppearance(setting),
      }),
  }
}
