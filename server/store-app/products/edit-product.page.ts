import { priceText } from '../../checkout/money.ts'
import { MAX_QUANTITY } from '../../contract/fields.ts'
import type { CatalogueProduct, CatalogueVariant } from './catalogue.ts'
import { type FieldErrors, type FormFields, formFields, hiddenField } from '../frame/forms.ts'
import { filterFields } from '../frame/list-page.ts'
import { redirectWith } from '../frame/notices.ts'
import { type Money, moneyOf } from '../frame/price.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { type Html, html } from '../../web/html.ts'
import {
  EMPTY_ROWS,
  type Form,
  ROW_FIELDS,
  note,
  readProductFields,
  readRows,
} from './product-form.ts'
import { MAX_VARIANTS, TOO_MANY_VARIANTS } from './product-limits.ts'
import {
  CHOOSE_AGAIN,
  PICTURE_FIELDS,
  readPictureField,
  sendProductForm,
} from './product-form-view.ts'
import { variantName } from './product-views.ts'
import { SAFETY_FIELDS, safetyTexts } from './safety-fields.ts'
import { isTranslated, translationTexts } from '../frame/fields/translation-fields.ts'
import { backTo, editOf, onProduct, productPath } from './products-frame.ts'
import { variantsSection } from './variant-fields.ts'

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
  const picture = await readPictureField(visit, errors)
  if (Object.keys(errors).length > 0) return sendForm(visit, product, { fields, errors })
  const to = productPath(app, product.slug)
  if (await app.records.catalogue.changeProduct(editOf(visit), { ...wanted, picture })) {
    const removed = product.variants.filter(({ id }) => wanted.removed.includes(id))
    return redirectWith(visit, to, { kind: 'success', ...savedNotice(removed, `${to}/edit`) })
  }
  const now = await app.records.catalogue.findProduct(viewer.store.id, product.slug)
  if (!now) return sendNotFound(visit)
  const { errors: found } = readChange(fields, now, moneyOf(app, viewer))
  if (picture) note(found, 'picture', CHOOSE_AGAIN)
  return sendForm(visit, now, { fields, errors: found }, OVERTAKEN)
}

const OVERTAKEN = html`<p>
  Somebody else has just changed the variants. Below are those of now with their stock, and what you
  typed. Look at them again, and save.
</p>`

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
  const rows = [...variants.map(({ id }) => `remove-${id}`), ...ROW_FIELDS, ...PICTURE_FIELDS]
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
export const WITH_FIRST_VALUE = [...TOUCHED, ...SAFETY_FIELDS]

/** The form sends its first values along, so that it changes only what the member changed. */
const wasFields = (saved: FormFields) =>
  Object.fromEntries(WITH_FIRST_VALUE.map((name) => [`was_${name}`, saved[name] ?? '']))

const NO_VARIANT = 'A product needs one variant: keep one or add another.'

const isTouched = (fields: FormFields, field: string) => fields[field] !== fields[`was_${field}`]

function sendForm(visit: MemberVisit, product: CatalogueProduct, form: Form, overtaken?: Html) {
  const { app, viewer } = visit
  const saved = savedFields(product, viewer)
  sendProductForm(visit, form, {
    title: `Edit ${product.name}`,
    heading: 'Edit product',
    back: backTo(app, product),
    button: 'Save changes',
    saved,
    overtaken,
    imageUrl: product.imageUrl,
    variants: [
      WITH_FIRST_VALUE.map((name) => hiddenField(`was_${name}`, form.fields[`was_${name}`] ?? '')),
      variantsSection(product.variants, viewer, form),
    ].flat(),
  })
}
