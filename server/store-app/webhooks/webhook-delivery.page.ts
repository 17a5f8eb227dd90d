import type { DeliveryAttempt, WebhookDelivery } from '../../contract/platform/platform-webhooks.ts'
import type { DeliveryRecord } from '../../checkout/ports/webhook-records.ts'
import { buttonForm } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { factsView } from '../frame/sections.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { column, numberColumn, tableSection, textColumn } from '../frame/table.ts'
import { type MemberPages, about, partOf, sayDone, sayProblem } from '../frame/visits.ts'
import { answerText } from './answer-text.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { PATH, endpointPath, nameOf } from './endpoints.ts'

const onDelivery = about((visit) => {
  const deliveryId = partOf(visit.request, 'delivery').replaceAll('\0', '')
  return visit.app.webhooks.records.findDelivery({ ...nameOf(visit), deliveryId })
})

export const webhookDeliveryPages: MemberPages = {
  [`${PATH}/:endpoint/deliveries/:delivery`]: { get: onDelivery(sendDelivery) },
  [`${PATH}/:endpoint/deliveries/:delivery/resend`]: { post: onDelivery(resend) },
}

export const STATES = {
  pending: { text: 'Waiting', tone: 'warning' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
} as const

export const deliveryBadge = ({ status }: WebhookDelivery) =>
  html`<span class="badge ${STATES[status].tone}">${STATES[status].text}</span>`

const ERRORS: Record<string, string> = {
  timeout: 'No whole answer within 15 seconds',
  name_not_found: 'The name of the host has no address',
  address_not_allowed: 'The name leads to an address that is not public',
  connection_failed: 'The connection failed',
  secret_unreadable: 'Not sent: its secret cannot be read. Change the secret',
}

/** Of an attempt of each row, which may not have begun. */
export const attemptColumns = <Row>(
  attemptOf: (row: Row) => DeliveryAttempt | undefined,
  { formats }: Viewer,
) => {
  const of = (cell: (attempt: DeliveryAttempt) => Html | string) => (row: Row) => {
    const attempt = attemptOf(row)
    return attempt && cell(attempt)
  }
  return [
    textColumn(
      'Answer',
      of(({ status, error }) => `${status ?? ERRORS[error ?? ''] ?? `No answer: ${error}`}`),
    ),
    column(
      'Time',
      of(({ at }) => formats.second(new Date(at))),
    ),
    numberColumn(
      'Duration',
      of(({ durationMs }) => `${formats.number(durationMs)} ms`),
    ),
  ]
}

async function resend(visit: MemberVisit, { id, endpoint }: DeliveryRecord) {
  const { app, viewer } = visit
  const path = `${endpointPath(app, endpoint)}/deliveries/${id}`
  const delivery = { storeId: viewer.store.id, deliveryId: id }
  const outcome = await app.webhooks.records.resend(delivery)
  if (outcome !== 'resent')
    return sayProblem(visit, path, 'The endpoint is off. Switch it on, and send the event then.')
  app.webhooks.wake()
  return sayDone(visit, path, 'The event is sent again. Load the page again to see the answer.')
}

/** contract §4: so much of an answer is kept. */
const KEPT_BYTES = 2_048

function answerView({ answer, attempts }: DeliveryRecord) {
  if (answer === null)
    return html`<p class="muted">
      ${attempts.length === 0 ? 'It was not sent yet.' : 'It was empty, or is no longer kept.'}
    </p>`
  const isCut = answer.byteLength === KEPT_BYTES
  return html`<pre
      tabindex="0"
      role="region"
      aria-labelledby="answer"
    ><code>${answerText(answer, { isCut })}</code></pre>
    ${isCut ? html`<p class="hint">The first 2 KB of it.</p>` : undefined}`
}

function sendDelivery(visit: MemberVisit, delivery: DeliveryRecord) {
  const { app, viewer } = visit
  const { id, type, eventId, endpoint, endpointUrl, attempts, nextAttemptAt } = delivery
  const path = endpointPath(app, endpoint)
  sendSettings(visit, {
    part: 'developers',
    title: `Delivery of ${type}`,
    back: { path, text: 'The endpoint' },
    heading: html`<code>${type}</code>`,
    beside: html`${deliveryBadge(delivery)}
    ${buttonForm(viewer, { action: `${path}/deliveries/${id}/resend`, button: 'Send again' })}`,
    main: html`<div class="sections">
      ${factsView([
        ['Sent to', html`<bdi>${endpointUrl}</bdi>`],
        ['Event', html`<code>${eventId}</code>`],
        [
          'Next attempt',
          nextAttemptAt === null ? undefined : viewer.formats.time(new Date(nextAttemptAt)),
        ],
      ])}
      <section>
        <h2 id="answer">Last answer of your server</h2>
        ${answerView(delivery)}
      </section>
      ${
        attempts.length === 0
          ? undefined
          : tableSection(
              { id: 'attempts', title: 'Attempts' },
              attempts.toReversed(),
              attemptColumns((attempt) => attempt, viewer),
            )
      }
    </div>`,
  })
}
