import type { Request, Response } from 'express'
import type { DeliveryOption } from '../../contract/delivery.ts'
import { putOption, withoutOption } from './delivery-options.ts'
import type { DeliverySettings } from './settings.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  formField,
  formFields,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import {
  OUTDATED,
  changeDelivery,
  optionFields,
  parseOption,
  toFields,
  toldOf,
} from './delivery-form.ts'
import { DELIVERY } from './delivery.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

/**
 * One option of delivery: its name and its price, or its end. Its id may be any text, and stands in
 * the query.
 */
export const deliveryOptionRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/delivery/option': {
      get: ownerPage(app, async ({ query }, response, viewer) => {
        const { saved, option } = await findOption(app, viewer, query['id'])
        return option
          ? sendOption(app, response, { viewer, saved, option })
          : sendMessage(app, response, { status: 404, viewer })
      }),
      post: ownerAction(app, (request, response, viewer) => change(app, request, response, viewer)),
    },
    '/settings/delivery/option/remove': {
      post: ownerAction(app, async (request, response, viewer) =>
        leadToOptions(app, response, await remove(app, request, viewer)),
      ),
    },
  })

async function findOption(
  { records: { settings } }: StoreAppContext,
  { store }: Viewer,
  id: unknown,
) {
  const saved = await settings.findDelivery(store.id)
  return { saved, option: saved.options.find((option) => option.id === id) }
}

const leadToOptions = (
  app: StoreAppContext,
  response: Response,
  notice: { kind: 'success' | 'danger'; text: string },
) => redirectWith(app, response, { to: `${app.storePath}/settings/delivery`, ...notice })

const GONE = { kind: 'danger', text: 'Somebody else has removed this option meanwhile.' } as const

async function change(app: StoreAppContext, request: Request, response: Response, viewer: Viewer) {
  const { saved, option } = await findOption(app, viewer, formField(request, 'id'))
  if (!option) return leadToOptions(app, response, GONE)
  const fields = formFields(request)
  const { value, errors } = parseOption(fields, viewer.store.currency)
  if (errors) return sendOption(app, response, { viewer, saved, option, fields, errors })
  const isChanged = await changeDelivery(app, request, {
    viewer,
    seen: { ...saved, version: formField(request, 'version') },
    options: putOption(saved.options, { id: option.id, ...value }),
    details: { changed: option.name, from: toldOf(option), to: toldOf(value) },
  })
  if (isChanged) {
    return leadToOptions(app, response, {
      kind: 'success',
      text: 'Saved. Open sessions keep what they were created with.',
    })
  }
  const now = await findOption(app, viewer, option.id)
  if (!now.option) return leadToOptions(app, response, GONE)
  return sendOption(app, response, {
    viewer,
    saved: now.saved,
    option: now.option,
    isOutdated: true,
    fields: { ...fields, version: now.saved.version },
  })
}

/** Removes the option and gives the notice that says so, or why not. */
async function remove(app: StoreAppContext, request: Request, viewer: Viewer) {
  const { saved, option } = await findOption(app, viewer, formField(request, 'id'))
  if (!option) return GONE
  const options = withoutOption(saved.options, option.id)
  if (options.length === 0)
    return { kind: 'danger', text: 'One option has to stay: add another one first.' } as const
  const seen = { ...saved, version: formField(request, 'version') }
  return (await changeDelivery(app, request, {
    viewer,
    seen,
    options,
    details: { removed: option.name, fee: option.fee },
  }))
    ? ({
        kind: 'success',
        text: `“${option.name}” was removed. Open sessions still offer it.`,
      } as const)
    : ({
        kind: 'danger',
        text: `${OUTDATED} Nothing was removed: these are the options now.`,
      } as const)
}

type OptionPage = {
  viewer: Viewer
  saved: DeliverySettings
  option: DeliveryOption
  fields?: FormFields
  errors?: FieldErrors
  isOutdated?: boolean
}

const outdatedView = ({ name, fee }: DeliveryOption, { formats }: Viewer) =>
  html`<div class="notice danger" role="alert">
    <h2>Nothing was saved yet</h2>
    <p>
      Somebody else has changed the options since you opened this page. This one is now
      <bdi>“${name}”</bdi> for ${formats.money(fee)}. Saving again replaces that.
    </p>
  </div>`

const hiddenFields = (viewer: Viewer, { id, version }: { id: string; version: string }) =>
  html`${csrfField(viewer)}
    <input type="hidden" name="version" value="${version}" />
    <input type="hidden" name="id" value="${id}" />`

function sendOption(app: StoreAppContext, response: Response, page: OptionPage) {
  const { viewer, saved, option, fields, errors, isOutdated = false } = page
  const { currency } = viewer.store
  const path = `${app.storePath}/settings/delivery`
  const hasErrors = errors !== undefined || isOutdated
  const hidden = hiddenFields(viewer, {
    id: option.id,
    version: fields?.['version'] ?? saved.version,
  })
  const removeView = html`<form class="actions" method="post" action="${path}/option/remove">
    ${hidden}
    <button class="quiet">Remove this option</button>
  </form>`
  if (hasErrors) response.status(422)
  sendSettings(app, response, {
    part: 'delivery',
    title: 'Delivery option',
    viewer,
    hasErrors,
    styles: DELIVERY,
    main: html`<p class="back">
        <a href="${path}">All options</a>
      </p>
      <h1><bdi>${option.name}</bdi></h1>
      ${errorSummary(errors)}${isOutdated ? outdatedView(option, viewer) : undefined}
      <form class="form" method="post" action="${path}/option" novalidate>
        ${hidden}
        ${optionFields(currency, { fields: fields ?? toFields(option, currency), errors })}
        <div class="actions"><button class="button">Save</button></div>
      </form>
      ${saved.options.length > 1 ? html`<div class="form">${removeView}</div>` : undefined}`,
  })
}
