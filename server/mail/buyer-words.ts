import { currencyDigits } from '../checkout/money.ts'
import { optionOf } from '../checkout/orders/order-delivery.ts'
import type { PaymentCard } from '../checkout/payments/attempt.ts'
import type { BuyerMail } from '../checkout/ports/buyer-mails.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { statementText } from '../checkout/stores/statement.ts'
import { languageOf, messagesOf } from '../../widget/i18n/catalogues.ts'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { type HoleNames, fillText } from '../../widget/i18n/translate.ts'
import type { mailEn } from '../../widget/i18n/mail-en.ts'
import type { withdrawalEn } from '../../widget/i18n/withdrawal-en.ts'
import { createUi, inZone } from '../../widget/views/ui.ts'
import { inLine, isolated, keptIn } from './letter.ts'
import { detailsInMail } from './typed-words.ts'

export type CompleteSession = Extract<CheckoutSession, { state: 'complete' }>

type MailTexts = typeof mailEn & typeof withdrawalEn

type MailKey = keyof Language['mail'] | keyof Language['withdrawal']

/** What a text asks for beside the store and the order, which every text has. */
type FurtherName<Key extends MailKey> = Exclude<HoleNames<MailTexts[Key]>, 'store' | 'order'>

export type Words = ReturnType<typeof wordsOf>

/** The words and formats of the buyer's language, with what every mail of this session names. */
export function wordsOf(mail: BuyerMail) {
  const { languages, session, checkoutUrl, withdrawalLink, timeZone: zone } = mail
  const { store, quote, order } = session
  const language = chooseLanguage(...languages, store.language)
  const texts = languageOf(language)
  const ui = createUi({
    language,
    messages: messagesOf(texts),
    hosted: true,
    ...inZone(language, zone),
  })
  const digits = currencyDigits(quote.currency)
  const own = keptIn(language)
  const names = {
    store: inLine(
      store.isTest ? fillText(texts.mail['store.test'], { name: store.name }) : store.name,
    ),
    order: order?.orderNumber ?? '',
  }
  return {
    language,
    names,
    t: ui.t,
    time: (instant: string) => ui.time(instant, { full: true, currency: quote.currency }),
    money: (amount: number) =>
      ui.money(amount, { currency: quote.currency, currencyDigits: digits }),
    own,
    say: <Key extends MailKey>(
      key: Key,
      ...[filling]: [FurtherName<Key>] extends [never] ? [] : [Record<FurtherName<Key>, string>]
    ) => {
      const values = Object.entries<string>({ ...names, ...filling })
      return fillText(
        { ...texts.mail, ...texts.withdrawal }[key],
        Object.fromEntries(values.map(([name, value]) => [name, own(value)])),
      )
    },
    labelled: (label: string, value: string) =>
      fillText(texts.page.labelled, { label: own(label), value }),
    orderUrl: `${checkoutUrl}/${session.id}?lang=${language}`,
    withdrawUrl: `${checkoutUrl}/withdraw?lang=${language}&order=${names.order}&session=${session.id}${withdrawalLink ? `&link=${withdrawalLink}` : ''}`,
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
