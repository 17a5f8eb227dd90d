import type { Response } from 'express'
import { shortSessionId } from '../../checkout/session.ts'
import type { SessionDetails } from './session-list.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html, styleSheet } from '../frame/html.ts'
import { summaryView } from '../frame/summary-view.ts'
import { metadataView } from '../frame/metadata-view.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { TIMELINE, sessionEntries, timelineView } from '../frame/timeline.ts'
import { onSession, stateBadge } from './session-parts.ts'
import { sessionPath } from '../frame/session-path.ts'

export const sessionRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/sessions/:id': {
      get: memberPage(
        app,
        onSession(app, (_request, response, shown) => sendSession(app, response, shown)),
      ),
    },
  })

const fact = (term: string, value: Html | string | undefined) =>
  value === undefined || value === ''
    ? undefined
    : html`<div>
        <dt>${term}</dt>
        <dd>${typeof value === 'string' ? html`<bdi>${value}</bdi>` : value}</dd>
      </div>`

/** The one place where the full id is shown: whoever gets it may pay. */
const linkView = (url: string, { expiresAt }: SessionDetails, formats: Formats) =>
  html`<section aria-labelledby="link">
    <h2 id="link">Checkout page</h2>
    <div class="copy">
      <code tabindex="0" role="region" aria-label="Address">${url}</code>
      <button type="button" class="quiet" data-copy="${url}" hidden>Copy</button>
    </div>
    <p class="hint">Open until ${formats.time(expiresAt)}. Whoever has this address can pay.</p>
  </section>`

type Telling = { formats: Formats; storePath: string }

const timelineSection = ({ events }: SessionDetails, telling: Telling) =>
  html`<section aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    ${timelineView(sessionEntries(events, telling), telling.formats)}
  </section>`

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
  return html`<section aria-labelledby="agreed">
    <h2 id="agreed">Agreed at creation</h2>
    <dl class="facts">
      ${fact(
        'Delivery',
        html`<ul class="plain">
          ${options}
        </ul>`,
      )}
      ${fact(
        'Success URL',
        successUrl ?? html`<span class="muted">None: the page shows the result</span>`,
      )}
      ${fact('Cancel URL', cancelUrl ?? html`<span class="muted">None</span>`)}
    </dl>
  </section>`
}

const prefillView = ({ customer: { name, phone, email, details } }: SessionDetails) =>
  [name, phone, email, details].every((value) => !value)
    ? undefined
    : html`<section aria-labelledby="prefill">
        <h2 id="prefill">Prefilled for the buyer</h2>
        <dl class="facts text">
          ${fact('Name', name)} ${fact('Phone', phone)} ${fact('Email', email)}
          ${fact('Deliver to', details)}
        </dl>
      </section>`

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

function sendSession(
  app: StoreAppContext,
  response: Response,
  { session, viewer }: { session: SessionDetails; viewer: Viewer },
) {
  const {
    storePath,
    urls: { checkoutUrl },
  } = app
  const { formats } = viewer
  const isOpen = session.state === 'open'
  const url = `${checkoutUrl}/${session.id}`
  sendPage(app, response, {
    title: `Session ${shortSessionId(session.id)}`,
    section: 'sessions',
    viewer,
    styles: STYLES,
    imageUrls: [session.imageUrl],
    main: html`<p class="back">
        <a href="${storePath}/sessions">All sessions</a>
      </p>
      <div class="heading">
        <h1>Session <span class="order-number">${shortSessionId(session.id)}</span></h1>
        ${stateBadge(session.state)}
        ${
          isOpen
            ? html`<p class="actions">
                <a class="quiet" href="${sessionPath(app, session.id)}/expire">Expire now</a>
              </p>`
            : undefined
        }
      </div>
      <div class="columns">
        <div class="sections">
          ${isOpen || session.state === 'paying' ? linkView(url, session, formats) : undefined}
          ${timelineSection(session, { formats, storePath })} ${agreedView(session, formats)}
          ${prefillView(session)} ${metadataView(session)}
        </div>
        ${moneyView(session, formats)}
      </div>`,
  })
}
