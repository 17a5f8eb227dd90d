import { shortSessionId } from '../../checkout/session.ts'
import type { SessionDetails } from './session-list.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html, styleSheet } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import { factsView, metadataView, sectionView } from '../frame/sections.ts'
import { sessionPath } from '../frame/session-path.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { summaryView } from '../frame/summary-view.ts'
import { TIMELINE, sessionEntries, timelineView } from '../frame/timeline.ts'
import type { MemberPages } from '../frame/visits.ts'
import { onSession, stateBadge } from './on-session.ts'

export const sessionPages: MemberPages = { '/sessions/:id': { get: onSession(sendSession) } }

const isolatedView = (value: string | undefined): Html | undefined =>
  value ? html`<bdi>${value}</bdi>` : undefined

/** The one place where the full id is shown: whoever gets it may pay. */
const linkView = (url: string, { expiresAt }: SessionDetails, formats: Formats) =>
  sectionView(
    'link',
    'Checkout page',
    html`<div class="copy">
        <code tabindex="0" role="region" aria-label="Address">${url}</code>
        <button type="button" class="quiet" data-copy="${url}" hidden>Copy</button>
      </div>
      <p class="hint">Open until ${formats.time(expiresAt)}. Whoever has this address can pay.</p>`,
  )

const feeText = (fee: number, money: (amount: number) => string) =>
  fee === 0 ? 'Free' : money(fee)

function agreedView(
  { deliveryOptions, successUrl, cancelUrl, currency }: SessionDetails,
  formats: Formats,
) {
  const money = (amount: number) => formats.money(amount, currency)
  const options = deliveryOptions.map(
    ({ name, fee, place }) =>
      html`<li>
        <bdi>${name}</bdi>:
        ${feeText(fee, money)}${place && html`, collect at <bdi>${place.name}</bdi>`}
      </li>`,
  )
  const noSuccess = html`<span class="muted">None: the page shows the result</span>`
  return sectionView(
    'agreed',
    'Agreed at creation',
    factsView([
      [
        'Delivery',
        html`<ul class="plain">
          ${options}
        </ul>`,
      ],
      ['Success URL', successUrl === null ? noSuccess : isolatedView(successUrl)],
      [
        'Cancel URL',
        cancelUrl === null ? html`<span class="muted">None</span>` : isolatedView(cancelUrl),
      ],
    ]),
  )
}

const prefillView = ({ customer: { name, phone, email, details } }: SessionDetails) =>
  [name, phone, email, details].every((value) => !value)
    ? undefined
    : sectionView(
        'prefill',
        'Prefilled for the buyer',
        factsView([
          ['Name', isolatedView(name), 'text'],
          ['Phone', isolatedView(phone), 'text'],
          ['Email', isolatedView(email), 'text'],
          ['Deliver to', isolatedView(details), 'text'],
        ]),
      )

function moneyView(session: SessionDetails, formats: Formats) {
  const { amount, deliveryFee, currency } = session
  const money = (value: number) => formats.money(value, currency)
  const [lowest = 0, ...fees] = session.deliveryOptions
    .map(({ fee }) => fee)
    .toSorted((one, other) => one - other)
  const from = fees.some((fee) => fee !== lowest) ? 'From ' : ''
  return summaryView(session, {
    money,
    delivery:
      deliveryFee === null ? `${from}${feeText(lowest, money)}` : feeText(deliveryFee, money),
    total: deliveryFee === null ? undefined : amount,
  })
}

const STYLES = styleSheet(`${TIMELINE.text}
.plain { margin: 0; padding: 0; list-style: none; }`)

function sendSession(visit: MemberVisit, session: SessionDetails) {
  const {
    app: { storePath, urls },
    viewer: { formats },
  } = visit
  const { id, state } = session
  const isOpen = state === 'open'
  const url = `${urls.checkoutUrl}/${id}`
  const events = sessionEntries(session.events, { formats, storePath })
  sendPage(visit, {
    title: `Session ${shortSessionId(id)}`,
    section: 'sessions',
    styles: STYLES,
    imageUrls: [session.imageUrl],
    back: { path: `${storePath}/sessions`, text: 'All sessions' },
    main: html`<div class="heading">
        <h1>Session <span class="order-number">${shortSessionId(id)}</span></h1>
        ${stateBadge(state)}
        ${
          isOpen
            ? html`<p class="actions">
                <a class="quiet" href="${sessionPath(visit.app, id)}/expire">Expire now</a>
              </p>`
            : undefined
        }
      </div>
      <div class="columns">
        <div class="sections">
          ${isOpen || state === 'paying' ? linkView(url, session, formats) : undefined}
          ${sectionView('timeline', 'Timeline', timelineView(events, formats))}
          ${agreedView(session, formats)} ${prefillView(session)} ${metadataView(session)}
        </div>
        ${moneyView(session, formats)}
      </div>`,
  })
}
