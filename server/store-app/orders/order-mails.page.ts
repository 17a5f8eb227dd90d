import type {
  BuyerMailKind,
  BuyerMailState,
  MailHindrance,
} from '../../checkout/ports/buyer-mails.ts'
import type { OrderRecord, OrderMail } from '../../orders/order-record.ts'
import { buttonForm } from '../frame/forms.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { onOrder, orderPath } from './on-order.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'

export const orderMailPages: MemberPages = {
  '/orders/:orderNumber/mails': { post: onOrder(sendMailsAgain) },
}

const MAIL_STATES: Record<BuyerMailState, string> = {
  waiting: 'Not sent yet',
  sent: 'Sent',
  unsure: 'Sent; the mail server gave no answer',
  refused: 'Not delivered: the mail server refuses the address',
  unsent: 'Not sent: it could not be sent for three days',
}

const HINDRANCES: Record<MailHindrance, string> = {
  recipient: 'this address has had as many mails as one may (5 an hour, 20 a day)',
  network: 'too many mails come from the buyer’s network',
  denied: 'the mail server refuses our mails, whoever runs the service knows',
}

export function mailText({ state, refusal, putOffBy }: OrderMail) {
  const why = state === 'waiting' && putOffBy ? `: ${HINDRANCES[putOffBy]}` : ''
  return `${MAIL_STATES[state]}${why}${refusal === null ? '' : ` (${refusal})`}`
}

export const MAIL_KINDS: Record<BuyerMailKind, string> = {
  confirmation: 'Confirmation mail',
  refund: 'Mail about a refund',
  refund_failed: 'Mail about a failed refund',
  fulfilment: 'Mail about the fulfilment',
  uncollected: 'Mail about a failed payment',
  withdrawal: 'Mail about the withdrawal',
  withdrawal_link: 'Mail with a link to withdraw',
}

const hasFailed = ({ state }: OrderMail) => state === 'refused' || state === 'unsent'

/** The confirmation, and others that did not reach the buyer. */
export function mailFacts({ mails, isTest, customerEmail }: OrderRecord): [string, string][] {
  const shown = mails.filter((mail) => mail.kind === 'confirmation' || hasFailed(mail))
  if (isTest && customerEmail !== null && mails.length === 0)
    return [[MAIL_KINDS.confirmation, 'None: a test store mails its members alone']]
  return shown.map((mail) => [MAIL_KINDS[mail.kind], mailText(mail)])
}

export const sendAgainView = (
  { mails, orderNumber, customerEmail }: OrderRecord,
  { app, viewer }: MemberVisit,
) =>
  customerEmail !== null && mails.some(hasFailed)
    ? buttonForm(viewer, {
        action: `${orderPath(app, orderNumber)}/mails`,
        button: 'Send the mail again',
      })
    : undefined

async function sendMailsAgain(visit: MemberVisit, { orderNumber }: OrderRecord) {
  const { app, viewer, actor } = visit
  const isSent = await app.records.orders.sendMailsAgain(viewer.store.id, orderNumber, actor)
  const done = isSent
    ? 'The mail goes out again. It may take a moment until this page says how that went.'
    : 'There is no mail to send again.'
  return sayDone(visit, orderPath(app, orderNumber), done)
}
