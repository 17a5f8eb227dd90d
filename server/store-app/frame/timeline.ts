import type { SessionEvent } from '../../checkout/sessions/session-history.ts'
import type { Formats } from './formats.ts'
import { emailView } from './members/actor-view.ts'
import { type Html, html, styleSheet } from '../../web/html.ts'
import { orderLink, sessionLink } from './members/session-command.ts'

/** `tone`: how its dot is coloured; neutral without one. */
type EntryText = [
  text: Html | string,
  detail?: Html | string | undefined,
  tone?: 'success' | 'danger' | 'info' | undefined,
]

export type TimelineEntry = { at: Date; text: EntryText }

const REASONS: Record<string, string> = {
  authentication_failed: 'The bank could not confirm that it was the buyer.',
  insufficient_funds: 'The card has insufficient funds.',
  attempt_given_up: 'The buyer did not confirm it, or was refused where they do.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code was wrong.',
  incorrect_number: 'The card’s number was wrong.',
  invalid_expiry_month: 'The expiry date was wrong.',
  invalid_expiry_year: 'The expiry date was wrong.',
  processing_error: 'The payment provider failed to process the card.',
  card_not_supported: 'The card does not support this kind of purchase.',
  currency_not_supported: 'The card does not support this currency.',
  withdrawal_count_limit_exceeded: 'The card’s limit was reached.',
  card_velocity_exceeded: 'The card’s limit was reached.',
}

const CREATORS = { public: 'With the public key', secret: 'With the secret key' }

type EntryContext = { formats: Formats; storePath: string }

export const sessionEntries = (events: SessionEvent[], context: EntryContext): TimelineEntry[] =>
  events.map((event) => ({ at: event.at, text: textOf(event, context) }))

const AGAIN = 'Started again by the buyer'

function textOf(event: SessionEvent, { formats, storePath }: EntryContext): EntryText {
  switch (event.type) {
    case 'created': {
      const { createdWith } = event
      return ['Session created', createdWith === null ? undefined : CREATORS[createdWith]]
    }
    case 'created_again':
      return [AGAIN, html`After session ${sessionLink({ storePath }, event.from)}`]
    case 'opened':
      return ['Checkout page opened']
    case 'payment_begun': {
      const detail = event.isChallenged ? 'The bank asked the buyer to confirm it.' : undefined
      return [`Payment of ${formats.money(event.amount, event.currency)} begun`, detail, 'info']
    }
    case 'payment_declined': {
      const reason = REASONS[event.code] ?? 'The bank gave no reason.'
      return ['Payment declined', `${reason} Nothing was charged.`, 'danger']
    }
    case 'payment_given_up':
      return ['Payment given up', 'It was not finished. Nothing was charged.', 'danger']
    case 'payment_returned': {
      const detail = 'It did not fit this session. The money goes back to the buyer.'
      return ['Payment given back', detail, 'danger']
    }
    case 'paid': {
      const { amount, currency, orderNumber } = event
      const detail = html`Order ${orderLink({ storePath }, orderNumber)}`
      return [`${formats.money(amount, currency)} paid`, detail, 'success']
    }
    case 'expired':
      return ['Session expired', 'Its time was over.']
    case 'ended': {
      const byProgram = 'By your program, with the secret key'
      return [
        'Session expired early',
        event.by === null ? byProgram : html`By ${emailView(event.by)}`,
      ]
    }
    case 'restarted':
      return [AGAIN, html`As session ${sessionLink({ storePath }, event.next)}`]
  }
}

/** In the order of the entries. Pages that show one send `TIMELINE` as their `styles`. */
export const timelineView = (entries: TimelineEntry[], formats: Formats) =>
  html`<ol class="timeline">
    ${entries.map(
      ({ at, text: [text, detail, tone] }) =>
        html`<li ${tone && html`class="${tone}"`}>
          <p class="strong">${text}</p>
          ${detail === undefined ? undefined : html`<p>${detail}</p>`}
          <p class="muted">${formats.time(at)}</p>
        </li> `,
    )}
  </ol>`

export const TIMELINE = styleSheet(`
.timeline { display: grid; margin: 12px 0 0; padding: 0; list-style: none; }
.timeline li { position: relative; padding-inline-start: 28px; padding-block-end: 16px; }
.timeline li:last-child { padding-block-end: 0; }
.timeline li::before {
  content: "";
  position: absolute;
  inset-block-start: 6px;
  inset-inline-start: 3px;
  inline-size: 10px;
  block-size: 10px;
  border-radius: 50%;
  background: var(--control);
}
.timeline li:not(:last-child)::after {
  content: "";
  position: absolute;
  inset-block: 22px -2px;
  inset-inline-start: 7px;
  inline-size: 2px;
  background: var(--line);
}
.timeline .success::before { background: var(--success); }
.timeline .danger::before { background: var(--danger); }
.timeline .info::before { background: var(--accent); }
.timeline .muted { font-size: .875rem; line-height: 1.4286; }
@media (forced-colors: active) { .timeline li::before { background: CanvasText; } }`)
