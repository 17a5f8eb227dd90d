import { EventType } from '../../contract/events.ts'
import { type EndpointRecord, MAX_ENDPOINTS } from '../../checkout/ports/webhook-records.ts'
import { addEndpoint } from '../../checkout/stores/webhook-endpoints.ts'
import { UNCHECKED, type FormInput, formFields, formView, hiddenField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { emptyView } from '../frame/list-page.ts'
import { redirectWith } from '../frame/notices.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { onceConfirmed } from '../frame/members/step-up.page.ts'
import { column, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sayProblem } from '../frame/visits.ts'
import { WEBHOOKS } from './webhooks.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import {
  PATH,
  endpointBadge,
  endpointFields,
  endpointPath,
  fieldsOf,
  parseEndpoint,
  shownOnce,
} from './endpoints.ts'

const ADDING = { to: 'add a webhook endpoint', back: PATH }

export const webhookListPages: MemberPages = {
  [PATH]: { get: (visit) => sendList(visit), post: onceConfirmed(ADDING, add) },
}

async function add(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const { url, types, errors } = await parseEndpoint(app, fields)
  if (errors) return sendList(visit, { fields, errors })
  const { id = '' } = fields
  if (!/^we_[0-9A-Za-z]{24}$/.test(id)) return sendList(visit, { fields })
  const added = await addEndpoint(app, {
    id,
    storeId: viewer.store.id,
    url,
    types: types.length === EventType.options.length ? null : types,
    description: null,
    actor,
  })
  if (added === 'too_many')
    return sendList(visit, { fields, errors: { url: 'Remove one of the endpoints first.' } })
  const path = endpointPath(app, id)
  if (added === 'exists')
    return sayProblem(visit, path, 'It was added already. Its secret was shown then, once.')
  return redirectWith(visit, path, {
    kind: 'success',
    text: 'The endpoint was added. Send it a test.',
    secret: shownOnce(added.secret),
  })
}

const eventsText = ({ types }: EndpointRecord) =>
  types.length === EventType.options.length
    ? 'All'
    : html`${types.map((type) => html`<span class="variant">${type}</span>`)}`

const tableOf = (endpoints: EndpointRecord[], app: StoreAppContext) =>
  tableView(endpoints, [
    textColumn('Address', ({ id, url }) => html`<a href="${endpointPath(app, id)}">${url}</a>`),
    column('Events', eventsText),
    column('State', endpointBadge),
  ])

async function sendList(visit: MemberVisit, typed: FormInput = {}) {
  const { app, viewer } = visit
  const endpoints = await app.webhooks.records.listEndpoints(viewer.store.id)
  const input = {
    ...typed,
    fields: typed.fields ?? fieldsOf({ url: '', types: EventType.options }),
  }
  sendSettings(visit, {
    part: 'developers',
    title: 'Webhooks',
    styles: WEBHOOKS,
    back: { path: `${app.storePath}/settings/developers`, text: 'Developers' },
    lead: html`Your server hears of each event within seconds.
      <a href="${app.urls.baseUrl}/docs/events">How it verifies and answers them</a>`,
    errors: typed.errors,
    main: html`${
      endpoints.length > 0
        ? tableOf(endpoints, app)
        : emptyView('Nothing is sent yet. Add the address of your server.')
    }
    ${
      endpoints.length >= MAX_ENDPOINTS
        ? html`<p class="hint">A store has at most ${MAX_ENDPOINTS} endpoints.</p>`
        : html`<div class="sections">
            ${sectionView('add', 'Add an endpoint', [
              formView(viewer, { attributes: UNCHECKED, button: 'Add endpoint' }, [
                // The same form sent twice adds one endpoint.
                hiddenField('id', app.ids.webhookEndpoint()),
                ...endpointFields(input),
              ]),
            ])}
          </div>`
    }`,
  })
}
