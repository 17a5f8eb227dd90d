import type { Request, Response } from 'express'
import { randomBase62 } from '../../auth/random.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import { MAX_OPTIONS, type Step, moveOption, putOption } from './delivery-options.ts'
import type { DeliverySettings } from './settings.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  formField,
  formFields,
} from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { COUNTRIES } from './countries.page.ts'
import { OUTDATED, changeDelivery, optionFields, parseOption, placeText } from './delivery-form.ts'
import { deliveryOptionRoutes } from './delivery-option.page.ts'
import { DELIVERY } from './delivery.styles.ts'
import { type RefusedSetting, settingRoutes, settingView } from './setting-form.ts'
import { sendSettings } from '../frame/settings-frame.ts'

const ADDED = 'The option was added. Sessions from now on offer it.'

/** How buyers may have it delivered, in the order in which they see it. */
export function deliveryRoutes(app: StoreAppContext) {
  const { settings } = app.records
  const to = `${app.storePath}/settings/delivery`
  return pages(app, {
    '/settings/delivery': {
      get: ownerPage(app, async (_request, response, viewer) => {
        sendDelivery(app, response, { viewer, saved: await settings.findDelivery(viewer.store.id) })
      }),
      post: ownerAction(app, async (request, response, viewer) => {
        const fields = formFields(request)
        const { value, errors } = parseOption(fields, viewer.store.currency)
        const problems =
          errors ??
          (await addOption(app, request, viewer, { id: `opt_${randomBase62(12)}`, ...value }))
        if (!problems) return redirectWith(app, response, { to, kind: 'success', text: ADDED })
        const saved = await settings.findDelivery(viewer.store.id)
        return sendDelivery(app, response, { viewer, saved, fields, errors: problems })
      }),
    },
    '/settings/delivery/move': {
      post: ownerAction(app, async (request, response, viewer) => {
        const moved = await moveOne(app, request, viewer)
        return redirectWith(
          app,
          response,
          moved
            ? { to, kind: 'success', text: 'The order was changed.' }
            : {
                to,
                kind: 'danger',
                text: `${OUTDATED} Nothing was moved: these are the options now.`,
              },
        )
      }),
    },
  })
    .use(deliveryOptionRoutes(app))
    .use(
      settingRoutes(app, COUNTRIES, async (response, { viewer, refused }) => {
        const saved = await settings.findDelivery(viewer.store.id)
        sendDelivery(app, response, { viewer, saved, refused })
      }),
    )
}

/** Adds the option, or says why it cannot be added. What others change at the same time stays. */
async function addOption(
  app: StoreAppContext,
  request: Request,
  viewer: Viewer,
  option: DeliveryOption,
): Promise<FieldErrors | undefined> {
  const seen = await app.records.settings.findDelivery(viewer.store.id)
  if (seen.options.length >= MAX_OPTIONS)
    return { name: `There are ${MAX_OPTIONS} options already: remove one first.` }
  const isAdded = await changeDelivery(app, request, {
    viewer,
    seen,
    options: putOption(seen.options, option),
    details: { added: option.name, fee: option.fee },
  })
  return isAdded ? undefined : addOption(app, request, viewer, option)
}

/** False when the options are others than those that the member saw. */
async function moveOne(app: StoreAppContext, request: Request, viewer: Viewer) {
  const id = formField(request, 'id')
  const step: Step = formField(request, 'step') === 'up' ? 'up' : 'down'
  const saved = await app.records.settings.findDelivery(viewer.store.id)
  const { options } = saved
  const seen = { ...saved, version: formField(request, 'version') }
  return changeDelivery(app, request, {
    viewer,
    seen,
    options: moveOption(options, { id, step }),
    details: { moved: options.find((option) => option.id === id)?.name ?? null, step },
  })
}

const feeText = (fee: number, { formats }: Viewer) => (fee === 0 ? 'Free' : formats.money(fee))

type Row = {
  option: DeliveryOption
  index: number
  saved: DeliverySettings
  viewer: Viewer
  path: string
}

const STEPS: Record<Step, string> = { up: 'Up', down: 'Down' }

const moveView = ({ option, saved, viewer, path }: Row, step: Step) =>
  html`<form method="post" action="${path}/move">
    ${csrfField(viewer)}
    <input type="hidden" name="version" value="${saved.version}" />
    <input type="hidden" name="id" value="${option.id}" />
    <button class="quiet" name="step" value="${step}" aria-label="${STEPS[step]}: ${option.name}">
      ${STEPS[step]}
    </button>
  </form>`

const optionView = (row: Row): Html =>
  html`<li>
    <p class="option">
      <bdi class="strong">${row.option.name}</bdi>
      <span class="price">${feeText(row.option.fee, row.viewer)}</span>
      ${
        row.option.place &&
        html`<span class="price">Collect at <bdi>${placeText(row.option.place)}</bdi></span>`
      }
      ${row.index === 0 ? html`<span class="badge info">Preselected</span>` : undefined}
    </p>
    <div class="actions">
      ${row.index > 0 ? moveView(row, 'up') : undefined}
      ${row.index < row.saved.options.length - 1 ? moveView(row, 'down') : undefined}
      <a
        class="quiet"
        href="${row.path}/option?id=${encodeURIComponent(row.option.id)}"
        aria-label="Edit: ${row.option.name}"
        >Edit</a
      >
    </div>
  </li> `

type Typed = { viewer: Viewer; fields: FormFields | undefined; errors: FieldErrors | undefined }

const addView = (path: string, { viewer, fields, errors }: Typed) =>
  html`<section class="add" aria-labelledby="add">
    <h2 id="add">Add an option</h2>
    <form class="form" method="post" action="${path}" novalidate>
      ${csrfField(viewer)} ${optionFields(viewer.store.currency, { fields, errors })}
      <div class="actions"><button class="button">Add option</button></div>
    </form>
  </section>`

const fullView = html`<p class="add muted">
  These are ${MAX_OPTIONS} options, as many as there can be.
</p>`

type Delivery = {
  viewer: Viewer
  saved: DeliverySettings
  fields?: FormFields
  errors?: FieldErrors
  refused?: RefusedSetting
}

function sendDelivery(
  app: StoreAppContext,
  response: Response,
  { viewer, saved, fields, errors: problems, refused }: Delivery,
) {
  const errors = refused?.errors ?? problems
  const path = `${app.storePath}/settings/delivery`
  const isFull = saved.options.length >= MAX_OPTIONS
  if (errors) response.status(422)
  sendSettings(app, response, {
    part: 'delivery',
    title: 'Delivery',
    viewer,
    hasErrors: errors !== undefined,
    styles: DELIVERY,
    main: html`<h1>Delivery</h1>
      <p class="lead">
        Buyers choose one of these; the first one is preselected. Open sessions keep the options,
        prices and places they were created with.
      </p>
      ${errorSummary(errors)}
      <ol class="options">
        ${saved.options.map((option, index) => optionView({ option, index, saved, viewer, path }))}
      </ol>
      ${isFull && !problems ? fullView : addView(path, { viewer, fields, errors: problems })}
      ${settingView(app, viewer, { form: COUNTRIES, saved, refused })}`,
  })
}
