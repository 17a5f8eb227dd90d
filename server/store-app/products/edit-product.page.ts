import { priceText } from '../../checkout/money.ts'
import { MAX_QUANTITY } from '../../contract/fields.ts'
import type { CatalogueProduct, CatalogueVariant } from './catalogue.ts'
import { countOf } from '../frame/formats.ts'
import {
  type FieldErrors,
  type FormFields,
  formFields,
  formView,
  hidden,
  hiddenField,
  inputField,
} from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { filterFields } from '../frame/list-page.ts'
import { redirectWith } from '../frame/notices.ts'
import { type Money, moneyOf } from '../frame/price.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { column, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sayProblem } from '../frame/visits.ts'
import {
  EMPTY_ROWS,
  type Form,
  ROW_FIELDS,
  note,
  productFields,
  readProductFields,
  readRows,
} from './product-form.ts'
import { MAX_VARIANTS, TOO_MANY_VARIANTS } from './product-limits.ts'
import { leftView, variantName } from './product-views.ts'
import { SAFETY_FIELDS, safetyTexts } from './safety-fields.ts'
import { isTranslated, translationTexts } from '../frame/translation-fields.ts'
import { backTo, editOf, onProduct, productPath, sendProducts } from './products-frame.ts'

/** Its address may bring variants that were removed, to be added again. */
export const editProductPages: MemberPages = {
  '/products/:slug/edit': {
    get: onProduct((visit, product) => {
      const saved = savedFields(product, visit.viewer)
      const fields = { ...saved, ...wasFields(saved), ...filterFields(visit.request, ROW_FIELDS) }
      return sendForm(visit, product, { fields, errors: {} })
    }),
    post: onProduct(change),
  },
}

async function change(visit: MemberVisit, product: CatalogueProduct) {
  const { app, request, viewer } = visit
  const fields = formFields(request)
  const { change: wanted, errors } = readChange(fields, product, moneyOf(app, viewer))
  if (Object.keys(errors).length > 0) return sendForm(visit, product, { fields, errors })
  const to = productPath(app, product.slug)
  if (await app.records.catalogue.changeProduct(editOf(visit), wanted)) {
    const removed = product.variants.filter(({ id }) => wanted.removed.includes(id))
    return redirectWith(visit, to, { kind: 'success', ...savedNotice(removed, `${to}/edit`) })
  }
  return sayProblem(
    visit,
    `${to}/edit`,
    'Somebody else has just changed these variants: nothing was saved. Look at them again.',
  )
}

/** What was done, with a way back for as many variants as the form has rows to add. */
function savedNotice(removed: CatalogueVariant[], path: string) {
  if (removed.length === 0 || removed.length > EMPTY_ROWS.length)
    return { text: 'The product was saved.' }
  const rows = removed.flatMap(({ size, colorName, forSale }, index) => [
    [`size-${index + 1}`, size ?? ''],
    [`color-${index + 1}`, colorName ?? ''],
    [`stock-${index + 1}`, String(Math.max(0, forSale))],
  ])
  const query = new URLSearchParams(Object.fromEntries(rows)).toString()
  const names = removed.map((variant) => variantName(variant) || 'the one variant').join('; ')
  return {
    text: `The product was saved. Removed: ${names}.`,
    link: { path: `${path}?${query}`, text: 'Undo the removal' },
  }
}

/** Only the fields that the member changed, and what is wrong with them. */
function readChange(fields: FormFields, { variants }: CatalogueProduct, money: Money) {
  const errors: FieldErrors = {}
  const read = readProductFields(fields, { ...money, errors })
  const removed = variants.filter(({ id }) => fields[`remove-${id}`] !== undefined)
  const kept = variants.filter((variant) => !removed.includes(variant))
  const added = readRows(fields, { kept, errors })
  const count = kept.length + added.length
  if (count === 0) note(errors, `remove-${removed[0]?.id}`, NO_VARIANT)
  if (count > MAX_VARIANTS) note(errors, 'size-1', TOO_MANY_VARIANTS)
  return {
    errors,
    change: {
      ...Object.fromEntries(
        TOUCHED.filter((field) => isTouched(fields, field)).map((field) => [field, read[field]]),
      ),
      ...(SAFETY_FIELDS.some((field) => isTouched(fields, field)) && { safety: read.safety }),
      ...(isTranslated(fields, read.translations) && { translations: read.translations }),
      removed: removed.map(({ id }) => id),
      added,
    },
  }
}

/** What the form holds before a member changes it: nothing is removed, and nothing added. */
function savedFields(product: CatalogueProduct, { store }: Viewer) {
  const {
    name,
    description,
    price,
    maxPerOrder,
    variants,
    withdrawalDays,
    withdrawalReason,
    safety,
  } = product
  const rows = [...variants.map(({ id }) => `remove-${id}`), ...ROW_FIELDS]
  return {
    name,
    description: description ?? '',
    price: priceText(price, store.currency),
    maxPerOrder: maxPerOrder === MAX_QUANTITY ? '' : String(maxPerOrder),
    withdrawalDays: String(withdrawalDays),
    withdrawalReason: withdrawalReason ?? '',
    ...safetyTexts(safety),
    ...translationTexts(product.translations),
    ...Object.fromEntries(rows.map((row) => [row, ''])),
  }
}

const TOUCHED = [
  'name',
  'price',
  'description',
  'maxPerOrder',
  'withdrawalDays',
  'withdrawalReason',
] as const
const WITH_FIRST_VALUE = [...TOUCHED, ...SAFETY_FIELDS]

/** The form sends its first values along, so that it changes only what the member changed. */
const wasFields = (saved: FormFields) =>
  Object.fromEntries(WITH_FIRST_VALUE.map((name) => [`was_${name}`, saved[name] ?? '']))

const NO_VARIANT = 'A product needs one variant: keep one or add another.'

const isTouched = (fields: FormFields, field: string) => fields[field] !== fields[`was_${field}`]

/** A box that looks like a button, and takes back what it does until the form is saved. */
function removeView(variant: CatalogueVariant, { fields, errors }: Form) {
  const name = `remove-${variant.id}`
  const whose = variantName(variant) || 'the one variant'
  const error = errors[name]
  return html`<label class="quiet remove">
      <input
        type="checkbox"
        id="field-${name}"
        data-change="Remove ${whose}"
        name="${name}"
        value="yes"
        ${fields[name] ? html`checked` : undefined}
        ${error && html`aria-invalid="true" aria-describedby="field-${name}-error"`}
      />
      <span class="then">Remove ${hidden(whose)}</span>
      <span class="undo">Undo${hidden(`: remove ${whose}`)}</span>
    </label>
    <p class="undo hint">
      Goes${variant.forSale > 0 ? ` with ${countOf(variant.forSale, 'unit')}` : ''} when you save.
    </p>
    ${error && html`<p class="error" id="field-${name}-error">${error}</p>`}`
}

const COUNT = html`inputmode="numeric" autocomplete="off"`
const NAME = html`maxlength="200" autocomplete="off"`

const nameView = (name: string | null) => html`<bdi>${name ?? '–'}</bdi>`

/** The variants, and a number for each row that can add one. */
const variantTable = (variants: CatalogueVariant[], viewer: Viewer, typed: Form) => {
  const newField = (row: number, name: 'size' | 'color' | 'stock', attributes: Html) =>
    inputField({ typed, name: `${name}-${row}`, label: `New variant ${row}: ${name}`, attributes })
  const cell =
    (name: 'size' | 'color' | 'stock', attributes: Html, shown: (one: CatalogueVariant) => Html) =>
    (row: CatalogueVariant | number) =>
      typeof row === 'number' ? newField(row, name, attributes) : shown(row)
  return tableView(
    [...variants, ...EMPTY_ROWS],
    [
      textColumn(
        'Size',
        cell('size', NAME, ({ size }) => nameView(size)),
      ),
      textColumn(
        'Color',
        cell('color', NAME, ({ colorName }) => nameView(colorName)),
      ),
      column(
        'Stock',
        cell('stock', COUNT, (variant) => leftView(variant, viewer.formats)),
      ),
      column('Change', (row) =>
        typeof row === 'number' ? html`<span class="muted">New</span>` : removeView(row, typed),
      ),
    ],
    { labelledBy: 'variants' },
  )
}

/** The picture is changed where it is uploaded: what was typed here would be lost by that. */
const besideView = (path: string, imageUrl: string | null) =>
  html`<aside class="panel item" aria-label="Picture">
    ${
      imageUrl === null
        ? html`<p class="muted">No picture yet.</p>`
        : html`<img src="${imageUrl}" alt="The product’s picture" width="96" height="96" />`
    }
    <a class="quiet" href="${path}#picture"
      >${imageUrl === null ? 'Add a' : 'Change the'} picture</a
    >
  </aside>`

function sendForm(visit: MemberVisit, product: CatalogueProduct, form: Form) {
  const { app, viewer } = visit
  const { variants, imageUrl } = product
  sendProducts(visit, {
    title: `Edit ${product.name}`,
    imageUrls: [imageUrl],
    errors: form.errors,
    back: backTo(app, product),
    heading: 'Edit product',
    main: html`<div class="columns edit">
      ${formView(viewer, { button: 'Save changes', saved: savedFields(product, viewer) }, [
        WITH_FIRST_VALUE.map((name) =>
          hiddenField(`was_${name}`, form.fields[`was_${name}`] ?? ''),
        ),
        productFields(form, viewer),
        html`<section>
          <h2 id="variants">Variants</h2>
          <p class="hint">
            Buyers who are about to pay for a variant that is removed are told that it is sold out.
            Its orders stay as they are. Rows left empty add nothing.
          </p>
          ${variantTable(variants, viewer, form)}
        </section>`,
      ])}
      ${besideView(productPath(app, product.slug), imageUrl)}
    </div>`,
  })
}
