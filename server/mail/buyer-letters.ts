import type { PaymentCard } from '../checkout/payments/attempt.ts'
import type { BuyerMail } from '../checkout/ports/buyer-mails.ts'
import { currencyDigits } from '../checkout/money.ts'
import { takesWithdrawals } from '../checkout/orders/withdrawal.ts'
import { optionOf } from '../checkout/orders/order-delivery.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { statementText } from '../checkout/stores/statement.ts'
import { languageOf, messagesOf } from '../../widget/i18n/catalogues.ts'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { directionOf, fillPieces } from '../../widget/i18n/translate.ts'
import { createUi, daysText, totalText } from '../../widget/views/ui.ts'
import { type Letter, htmlOf, inLine, textOf } from './letter.ts'
import { detailsInMail, nameInMail } from './typed-words.ts'

export type BuyerLetter = {
  /** The store's name, as the sender's. */
  from: string
  subject: string
  text: string
  html: string
  replyTo: string | null
}

/** Keeps its own direction of writing in a sentence of another. */
const isolated = (text: string) => `\u2068${text}\u2069`

type CompleteSession = Extract<CheckoutSession, { state: 'complete' }>

type Words = ReturnType<typeof wordsOf>

/** The words and formats of the buyer's language, with what every mail of this session names. */
function wordsOf({ languages, session, withdrawUrl, withdrawalLink }: BuyerMail) {
  const { store, quote, order } = session
  const language = chooseLanguage(...languages, store.language)
  const texts = languageOf(language)
  const ui = createUi({ language, messages: messagesOf(texts), hosted: true, zone: 'UTC' })
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
    withdrawUrl: `${withdrawUrl}?lang=${language}&order=${names['order']}&session=${session.id}${withdrawalLink ? `&link=${withdrawalLink}` : ''}`,
  }
}

/** What was bought, such as "Linen shirt · M · Sand · Qty 2". */
const itemText = (
  { quote: { productName, size, color, quantity } }: CheckoutSession,
  { t }: Words,
) => [productName, size, color, t('summary.quantity', { quantity })].filter(Boolean).join(' · ')

/** The card, and how the payment appears on its statement. */
function cardText({ brand, last4 }: PaymentCard, { store, order }: CompleteSession, { t }: Words) {
  const text = statementText(store.statementName, order.orderNumber)
  return `${brand} •••• ${last4}${text ? `\n${t('complete.statement', { text: isolated(text) })}` : ''}`
}

/** The store's own words as they are; the buyer's only when they are no others. */
function deliveryText(session: CompleteSession) {
  const { details } = session.order.fulfillment
  const option = optionOf(session, session.order)
  return option?.place ? details : (detailsInMail(details) ?? option?.name ?? '')
}

function orderFacts(session: CompleteSession, words: Words) {
  const { t, money, time } = words
  const { order, card, store } = session
  const option = optionOf(session, order)
  const { fee } = order.fulfillment
  const facts = [
    [t('complete.order'), order.orderNumber],
    [itemText(session, words), money(order.amountTotal - fee)],
    [
      t(option?.place ? 'summary.collection' : 'complete.fee'),
      fee ? money(fee) : t('summary.free'),
    ],
    [totalText(store, t), money(order.amountTotal)],
    [t(option?.place ? 'complete.collect' : 'complete.place'), deliveryText(session)],
    ...(card ? [[t('card.title'), cardText(card, session, words)]] : []),
    [t('complete.paidAt'), time(order.paidAt)],
  ]
  return { facts: facts.map(([name = '', value = '']) => ({ name, value })) }
}

/** Who sells, and by the terms that the buyer was shown. */
function sellerParts({ seller }: CheckoutSession, { t }: Words): Letter['parts'] {
  if (!seller) return []
  const { legalName, address, termsUrl, privacyUrl, returnsUrl } = seller
  const links = [
    { name: t('seller.terms'), url: termsUrl },
    { name: t('seller.returns'), url: returnsUrl },
    { name: t('seller.privacy'), url: privacyUrl },
  ]
  return [
    t('seller.by', { seller: `${legalName}, ${address.replaceAll('\n', ', ')}` }),
    { links: links.filter((link): link is typeof link & { url: string } => !!link.url) },
  ]
}

/** For how long the buyer may withdraw, and where; or why not at all. */
function withdrawalParts({ store, quote }: CheckoutSession, words: Words): Letter['parts'] {
  const { t, withdrawUrl: url } = words
  const { withdrawalDays: days, withdrawalReason: reason } = quote
  if (!takesWithdrawals(store)) return []
  if (days === 0) return [[t('seller.final'), reason].filter(Boolean).join(' ')]
  return [{ links: [{ name: t('seller.withdraw', { days: daysText(days, words) }), url }] }]
}

function contactParts({ store: { contactEmail, contactPhone } }: CheckoutSession, { say }: Words) {
  const contact = [contactEmail, contactPhone].filter((each) => each !== null).join(', ')
  if (contact === '') return []
  return [say(contactEmail === null ? 'contact.ask' : 'contact.reply', { contact })]
}

function confirmationLetter(
  { guaranteeNotice: notice }: BuyerMail,
  session: CompleteSession,
  words: Words,
): Letter {
  const { t, say, names } = words
  const { order, store } = session
  const name = nameInMail(order.customer.name)
  return {
    subject: say('confirmation.subject'),
    parts: [
      ...(name === undefined ? [] : [t('complete.thanks', { name, store: names['store'] ?? '' })]),
      ...(store.nextStep === null ? [] : [isolated(store.nextStep)]),
      orderFacts(session, words),
      ...sellerParts(session, words),
      ...withdrawalParts(session, words),
      ...(notice ? [{ notice }] : []),
    ],
  }
}

/** How the buyer follows the parcel, in the store's words, as a link where there is one. */
function trackingParts({ tracking }: BuyerMail, { t }: Words): Letter['parts'] {
  if (!tracking) return []
  const { carrier, trackingNumber, trackingUrl: url } = tracking
  const parcel = [carrier, trackingNumber].filter((text) => text !== null).map(isolated)
  const name = [t('complete.tracking'), ...parcel].join(' · ')
  return [url === null ? name : { links: [{ name, url }] }]
}

/** Nothing was kept: either it goes back, or it was never taken. */
const uncollectedLetter = ({ isReturned }: BuyerMail, { t, names }: Words): Letter => ({
  subject: `${names['store']}: ${t('problem.declined')}`,
  parts: [t(isReturned ? 'declined.returned' : 'declined.late')],
})

/** The acknowledgement that the law asks for. */
function withdrawalLetter(mail: BuyerMail, session: CompleteSession, words: Words): Letter {
  const { withdrawnAt, withdrawnLate, isRefunded } = mail
  const { t, say, time } = words
  const { order } = session
  if (!withdrawnAt) throw new Error('the mail of a withdrawal has no withdrawal')
  const received = time(withdrawnAt.toISOString())
  const next = withdrawnLate ? 'late' : 'next'
  return {
    subject: say('mail.subject'),
    parts: [
      ...(withdrawnLate ? [] : [say('mail.text', { time: received })]),
      {
        facts: [
          { name: t('complete.order'), value: order.orderNumber },
          { name: say('item'), value: itemText(session, words) },
          { name: say('received'), value: received },
        ],
      },
      say(isRefunded ? 'refunded' : next),
    ],
  }
}

/** For a buyer who may not type the address any more, since others have tried too often. */
const withdrawalLinkLetter = ({ say, withdrawUrl: url }: Words): Letter => ({
  subject: say('link.subject'),
  parts: [{ text: say('link.text'), label: say('begin'), url }],
})

function letterOf(mail: BuyerMail, words: Words): Letter {
  const { session, refunded } = mail
  const { say, money } = words
  const amount = { amount: money(refunded ?? 0) }
  if (session.state !== 'complete') return uncollectedLetter(mail, words)
  switch (mail.kind) {
    case 'confirmation':
      return confirmationLetter(mail, session, words)
    case 'refund':
      return { subject: say('refund.subject'), parts: [say('refund.text', amount)] }
    case 'refund_failed':
      return { subject: say('refundFailed.subject'), parts: [say('refundFailed.text', amount)] }
    case 'fulfilment':
      return {
        subject: say('fulfilment.subject'),
        parts: [say('fulfilment.text'), ...trackingParts(mail, words)],
      }
    case 'uncollected':
      return uncollectedLetter(mail, words)
    case 'withdrawal':
      return withdrawalLetter(mail, session, words)
    case 'withdrawal_link':
      return withdrawalLinkLetter(words)
  }
}

/** The mail as its buyer reads it: in their language and the store's look. */
export function writeToBuyer(mail: BuyerMail): BuyerLetter {
  const { session } = mail
  const words = wordsOf(mail)
  const { subject, parts } = letterOf(mail, words)
  const letter = { subject, parts: [...parts, ...contactParts(session, words)] }
  const storeName = words.names['store'] ?? ''
  const { branding, contactEmail } = session.store
  return {
    from: storeName,
    subject: inLine(subject),
    text: textOf(letter),
    html: htmlOf(letter, {
      storeName,
      branding,
      language: words.language,
      direction: directionOf(words.language),
    }),
    replyTo: contactEmail,
  }
}
