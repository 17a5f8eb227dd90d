import type { DeliveryOption } from '../../contract/delivery.ts'
import { optionFields, parseOption, toFields, auditedOf } from './delivery-form.ts'
import { type DeliverySettings, putOption, withoutOption, OUTDATED } from './settings.ts'
import {
  UNCHECKED,
  type FormInput,
  buttonForm,
  formField,
  formFields,
  formView,
  hiddenField,
} from '../frame/forms.ts'
import { translationFields } from '../frame/fields/translation-fields.ts'
import { html } from '../../web/html.ts'
import { moneyOf } from '../frame/price.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone, sayProblem, sendNotFound } from '../frame/visits.ts'
import { DELIVERY } from './delivery.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

/** An option's id may be any text, so it is in the query. */
export const deliveryOptionPages: MemberPages = {
  '/settings/delivery/option': { get: showOption, post: changeOption },
  '/settings/delivery/option/remove': { post: removeOption },
}

type OptionLookup = { saved: DeliverySettings; option: DeliveryOption }

async function findOption(
  { app, viewer }: MemberVisit,
  id: unknown,
): Promise<OptionLookup | undefined> {
  const saved = await app.records.settings.findDelivery(viewer.store.id)
  const option = saved.options.find((one) => one.id === id)
  return option && { saved, option }
}

async function showOption(visit: MemberVisit) {
  const found = await findOption(visit, visit.request.query['id'])
  return found ? sendOption(visit, found) : sendNotFound(visit)
}

const pathOf = ({ app }: MemberVisit) => `${app.storePath}/settings/delivery`

const sayGone = (visit: MemberVisit) =>
  sayProblem(visit, pathOf(visit), 'Somebody else has removed this option meanwhile.')

async function changeOption(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const found = await findOption(visit, fields['id'])
  if (!found) return sayGone(visit)
  const { saved, option } = found
  const { value, errors } = parseOption(fields, {
    money: moneyOf(app, viewer),
    deliveryCountries: saved.deliveryCountries,
  })
  if (errors) return sendOption(visit, found, { fields, errors })
  const isChanged = await app.records.settings.changeDelivery(viewer.store.id, {
    options: putOption(saved.options, { id: option.id, ...value }),
    version: fields['version'] ?? '',
    details: { changed: option.name, from: auditedOf(option), to: auditedOf(value) },
    actor,
  })
  if (isChanged)
    return sayDone(visit, pathOf(visit), 'Saved. Open sessions keep what they were created with.')
  const now = await findOption(visit, option.id)
  return now ? sendOption(visit, now, { fields, isOutdated: true }) : sayGone(visit)
}

async function removeOption(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const found = await findOption(visit, formField(request, 'id'))
  if (!found) return sayGone(visit)
  const { saved, option } = found
  const refuse = (why: string) => sayProblem(visit, pathOf(visit), why)
  const options = withoutOption(saved.options, option.id)
  if (options.length === 0) return refuse('One option has to stay: add another one first.')
  const isRemoved = await app.records.settings.changeDelivery(viewer.store.id, {
    options,
    version: formField(request, 'version'),
    details: { removed: option.name, fee: option.fee },
    actor,
  })
  return isRemoved
    ? sayDone(visit, pathOf(visit), `“${option.name}” was removed. Open sessions still offer it.`)
    : refuse(`${OUTDATED} Nothing was removed: these are the options now.`)
}

const outdatedView = ({ name, fee }: DeliveryOption, { formats }: Viewer) =>
  html`<p>
    Somebody else has changed the options since you opened this page. This one is now
    <bdi>“${name}”</bdi> for ${formats.money(fee)}. Saving again replaces that.
  </p>`

function sendOption(
  visit: MemberVisit,
  { saved, option }: OptionLookup,
  { fields, errors, isOutdated = false }: FormInput = {},
) {
  const { viewer } = visit
  const { currency } = viewer.store
  const typed = { fields: fields ?? toFields(option, currency), errors }
  const path = pathOf(visit)
  const version = isOutdated ? saved.version : (fields?.['version'] ?? saved.version)
  const ofThis = [hiddenField('version', version), hiddenField('id', option.id)]
  sendSettings(visit, {
    part: 'delivery',
    title: 'Delivery option',
    heading: html`<bdi>${option.name}</bdi>`,
    errors,
    overtaken: isOutdated ? outdatedView(option, viewer) : undefined,
    styles: DELIVERY,
    back: { path, text: 'All options' },
    main: html`${formView(
      viewer,
      { action: `${path}/option`, attributes: UNCHECKED, button: 'Save' },
      [
        ofThis,
        optionFields({ ...saved, currency }, typed),
        translationFields(typed, { of: 'option' }),
      ],
    )}
    ${
      saved.options.length > 1
        ? html`<div class="form">
            ${buttonForm(viewer, {
              action: `${path}/option/remove`,
              fields: ofThis,
              button: 'Remove this option',
            })}
          </div>`
        : undefined
    }`,
  })
}
