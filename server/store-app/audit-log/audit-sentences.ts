import type { AuditAction } from '../../checkout/stores/audit.ts'
import type { AuditLine } from './audit-log.ts'
import type { Formats } from '../frame/formats.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { type Html, html } from '../../web/html.ts'

type Details = AuditLine['details']
type Sentence = (line: AuditLine, formats: Formats) => Html

/** Details may be of another version: what is not as expected is left out. */
const textIn = (details: Details, field: string) =>
  typeof details[field] === 'string' ? details[field] : undefined
const numberIn = (details: Details, field: string) =>
  typeof details[field] === 'number' ? details[field] : undefined

const name = (text: string | null | undefined) =>
  html`<strong>${emailView(text ?? 'unknown')}</strong>`

const about =
  (before: string, after = ''): Sentence =>
  ({ subject }) =>
    html`${before} ${name(subject)}${after}`
const plain =
  (text: string): Sentence =>
  () =>
    html`${text}`

const ROLES: Record<string, string> = { owner: 'an owner', staff: 'staff' }
const roleIn = (details: Details, field: string) =>
  ROLES[textIn(details, field) ?? ''] ?? 'a member'

const countOf = (count: number | undefined, one: string) =>
  `${count ?? 'some'} ${count === 1 ? one : `${one}s`}`

const refunded: Sentence = ({ subject, details }, formats) => {
  const amount = numberIn(details, 'amount')
  const currency = textIn(details, 'currency')
  const units = numberIn(details, 'returnedUnits')
  const money =
    amount === undefined || currency === undefined ? 'a part' : formats.money(amount, currency)
  return html`refunded ${money} of order
  ${name(subject)}${units ? `, ${countOf(units, 'unit')} back into stock` : undefined}`
}

function deltaText(delta: number | undefined, { number }: Formats) {
  if (delta === undefined) return 'changed'
  return delta < 0 ? `took ${number(-delta)} from` : `added ${number(delta)} to`
}

const stockChanged: Sentence = ({ subject, details }, formats) => {
  const delta = numberIn(details, 'delta')
  const stock = numberIn(details, 'stock')
  const variant = textIn(details, 'variant')
  return html`${deltaText(delta, formats)} the stock of
  ${name(subject)}${variant === undefined ? undefined : html` (<bdi>${variant}</bdi>)`}${
    stock === undefined ? undefined : `, which left ${formats.number(stock)}`
  }`
}

const sessionExpired: Sentence = ({ subject, details }) => {
  const sessions = numberIn(details, 'sessions')
  return sessions === undefined
    ? html`ended session ${name(subject)}`
    : html`ended ${countOf(sessions, 'open session')} of ${name(subject)}`
}

const deliveryChanged: Sentence = ({ details }, formats) => {
  const fee = numberIn(details, 'fee')
  for (const verb of ['added', 'removed', 'moved', 'changed']) {
    const option = textIn(details, verb)
    if (option !== undefined) {
      return html`${verb} the delivery option
      ${name(option)}${fee === undefined ? undefined : ` (${formats.money(fee)})`}`
    }
  }
  return html`changed the delivery options`
}

const KEYS: Record<string, string> = { public: 'the public key', secret: 'the secret key' }

const SWITCHED: Record<string, string> = { true: 'switched on', false: 'switched off' }

const refused =
  (text: string): Sentence =>
  ({ details }, formats) => {
    const count = numberIn(details, 'count') ?? 1
    return html`${text}${count > 1 ? `, ${formats.number(count)} times in this hour` : undefined}`
  }

/**
 * By the kinds that a reader can choose. The name comes before it: "ana@loom.example refunded …".
 */
const KINDS = {
  sign_ins: {
    text: 'Sign-ins and passwords',
    sentences: {
      'auth.refused': refused('was not signed in: the password was wrong'),
      'auth.limited': refused('was kept waiting at the sign-in: there were too many tries'),
      'auth.second_factor_refused': refused('gave the password, and a wrong second factor'),
      'auth.second_factor_limited': refused(
        'gave the password, and was kept waiting: there were too many tries of the second factor',
      ),
      'access.forbidden': refused('was refused a page that is for owners'),
      'form.forged': refused('was refused a form that did not come from their own page'),
      'member.signed_in': plain('signed in'),
      'member.signed_out_everywhere': plain('signed out everywhere'),
      'member.password_changed': plain('changed their password'),
      'member.password_reset': plain('chose a new password through a link'),
      'member.reset_link_issued': about('issued a link to a new password for'),
      'member.second_factor.turned_on': plain('turned their second factor on'),
      'member.second_factor.turned_off': plain('turned their second factor off'),
      'member.second_factor.ended': about('ended the second factor of'),
      'member.second_factor.recovery_code_used': plain('used a recovery code'),
      'member.second_factor.recovery_codes_renewed': plain('made new recovery codes'),
      'member.second_factor.passkey_added': plain('added a passkey'),
      'member.second_factor.passkey_removed': plain('removed a passkey'),
    },
  },
  team: {
    text: 'Team',
    sentences: {
      'member.invited': ({ subject, details }) =>
        html`invited ${name(subject)} as
        ${roleIn(details, 'role')}${details['again'] === true ? ', once more' : undefined}`,
      'member.invitation_revoked': about('revoked the invitation of'),
      'member.joined': ({ details }) => html`joined as ${roleIn(details, 'role')}`,
      'member.role_changed': ({ subject, details }) =>
        html`made ${name(subject)} ${roleIn(details, 'to')}`,
      'member.removed': about('removed', ' from the team'),
    },
  },
  orders: {
    text: 'Orders',
    sentences: {
      'order.fulfilled': about('marked order', ' as fulfilled'),
      'order.unfulfilled': about('marked order', ' as not fulfilled'),
      'order.tracking_changed': about('changed the tracking of order'),
      'order.delivered': about('marked order', ' as delivered'),
      'order.undelivered': about('marked order', ' as not delivered'),
      'order.note_changed': about('changed the note of order'),
      'order.refunded': refunded,
      'order.units_came_back': about('said that the units of a failed refund came back, of order'),
      'order.units_did_not_come_back': about(
        'took the units of a failed refund out of stock again, of order',
      ),
      'order.failed_refund_seen': about('has dealt with a failed refund of order'),
      'order.mails_sent_again': about('sent mails to the buyer again of order'),
      'orders.exported': plain('exported orders'),
      'buyer.exported': ({ details }) =>
        html`exported what is kept of a buyer: ${countOf(numberIn(details, 'sessions'), 'session')}`,
      'buyer.erased': ({ details }) =>
        html`erased a buyer from ${countOf(numberIn(details, 'sessions'), 'session')} and
        ${countOf(numberIn(details, 'orders'), 'order')}`,
    },
  },
  products: {
    text: 'Products and stock',
    sentences: {
      'product.created': about('created product'),
      'product.changed': about('changed product'),
      'product.archived': about('archived product'),
      'product.restored': about('restored product'),
      'product.picture_changed': ({ subject, details }) =>
        html`${details['to'] === null ? 'removed' : 'changed'} the picture of product
        ${name(subject)}`,
      'stock.changed': stockChanged,
      'products.imported': ({ details }) =>
        html`imported products: ${numberIn(details, 'created') ?? 0} created,
        ${numberIn(details, 'changed') ?? 0} changed`,
      'products.exported': plain('exported products'),
    },
  },
  sessions: {
    text: 'Checkout sessions',
    sentences: {
      'session.expired': sessionExpired,
    },
  },
  settings: {
    text: 'Settings and keys',
    sentences: {
      'store.created': plain('created the store'),
      'store.changed': plain('changed the store'),
      'store.closed': plain('closed the store: it sells nothing any more'),
      'delivery.changed': deliveryChanged,
      'origins.changed': plain('changed the allowed origins'),
      'plan.changed': ({ details }) => html`changed the plan to ${name(textIn(details, 'plan'))}`,
      'webhook_endpoint.added': about('added webhook endpoint'),
      'webhook_endpoint.changed': (line) =>
        html`${SWITCHED[String(line.details['enabled'])] ?? 'changed'} webhook endpoint
        ${name(line.subject)}`,
      'webhook_endpoint.removed': about('removed webhook endpoint'),
      'webhook_endpoint.secret_rolled': about('rolled the secret of webhook endpoint'),
      'key.regenerated': ({ details }) =>
        html`regenerated ${KEYS[textIn(details, 'kind') ?? ''] ?? 'a key'}`,
      'key.ended': ({ details }) =>
        html`ended the key before ${KEYS[textIn(details, 'kind') ?? ''] ?? 'the present one'} early`,
    },
  },
} satisfies Record<string, { text: string; sentences: Partial<Record<AuditAction, Sentence>> }>

/** What a list of actions can be narrowed to. */
export const ACTION_KINDS = Object.entries(KINDS).map(([value, { text, sentences }]) => ({
  value,
  text,
  actions: Object.keys(sentences),
}))

const SENTENCES: Record<AuditAction, Sentence> = {
  ...KINDS.sign_ins.sentences,
  ...KINDS.team.sentences,
  ...KINDS.orders.sentences,
  ...KINDS.products.sentences,
  ...KINDS.sessions.sentences,
  ...KINDS.settings.sentences,
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(SENTENCES, action)

/** Follows the name of the person or service that did it; also for actions of a newer version. */
export const sentenceOf = (line: AuditLine, formats: Formats): Html =>
  isKnown(line.action)
    ? SENTENCES[line.action](line, formats)
    : html`${line.action}${line.subject === null ? undefined : html` ${name(line.subject)}`}`
