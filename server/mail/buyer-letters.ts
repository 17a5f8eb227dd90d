import type { BuyerMail } from '../checkout/ports/buyer-mails.ts'
import { takesWithdrawals } from '../checkout/orders/withdrawal.ts'
import { optionOf } from '../checkout/orders/order-delivery.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { sessionIn } from '../checkout/sessions/words-in.ts'
import { directionOf } from '../../widget/i18n/translate.ts'
import { daysText, totalText } from '../../widget/views/ui.ts'
import { type Letter, inLine, isolated, textOf } from './letter.ts'
import { htmlOf } from './letter-html.ts'
import {
  type CompleteSession,
  type Words,
  cardText,
  deliveryText,
  itemText,
  wordsOf,
} from './buyer-words.ts'
import { nameInMail } from './typed-words.ts'

export type BuyerLetter = {
  /** The store's name, as the sender's. */
  from: string
  subject: string
  text: string
  html: string
  replyTo: string | null
}

const numberFact = ({ order }: CompleteSession, { t }: Words) => ({
  name: t('complete.order'),
  value: order.orderNumber,
})

/** Which order, and what was bought. */
const orderFacts = (session: CompleteSession, words: Words) => [
  numberFact(session, words),
  { name: words.say('item'), value: itemText(session, words) },
]

function orderAmounts(session: CompleteSession, words: Words) {
  const { t, money } = words
  const { order, store } = session
  const { fee } = order.fulfillment
  const delivery = optionOf(session, order)?.place ? 'summary.collection' : 'complete.fee'
  return {
    amounts: [
      { name: itemText(session, words), amount: money(order.amountTotal - fee) },
      { name: t(delivery), amount: fee ? money(fee) : t('summary.free') },
    ],
    total: { name: totalText(store, t), amount: money(order.amountTotal) },
  }
}

const cardFacts = (session: CompleteSession, words: Words) =>
  session.card
    ? [{ name: words.t('card.title'), value: cardText(session.card, session, words) }]
    : []

const deliveryFacts = (session: CompleteSession, { t }: Words) => [
  {
    name: t(optionOf(session, session.order)?.place ? 'complete.collect' : 'complete.place'),
    value: deliveryText(session),
  },
]

const orderAction = ({ say, orderUrl }: Words) => ({ label: say('order.view'), url: orderUrl })

/** Who sells, and by the terms that the buyer was shown. */
function sellerParts({ seller }: CheckoutSession, { t, own }: Words): Letter['parts'] {
  if (!seller) return []
  const { legalName, address, termsUrl, privacyUrl, returnsUrl } = seller
  const by = [legalName, ...address.split('\n')].join(t('list.separator'))
  const links = [
    { name: t('seller.terms'), url: termsUrl },
    { name: t('seller.returns'), url: returnsUrl },
    { name: t('seller.privacy'), url: privacyUrl },
  ]
  return [
    t('seller.by', { seller: own(by) }),
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

function contactParts({ store: { contactEmail, contactPhone } }: CheckoutSession, words: Words) {
  const { t, say } = words
  const contact = [contactEmail, contactPhone]
    .filter((each) => each !== null)
    .join(t('list.separator'))
  if (contact === '') return []
  return [say(contactEmail === null ? 'contact.ask' : 'contact.reply', { contact })]
}

function confirmationLetter(
  { guaranteeNotice: notice }: BuyerMail,
  session: CompleteSession,
  words: Words,
): Letter {
  const { t, say, own, names } = words
  const { order, store } = session
  const name = nameInMail(order.customer.name)
  const subject = say('confirmation.subject')
  const thanks = name && t('complete.thanks', { name: own(name), store: own(names.store) })
  return {
    subject,
    parts: [
      { heading: thanks ?? subject },
      ...(store.nextStep === null ? [] : [isolated(store.nextStep)]),
      {
        facts: [
          numberFact(session, words),
          { name: t('complete.paidAt'), value: words.time(order.paidAt) },
        ],
      },
      orderAmounts(session, words),
      { facts: [...deliveryFacts(session, words), ...cardFacts(session, words)] },
      orderAction(words),
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

/** What went back of an order, or has not arrived, and to which card. */
function refundParts({ refunded }: BuyerMail, session: CompleteSession, words: Words) {
  const { t, say, money } = words
  const { order, store } = session
  return [
    { facts: [...orderFacts(session, words), ...cardFacts(session, words)] },
    {
      amounts: [{ name: totalText(store, t), amount: money(order.amountTotal) }],
      total: { name: say('refund.amount'), amount: money(refunded ?? 0) },
    },
    orderAction(words),
  ]
}

/** Nothing was kept: either it goes back, or it was never taken. */
const uncollectedLetter = ({ isReturned }: BuyerMail, { t, labelled, names }: Words): Letter => ({
  subject: labelled(names.store, t('problem.declined')),
  parts: [t(isReturned ? 'declined.returned' : 'declined.late')],
})

const fulfilmentLetter = (mail: BuyerMail, session: CompleteSession, words: Words): Letter => ({
  subject: words.say('fulfilment.subject'),
  parts: [
    words.say('fulfilment.text'),
    ...trackingParts(mail, words),
    {
      facts: [...orderFacts(session, words), ...deliveryFacts(session, words)],
    },
    orderAction(words),
  ],
})

/** The acknowledgement that the law asks for. */
function withdrawalLetter(mail: BuyerMail, session: CompleteSession, words: Words): Letter {
  const { withdrawnAt, withdrawnLate, isRefunded } = mail
  const { say, time } = words
  if (!withdrawnAt) throw new Error('the mail of a withdrawal has no withdrawal')
  const received = time(withdrawnAt.toISOString())
  const next = withdrawnLate ? 'late' : 'next'
  return {
    subject: say('mail.subject'),
    parts: [
      ...(withdrawnLate ? [] : [say('mail.text', { time: received })]),
      {
        facts: [...orderFacts(session, words), { name: say('received'), value: received }],
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
      return {
        subject: say('refund.subject'),
        parts: [say('refund.text', amount), ...refundParts(mail, session, words)],
      }
    case 'refund_failed':
      return {
        subject: say('refundFailed.subject'),
        parts: [say('refundFailed.text', amount), ...refundParts(mail, session, words)],
      }
    case 'fulfilment':
      return fulfilmentLetter(mail, session, words)
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
  const words = wordsOf(mail)
  const session = sessionIn(mail.session, words.language)
  const { subject, parts } = letterOf({ ...mail, session }, words)
  const letter = { subject, parts: [...parts, ...contactParts(session, words)] }
  const storeName = words.names.store
  const { branding, contactEmail, logoUrl } = session.store
  return {
    from: storeName,
    subject: inLine(subject),
    text: textOf(letter, words.language),
    html: htmlOf(letter, {
      storeName,
      branding,
      logoUrl,
      language: words.language,
      direction: directionOf(words.language),
    }),
    replyTo: contactEmail,
  }
}
