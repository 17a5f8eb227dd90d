import { EventType } from '../../contract/events.ts'
import { WebAddress } from '../../contract/fields.ts'
import type { EndpointRecord } from '../../checkout/ports/webhook-records.ts'
import {
  type FieldErrors,
  type FormFields,
  type FormInput,
  checkboxField,
  inputField,
} from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { isConfirmed } from '../frame/members/step-up.page.ts'
import { about, partOf } from '../frame/visits.ts'

export const PATH = '/settings/developers/webhooks'

/** The endpoint in the address, as the records name it. */
export const nameOf = ({ request, viewer, actor }: MemberVisit) => ({
  storeId: viewer.store.id,
  endpointId: partOf(request, 'endpoint').replaceAll('\0', ''),
  actor,
})

export const onEndpoint = about((visit) => visit.app.webhooks.records.findEndpoint(nameOf(visit)))

/** What changes an endpoint asks for the password first. */
export const onConfirmed = (
  doing: string,
  handle: (visit: MemberVisit, endpoint: EndpointRecord) => unknown,
) =>
  onEndpoint(async (visit, endpoint) => {
    const sensitive = { to: `${doing} a webhook endpoint`, back: `${PATH}/${endpoint.id}` }
    if (await isConfirmed(visit, sensitive)) await handle(visit, endpoint)
  })

export const endpointPath = ({ storePath }: StoreAppContext, id: string) =>
  `${storePath}${PATH}/${id}`

export function endpointBadge({ enabled, failingSince }: EndpointRecord) {
  if (!enabled) return html`<span class="badge">Off</span>`
  return failingSince === null
    ? html`<span class="badge success">On</span>`
    : html`<span class="badge danger">Failing</span>`
}

/** What a form about an endpoint says: its address, and a box for each event. */
export const endpointFields = (typed: FormInput) => [
  inputField({
    typed,
    name: 'url',
    label: 'Address',
    hint: 'Of your server, as in https://shop.example/webhooks',
    attributes: html`inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
    maxlength="2048"`,
  }),
  html`<fieldset class="part events">
    <legend>Events</legend>
    ${EventType.options.map((name) =>
      checkboxField({
        name,
        label: name,
        isChecked: typed.fields?.[name] === 'yes',
        error: typed.errors?.[name],
      }),
    )}
  </fieldset>`,
]

export const fieldsOf = ({ url, types }: Pick<EndpointRecord, 'url' | 'types'>): FormFields => ({
  url,
  ...Object.fromEntries(types.map((type) => [type, 'yes'])),
})

const [FIRST = ''] = EventType.options

/** An address is checked as the platform's: by the rules of what may leave the service. */
export async function parseEndpoint({ webhooks }: StoreAppContext, fields: FormFields) {
  const url = (fields['url'] ?? '').trim()
  const types = EventType.options.filter((type) => fields[type] === 'yes')
  const problem =
    WebAddress.safeParse(url).error?.issues[0]?.message ?? (await webhooks.findUrlProblem(url))
  const errors: FieldErrors = {
    ...(problem !== undefined && { url: `The address ${problem}.` }),
    ...(types.length === 0 && { [FIRST]: 'Choose at least one event.' }),
  }
  return { url, types, errors: Object.keys(errors).length === 0 ? undefined : errors }
}

export const shownOnce = (value: string) => ({
  label: 'Its secret, which signs every request. It is shown this once: copy it now.',
  value,
})
