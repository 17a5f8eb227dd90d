import { DeliveryStatus, type WebhookDelivery } from '../../contract/platform/platform-webhooks.ts'
import type { EndpointRecord } from '../../checkout/ports/webhook-records.ts'
import { resendFailed, sendTest } from '../../checkout/stores/webhook-endpoints.ts'
import { countOf } from '../frame/formats.ts'
import { buttonForm, formField, hiddenField, selectField } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import {
  emptyView,
  filterBar,
  filterFields,
  filterQuery,
  findPage,
  stepsView,
} from '../frame/list-page.ts'
import { noticeOf } from '../frame/notices.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sayDone, sayProblem, sendNotFound } from '../frame/visits.ts'
import { WEBHOOKS } from './webhooks.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { STATES, attemptColumns, deliveryBadge } from './webhook-delivery.page.ts'
import { PATH, endpointBadge, endpointPath, nameOf, onConfirmed, onEndpoint } from './endpoints.ts'

export const webhookPages: MemberPages = {
  [`${PATH}/:endpoint`]: { get: sendEndpoint },
  [`${PATH}/:endpoint/enabled`]: { post: onConfirmed('switch on or off', switchOver) },
  [`${PATH}/:endpoint/test`]: { post: onEndpoint(test) },
  [`${PATH}/:endpoint/resend`]: { post: onEndpoint(resend) },
}

async function switchOver(visit: MemberVisit, { id }: EndpointRecord) {
  const enabled = formField(visit.request, 'enabled') === 'yes'
  await visit.app.webhooks.records.updateEndpoint(nameOf(visit), { enabled })
  const text = enabled
    ? 'The endpoint is on: what happens from now on is sent to it.'
    : 'The endpoint is off: nothing is sent to it.'
  await sayDone(visit, endpointPath(visit.app, id), text)
}

const TEST_RATE = { perSecond: 1 / 10, burst: 10 }

async function test(visit: MemberVisit, { id }: EndpointRecord) {
  const { app, viewer } = visit
  const path = endpointPath(app, id)
  const { limiter } = app.checkout.cache
  if (!(await limiter.take(`webhook-tests:${viewer.store.id}`, TEST_RATE)).allowed)
    return sayProblem(visit, path, 'Too many tests in a short time. Wait a minute.')
  await sendTest(app, nameOf(visit))
  return sayDone(visit, path, 'A test is on its way. Load the page again to see the answer.')
}

async function resend(visit: MemberVisit, { id, enabled }: EndpointRecord) {
  const path = endpointPath(visit.app, id)
  if (!enabled)
    return sayProblem(visit, path, 'The endpoint is off. Switch it on, and send the events then.')
  const count = await resendFailed(visit.app, nameOf(visit), new Date(0))
  const text =
    count === 0 ? 'No event has failed for good.' : `${countOf(count, 'event')} sent again.`
  return sayDone(visit, path, text)
}

const STATUSES = [
  { value: '', text: 'All' },
  ...Object.entries(STATES).map(([value, { text }]) => ({ value, text })),
]

async function sendEndpoint(visit: MemberVisit) {
  const { app, request } = visit
  const { cursor, ...fields } = filterFields(request, ['status', 'cursor'])
  const { data: status } = DeliveryStatus.safeParse(fields.status)
  const page = await findPage({ cursor: cursor || undefined }, (query) =>
    app.webhooks.records.findWithDeliveries(nameOf(visit), { ...query, status }),
  )
  if (!page) return sendNotFound(visit)
  const { endpoint, data } = page
  const path = endpointPath(app, endpoint.id)
  const query = filterQuery({ status: status ?? '' })
  const typed = { fields }
  return sendSettings(visit, {
    part: 'developers',
    title: 'Webhook endpoint',
    styles: WEBHOOKS,
    back: { path: `${app.storePath}${PATH}`, text: 'Webhooks' },
    heading: html`<bdi>${endpoint.url}</bdi>`,
    beside: endpointBadge(endpoint),
    main: html`${stateView(endpoint, visit)}${actionsView(endpoint, visit)}
      <div class="sections">
        ${sectionView('deliveries', 'Deliveries', [
          filterBar({
            path,
            typed,
            fields: [selectField({ typed, name: 'status', label: 'State', options: STATUSES })],
          }),
          data.length > 0 ? tableOf(data, visit) : emptyView('No event here in the last 40 days.'),
          stepsView({ ...page, path, name: 'deliveries', query }),
        ])}
      </div>`,
  })
}

function stateView({ enabled, failingSince }: EndpointRecord, { viewer }: MemberVisit) {
  if (!enabled) return noticeOf('warning', html`<strong>Nothing is sent to it.</strong>`)
  return failingSince === null
    ? undefined
    : noticeOf(
        'danger',
        html`<strong>Nothing has come through since ${viewer.formats.time(failingSince)}.</strong>
          After five days of nothing but failures the endpoint is switched off.`,
      )
}

function actionsView({ id, enabled }: EndpointRecord, { app, viewer }: MemberVisit) {
  const path = endpointPath(app, id)
  const action = (name: string, button: string, fields: Html[] = []) =>
    buttonForm(viewer, { action: `${path}/${name}`, button, fields, isInline: true })
  return html`<div class="actions">
    ${action('test', 'Send a test')} ${action('resend', 'Send failed events again')}
    ${action('enabled', enabled ? 'Switch off' : 'Switch on', [
      hiddenField('enabled', enabled ? 'no' : 'yes'),
    ])}
    <a class="quiet" href="${path}/edit">Edit</a>
  </div>`
}

const tableOf = (deliveries: WebhookDelivery[], { app, viewer }: MemberVisit) =>
  tableView(deliveries, [
    textColumn('Event', ({ id, endpoint, type }) => {
      const path = `${endpointPath(app, endpoint)}/deliveries/${id}`
      return html`<a href="${path}">${type}</a>`
    }),
    column('State', deliveryBadge),
    ...attemptColumns(({ attempts }: WebhookDelivery) => attempts.at(-1), viewer),
    numberColumn('Attempts', ({ attempts }) => viewer.formats.number(attempts.length)),
  ])
