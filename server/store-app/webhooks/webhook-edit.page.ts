import type { EndpointRecord } from '../../checkout/ports/webhook-records.ts'
import { rollSecret } from '../../checkout/stores/webhook-endpoints.ts'
import {
  UNCHECKED,
  type FormInput,
  formField,
  formFields,
  formView,
  hiddenField,
  selectField,
} from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { noticeOf, redirectWith } from '../frame/notices.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone, sayProblem } from '../frame/visits.ts'
import { WEBHOOKS } from './webhooks.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import {
  PATH,
  endpointFields,
  endpointPath,
  fieldsOf,
  nameOf,
  onConfirmed,
  onEndpoint,
  parseEndpoint,
  shownOnce,
} from './endpoints.ts'

export const webhookEditPages: MemberPages = {
  [`${PATH}/:endpoint/edit`]: { get: onEndpoint(sendEdit), post: onConfirmed('change', change) },
  [`${PATH}/:endpoint/secret`]: { post: onConfirmed('change the secret of', roll) },
  [`${PATH}/:endpoint/remove`]: { post: onConfirmed('remove', remove) },
}

async function change(visit: MemberVisit, endpoint: EndpointRecord) {
  const { app, request } = visit
  const fields = formFields(request)
  const { url, types, errors } = await parseEndpoint(app, fields)
  if (errors) return sendEdit(visit, endpoint, { fields, errors })
  const changed = {
    ...(url !== endpoint.url && { url }),
    ...(types.join() !== endpoint.types.join() && { types }),
  }
  if (Object.keys(changed).length > 0)
    await app.webhooks.records.updateEndpoint(nameOf(visit), changed)
  return sayDone(visit, endpointPath(app, endpoint.id), 'The endpoint was saved.')
}

const DAY_SECONDS = 86_400

/** Any other time counts as the first. */
const OVERLAPS = [
  { value: String(DAY_SECONDS), text: 'After 24 hours' },
  { value: String(7 * DAY_SECONDS), text: 'After 7 days' },
  { value: '0', text: 'At once' },
]

async function roll(visit: MemberVisit, { id }: EndpointRecord) {
  const { app, request } = visit
  const overlap = OVERLAPS.find(({ value }) => value === formField(request, 'overlap'))
  const secret = await rollSecret(app, nameOf(visit), {
    overlapSeconds: Number(overlap?.value ?? DAY_SECONDS),
    seen: formField(request, 'version'),
  })
  if (secret === undefined)
    return sayProblem(
      visit,
      `${endpointPath(app, id)}/edit`,
      'The secret was changed already since you opened the page. Nothing was done.',
    )
  return redirectWith(visit, endpointPath(app, id), {
    kind: 'success',
    text: 'The secret was changed.',
    secret: shownOnce(secret),
  })
}

async function remove(visit: MemberVisit) {
  const { app } = visit
  await app.webhooks.records.deleteEndpoint(nameOf(visit))
  await sayDone(visit, `${app.storePath}${PATH}`, 'The endpoint was removed.')
}

const secretView = (
  { id, secretVersion, oldSecretUntil }: EndpointRecord,
  { app, viewer }: MemberVisit,
) =>
  sectionView('secret', 'Secret', [
    oldSecretUntil === null
      ? undefined
      : noticeOf(
          'warning',
          html`The secret before signs, too, until ${viewer.formats.time(oldSecretUntil)}. Another
          change ends it at once.`,
        ),
    formView(
      viewer,
      { action: `${endpointPath(app, id)}/secret`, button: 'Change the secret', kind: 'quiet' },
      [
        hiddenField('version', secretVersion),
        selectField({
          name: 'overlap',
          label: 'The present secret stops signing',
          value: String(DAY_SECONDS),
          options: OVERLAPS,
          hint: 'Until then requests are signed with both. At once, if somebody else may have it.',
        }),
      ],
    ),
  ])

const removeView = ({ id }: EndpointRecord, { app, viewer }: MemberVisit) =>
  sectionView('remove', 'Remove', [
    html`<p>Nothing is sent to it any more, and its deliveries are no longer shown.</p>`,
    formView(
      viewer,
      {
        action: `${endpointPath(app, id)}/remove`,
        button: 'Remove the endpoint',
        kind: 'button danger-button',
      },
      [],
    ),
  ])

function sendEdit(visit: MemberVisit, endpoint: EndpointRecord, typed: FormInput = {}) {
  const path = endpointPath(visit.app, endpoint.id)
  const input = { ...typed, fields: typed.fields ?? fieldsOf(endpoint) }
  sendSettings(visit, {
    part: 'developers',
    title: 'Edit the endpoint',
    styles: WEBHOOKS,
    back: { path, text: 'The endpoint' },
    errors: typed.errors,
    main: html`${formView(
        visit.viewer,
        { attributes: UNCHECKED, button: 'Save', cancel: path },
        endpointFields(input),
      )}
      <div class="sections">${secretView(endpoint, visit)} ${removeView(endpoint, visit)}</div>`,
  })
}
