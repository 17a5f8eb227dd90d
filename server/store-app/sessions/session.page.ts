import { type SessionState, isSessionId, shortSessionId } from '../../checkout/sessions/session.ts'
import { html, type Html, styleSheet } from '../../web/html.ts'
import { about, partOf, type MemberPages, sayDone, sayProblem } from '../frame/visits.ts'
import type { SessionDetails } from './session-list.ts'
import { type Formats, variantView } from '../frame/formats.ts'
import { sendPage } from '../frame/page.ts'
import { copyView, factsView, metadataView, sectionView, summaryView } from '../frame/sections.ts'
import { sessionPath } from '../frame/members/session-command.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { TIMELINE, sessionEntries, timelineView } from '../frame/timeline.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { expireSession } from '../../checkout/sessions/expire-session.ts'
import { formView, linkButton } from '../frame/forms.ts'

export const STATES: Record<SessionState, { text: string; tone: string }> = {
  open: { text: 'Open', tone: 'info' },
  paying: { text: 'Being paid', tone: 'warning' },
  complete: { text: 'Paid', tone: 'success' },
  expired: { text: 'Expired', tone: '' },
}

export const stateBadge = (state: SessionState) =>
  html`<span class="badge ${STATES[state].tone}">${STATES[state].text}</span>`

/** For the session in the address. Text that can be no id is not looked up. */
export const onSession = about(({ app, request, viewer }) => {
  const id = partOf(request, 'id')
  return isSessionId(id) ? app.records.sessions.find(viewer.store.id, id) : undefined
})

export const sessionPages: MemberPages = {
  '/sessions/:id': { get: onSession(sendSession) },
  '/sessions/:id/expire': { get: onSession(sendConfirmation), post: onSession(expire) },
}

const isolatedView = (value: string | undefined): Html | undefined =>
  value ? html`<bdi>${value}</bdi>` : undefined

/** Nothing else shows the full id, with which anybody may pay. */
const linkView = (url: string, { expiresAt }: SessionDetails, formats: Formats) =>
  sectionView('link', 'Checkout page', [
    html`${copyView(url, { attributes: html`aria-label="Address"` })}
      <p class="hint">Open until ${formats.time(expiresAt)}. Whoever has this address can pay.</p>`,
  ])

const feeText = (fee: number, money: (amount: number) => string) =>
  fee === 0 ? 'Free' : money(fee)

function agreedView(
  { deliveryOptions, successUrl, cancelUrl, currency }: SessionDetails,
  formats: Formats,
) {
  const money = (amount: number) => formats.money(amount, currency)
  const options = deliveryOptions.map(
    ({ name, fee, place: point }) =>
      html`<li>
        <bdi>${name}</bdi>:
        ${feeText(fee, money)}${point && html`, collect at <bdi>${point.name}</bdi>`}
      </li>`,
  )
  const noSuccess = html`<span class="muted">None: the page shows the result</span>`
  const noCancel = html`<span class="muted">None</span>`
  return sectionView('agreed', 'Agreed at creation', [
    factsView([
      [
        'Delivery',
        html`<ul class="plain">
          ${options}
        </ul>`,
      ],
      ['Success URL', successUrl === null ? noSuccess : isolatedView(successUrl)],
      ['Cancel URL', cancelUrl === null ? noCancel : isolatedView(cancelUrl)],
    ]),
  ])
}

const prefillView = ({ customer: { name, phone, email, details } }: SessionDetails) =>
  [name, phone, email, details].every((value) => !value)
    ? undefined
    : sectionView('prefill', 'Prefilled for the buyer', [
        factsView([
          ['Name', isolatedView(name), 'text'],
          ['Phone', isolatedView(phone), 'text'],
          ['Email', isolatedView(email), 'text'],
          ['Deliver to', isolatedView(details), 'text'],
        ]),
      ])

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
  const { storePath, urls } = visit.app
  const { formats } = visit.viewer
  const { id, state } = session
  const isOpen = state === 'open'
  const url = `${urls.checkoutUrl}/${id}`
  const events = sessionEntries(session.events, { formats, storePath })
  sendPage(visit, {
    title: `Session ${shortSessionId(id)}`,
    section: 'sessions',
    styles: STYLES,
    imageUrls: [session.imageUrl],
    back: { path: `${storePath}/sessions`, text: 'All checkouts' },
    heading: html`Session <span class="order-number">${shortSessionId(id)}</span>`,
    beside: html`${stateBadge(state)}
    ${isOpen ? linkButton(`${sessionPath(visit.app, id)}/expire`, 'Expire now') : undefined}`,
    main: html`<div class="columns">
      <div class="sections">
        ${isOpen || state === 'paying' ? linkView(url, session, formats) : undefined}
        ${sectionView('timeline', 'Timeline', [timelineView(events, formats)])}
        ${agreedView(session, formats)} ${prefillView(session)} ${metadataView(session)}
      </div>
      ${moneyView(session, formats)}
    </div>`,
  })
}

async function expire(visit: MemberVisit, { id: sessionId }: SessionDetails) {
  const { app, viewer, actor } = visit
  const path = sessionPath(app, sessionId)
  try {
    await expireSession(app.checkout, { storeId: viewer.store.id, sessionId, by: actor })
    await sayDone(visit, path, 'The session has expired. Nobody can pay it any more.')
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    await sayProblem(visit, path, error.message)
  }
}

function sendConfirmation(visit: MemberVisit, session: SessionDetails) {
  const { app, response, viewer } = visit
  const { formats } = viewer
  const path = sessionPath(app, session.id)
  // The session has ended meanwhile; its page shows how.
  if (session.state !== 'open') return response.redirect(303, path)
  const name = shortSessionId(session.id)
  return sendPage(visit, {
    title: `Expire session ${name}`,
    section: 'sessions',
    back: { path, text: `Session ${name}` },
    heading: 'Expire this session?',
    main: formView(
      viewer,
      {
        button: 'Expire now',
        kind: 'button danger-button',
        cancel: path,
        cancelText: 'Keep it open',
      },
      [
        html`<p>
            <bdi>${session.productName}</bdi>, ${variantView(session)},
            ${formats.money(session.amount, session.currency)}. Its checkout page is open until
            ${formats.time(session.expiresAt)}.
          </p>
          <p>
            Whoever has it open is told at once that the link has expired, and can no longer pay.
            This cannot be undone; for another try you create a new session.
          </p>`,
      ],
    ),
  })
}
