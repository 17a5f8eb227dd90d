import { randomBase62 } from '../../auth/random.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import {
  COUNTRIES,
  countryBoxes,
  countryFields,
  countryNames,
  tickedCountries,
} from '../frame/fields/country-boxes.ts'
import { optionFields, parseOption, collectionPointText } from './delivery-form.ts'
import {
  type DeliverySettings,
  type Step,
  MAX_OPTIONS,
  moveOption,
  putOption,
  OUTDATED,
} from './settings.ts'
import {
  UNCHECKED,
  type FieldErrors,
  type FormInput,
  csrfField,
  formField,
  formFields,
  formView,
  hiddenField,
  selectField,
} from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { moneyOf } from '../frame/price.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone, sayProblem } from '../frame/visits.ts'
import { DELIVERY } from './delivery.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

const PATH = '/settings/delivery'
const COUNTRIES_PATH = `${PATH}/countries`

/** How buyers may have it delivered, in the order in which they see it. */
export const deliveryPages: MemberPages = {
  [PATH]: { get: (visit) => sendDelivery(visit), post: add },
  [`${PATH}/move`]: { post: move },
  [COUNTRIES_PATH]: { post: saveCountries },
}

async function add(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const fields = formFields(request)
  const { deliveryCountries } = await app.records.settings.findDelivery(viewer.store.id)
  const sale = { money: moneyOf(app, viewer), deliveryCountries }
  const { value, errors } = parseOption(fields, sale)
  const problems = errors ?? (await addOption(visit, { id: `opt_${randomBase62(12)}`, ...value }))
  if (problems) return sendDelivery(visit, { fields, errors: problems })
  const done = 'The option was added. Sessions from now on offer it.'
  return sayDone(visit, `${app.storePath}${PATH}`, done)
}

/** Says which option goes to a country that is not in the list. */
function findLeft(options: DeliveryOption[], listed: string[]) {
  for (const { name, countries = [] } of options) {
    const left = countries.filter((country) => !listed.includes(country))
    if (left.length > 0) return `“${name}” goes to ${countryNames(left)}. Change that option first.`
  }
  return undefined
}

async function saveCountries(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const ticked = tickedCountries(fields, 'countries')
  const first = ticked.filter((code) => code === fields['first'])
  const countries = [...new Set([...first, ...ticked])]
  const { options } = await app.records.settings.findDelivery(viewer.store.id)
  const problem = findLeft(options, countries)
  if (problem !== undefined)
    return sendDelivery(visit, { form: 'countries', fields, errors: { countries: problem } })
  await app.records.settings.set(viewer.store.id, { deliveryCountries: countries, actor })
  const done = 'Saved. Pages that are opened from now on ask this way.'
  return sayDone(visit, `${app.storePath}${PATH}`, done)
}

/** Adds the option, or says why it cannot be added. What others change at the same time stays. */
async function addOption(
  visit: MemberVisit,
  option: DeliveryOption,
): Promise<FieldErrors | undefined> {
  const { app, viewer, actor } = visit
  const { settings } = app.records
  const { options, version } = await settings.findDelivery(viewer.store.id)
  if (options.length >= MAX_OPTIONS)
    return { name: `There are ${MAX_OPTIONS} options already: remove one first.` }
  const isAdded = await settings.changeDelivery(viewer.store.id, {
    options: putOption(options, option),
    version,
    details: { added: option.name, fee: option.fee },
    actor,
  })
  return isAdded ? undefined : addOption(visit, option)
}

async function move(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const { settings } = app.records
  const id = formField(request, 'id')
  const step: Step = formField(request, 'step') === 'up' ? 'up' : 'down'
  const { options } = await settings.findDelivery(viewer.store.id)
  const isMoved = await settings.changeDelivery(viewer.store.id, {
    options: moveOption(options, { id, step }),
    version: formField(request, 'version'),
    details: { moved: options.find((option) => option.id === id)?.name ?? null, step },
    actor,
  })
  const to = `${app.storePath}${PATH}`
  return isMoved
    ? sayDone(visit, to, 'The order was changed.')
    : sayProblem(visit, to, `${OUTDATED} Nothing was moved: these are the options now.`)
}

const STEPS: Record<Step, string> = { up: 'Up', down: 'Down' }

type Row = { option: DeliveryOption; saved: DeliverySettings; path: string }

const moveView = ({ viewer }: MemberVisit, { option, saved, path }: Row, step: Step) =>
  html`<form method="post" action="${path}/move">
    ${csrfField(viewer)} ${hiddenField('version', saved.version)} ${hiddenField('id', option.id)}
    <button class="quiet" name="step" value="${step}" aria-label="${STEPS[step]}: ${option.name}">
      ${STEPS[step]}
    </button>
  </form>`

function optionView(visit: MemberVisit, row: Row): Html {
  const { option, saved, path } = row
  const { id, name, fee, place: point, countries } = option
  const [isFirst, isLast] = [saved.options[0] === option, saved.options.at(-1) === option]
  return html`<li>
    <p class="option">
      <bdi class="strong">${name}</bdi>
      <span class="price">${fee === 0 ? 'Free' : visit.viewer.formats.money(fee)}</span>
      ${countries && html`<span class="price">Goes to ${countryNames(countries)}</span>`}
      ${point && html`<span class="price">Collect at <bdi>${collectionPointText(point)}</bdi></span>`}
      ${isFirst ? html`<span class="badge info">Preselected</span>` : undefined}
    </p>
    <div class="actions">
      ${isFirst ? undefined : moveView(visit, row, 'up')}
      ${isLast ? undefined : moveView(visit, row, 'down')}
      <a class="quiet" href="${path}/option?id=${encodeURIComponent(id)}" aria-label="Edit: ${name}"
        >Edit</a
      >
    </div>
  </li> `
}

const addView = ({ viewer }: MemberVisit, { path, saved }: Omit<Row, 'option'>, typed: FormInput) =>
  sectionView('add', 'Add an option', [
    formView(viewer, { action: path, attributes: UNCHECKED, button: 'Add option' }, [
      optionFields({ ...saved, currency: viewer.store.currency }, typed),
    ]),
  ])

function countriesView(
  { app, viewer }: MemberVisit,
  saved: DeliverySettings,
  typed: DeliveryInput,
) {
  const { deliveryCountries: countries } = saved
  const now = { ...countryFields(countries, 'countries'), first: countries[0] ?? '' }
  const input = typed.form === 'countries' ? typed : { fields: now }
  const action = `${app.storePath}${COUNTRIES_PATH}`
  return sectionView('countries', 'Countries', [
    formView(viewer, { action, attributes: UNCHECKED, button: 'Save the countries' }, [
      countryBoxes({
        typed: input,
        name: 'countries',
        legend: 'Where you deliver to (optional)',
        hint: 'Buyers then enter postal code, town and what else an address has there in fields of their own. None: they type their address into one field.',
      }),
      selectField({
        typed: input,
        name: 'first',
        label: 'First country',
        options: [
          { value: '', text: 'The first of them by name' },
          ...COUNTRIES.map((code) => ({ value: code, text: countryNames([code]) })),
        ],
      }),
    ]),
  ])
}

const FULL = html`<p class="muted">These are ${MAX_OPTIONS} options, as many as there can be.</p>`

/** `form`: which of the two forms was sent; the one that adds an option has no name. */
type DeliveryInput = FormInput & { form?: 'countries' }

async function sendDelivery(visit: MemberVisit, typed: DeliveryInput = {}) {
  const { app, viewer } = visit
  const saved = await app.records.settings.findDelivery(viewer.store.id)
  const { errors } = typed
  const path = `${app.storePath}${PATH}`
  // What was typed is not lost when the list was filled meanwhile.
  const isAdding = errors !== undefined && typed.form === undefined
  const isFull = saved.options.length >= MAX_OPTIONS && !isAdding
  sendSettings(visit, {
    part: 'delivery',
    title: 'Delivery',
    errors,
    styles: DELIVERY,
    lead: 'Buyers choose one of these; the first one is preselected. Open sessions keep the options, prices and places they were created with.',
    main: html`<ol class="options">
        ${saved.options.map((option) => optionView(visit, { option, saved, path }))}
      </ol>
      <div class="sections">
        ${isFull ? FULL : addView(visit, { path, saved }, typed)}
        ${countriesView(visit, saved, typed)}
      </div>`,
  })
}
