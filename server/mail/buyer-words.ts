import { currencyDigits } from '../checkout/money.ts'
import { optionOf } from '../checkout/orders/order-delivery.ts'
import type { PaymentCard } from '../checkout/payments/attempt.ts'
import type { BuyerMail } from '../checkout/ports/buyer-mails.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { statementText } from '../checkout/stores/statement.ts'
import { languageOf, messagesOf } from '../../widget/i18n/catalogues.ts'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { directionOf, fillPieces } from '../../widget/i18n/translate.ts'
import { createUi } from '../../widget/views/ui.ts'
import { inLine } from './letter.ts'
import { detailsInMail } from './typed-words.ts'

/** Keeps its own direction of writing in a sentence of another. */
export const isolated = (text: string) => `\u2068${text}\u2069`

export type CompleteSession = Extract<CheckoutSession, { state: 'complete' }>

export type Words = ReturnType<typeof wordsOf>

/** The words and formats of the buyer's language, with what every mail of this session names. */
export function wordsOf(mail: BuyerMail) {
  const { languages, session, checkoutUrl, withdrawalLink, timeZone: zone } = mail
  const { store, quote, order } = session
  const language = chooseLanguage(...languages, store.language)
  const texts = languageOf(language)
  const ui = createUi({ language, messages: messagesOf(texts), hosted: true, zone })
  const digits = currencyDigits(quote.currency)
  // From right to left a phone number is read group by group, and so are some order numbers.
  const own = directionOf(language) === 'rtl' ? isolated : (text: string) => text
  const names: Record<string, string> = {
    store: inLine(store.isTest ? `${store.name} (test)` : store.name),
    order: order?.orderNumber ?? '',
  }
  return {
    language,
    names,
    t: ui.t,
    time: (instant: string) => ui.time(instant, { full: true, currency: quote.currency }),
    money: (amount: number) =>
      ui.money(amount, { currency: quote.currency, currencyDigits: digits }),
    say: (
      key: keyof Language['mail'] | keyof Language['withdrawal'],
      filling: Record<string, string> = {},
    ) =>
      fillPieces({ ...texts.mail, ...texts.withdrawal }[key], (name) =>
        own(filling[name] ?? names[name] ?? ''),
      ).join(''),
    orderUrl: `${checkoutUrl}/${session.id}?lang=${language}`,
    withdrawUrl: `${checkoutUrl}/withdraw?lang=${language}&order=${names['order']}&session=${session.id}${withdrawalLink ? `&link=${withdrawalLink}` : ''}`,
  }
}

/** What was bought, such as "Linen shirt · M · Sand · Qty 2". */
export const itemText = (
  { quote: { productName, size, color, quantity } }: CheckoutSession,
  { t }: Words,
) => [productName, size, color, t('summary.quantity', { quantity })].filter(Boolean).join(' · ')

/** The card, and how the payment appears on its statement. */
export function cardText(
  { brand, last4 }: PaymentCard,
  { store, order }: CompleteSession,
  { t }: Words,
) {
  const text = statementText(store.statementName, order.orderNumber)
  return `${brand} •••• ${last4}${text ? `\n${t('complete.statement', { text: isolated(text) })}` : ''}`
}

/** The store's own words as they are; the buyer's only when they are no others. */
export function deliveryText(session: CompleteSession) {
  const { details } = session.order.fulfillment
  const option = optionOf(session, session.order)
  return option?.place ? details : (detailsInMail(details) ?? option?.name ?? '')
}
