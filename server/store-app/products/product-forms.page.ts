import type { CatalogueProduct, CatalogueVariant } from './catalogue.ts'
import { countOf } from '../frame/formats.ts'
import {
  type FieldErrors,
  type FormFields,
  checkboxField,
  csrfField,
  errorSummary,
  formFields,
  inputField,
  formView,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { priceText } from '../frame/price.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone, sayProblem } from '../frame/visits.ts'
import {
  EMPTY_ROWS,
  MAX_VARIANTS,
  TOO_MANY_VARIANTS,
  note,
  productFields,
  readProductFields,
  readRows,
  proposeSlug,
  readCombinations,
  slugProblem,
} from './product-form.ts'
import { type Money, moneyOf, variantName } from './product-views.ts'
import {
  backTo,
  editOf,
  onProduct,
  productPath,
  sendProducts,
  PRODUCT_TOOLS,
  sendProductTool,
} from './products-frame.ts'
import type { ProductFields } from '../../checkout/catalogue.ts'

export const productFormPages: MemberPages = {
  [`${PRODUCT_TOOLS}/new`]: {
    get: (visit) => sendNewForm(visit, { fields: {}, errors: {} }),
    post: create,
  },
  '/products/:slug/edit': {
    get: onProduct((visit, product) =>
      sendForm(visit, product, { fields: fieldsOf(product, visit.viewer), errors: {} }),
    ),
    post: onProduct(change),
  },
}

async function change(visit: MemberVisit, product: CatalogueProduct) {
  const { app, request, viewer } = visit
  const fields = formFields(request)
  const { change: wanted, errors } = readChange(fields, product, moneyOf(app, viewer))
  if (Object.keys(errors).length > 0) return sendForm(visit, product, { fields, errors })
  const to = productPath(app, product.slug)
  if (await app.records.catalogue.changeProduct(editOf(visit), wanted))
    return sayDone(visit, to, 'The product was saved.')
  return sayProblem(
    visit,
    `${to}/edit`,
    'Somebody else has just changed these variants: nothing was saved. Look at them again.',
  )
}

/** What the form asks for: only the fields that were changed in it, and what is wrong with them. */
function readChange(fields: FormFields, { variants }: CatalogueProduct, money: Money) {
  const errors: FieldErrors = {}
  const { name, description, price } = readProductFields(fields, { ...money, errors })
  const removed = variants.filter(({ id }) => fields[`remove-${id}`] !== undefined)
  const kept = variants.filter((variant) => !removed.includes(variant))
  const added = readRows(fields, { kept, errors })
  const count = kept.length + added.length
  if (count === 0)
    note(
      errors,
      `remove-${removed[0]?.id}`,
      'A product needs one variant: keep one or add another.',
    )
  if (count > MAX_VARIANTS) note(errors, 'size-1', TOO_MANY_VARIANTS)
  return {
    errors,
    change: {
      ...(isTouched(fields, 'name') && { name }),
      ...(isTouched(fields, 'price') && { price }),
      ...(isTouched(fields, 'description') && { description }),
      removed: removed.map(({ id }) => id),
      added,
    },
  }
}

/** The form brings along what its fields were, so that what somebody else saves meanwhile stays. */
function fieldsOf({ name, description, price }: CatalogueProduct, { store }: Viewer): FormFields {
  const fields = { name, description: description ?? '', price: priceText(price, store.currency) }
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(fields).map(([field, value]) => [`was_${field}`, value])),
  }
}

const isTouched = (fields: FormFields, field: string) => fields[field] !== fields[`was_${field}`]

const wasField = (name: string, { fields }: Form) =>
  html`<input type="hidden" name="${name}" value="${fields[name] ?? ''}" /> `

type Form = { fields: FormFields; errors: FieldErrors }

const removeField = (variant: CatalogueVariant, { formats }: Viewer, { fields, errors }: Form) =>
  checkboxField({
    name: `remove-${variant.id}`,
    label: `Remove ${variantName(variant) || 'the one variant'}`,
    error: errors[`remove-${variant.id}`],
    isChecked: fields[`remove-${variant.id}`] !== undefined,
    hint:
      variant.forSale > 0
        ? `${formats.number(variant.forSale)} for sale, which it takes with it`
        : 'Sold out',
  })

const COUNT = html`inputmode="numeric" autocomplete="off"`
const NAME = html`maxlength="200" autocomplete="off"`

const rowView = (row: number, typed: Form) =>
  html`<div class="row" role="group" aria-label="New variant ${row}">
    ${inputField({ typed, name: `size-${row}`, label: 'Size', attributes: NAME })}
    ${inputField({ typed, name: `color-${row}`, label: 'Color', attributes: NAME })}
    ${inputField({ typed, name: `stock-${row}`, label: 'Stock', attributes: COUNT })}
  </div>`

function sendForm(visit: MemberVisit, product: CatalogueProduct, form: Form) {
  const { app, viewer } = visit
  const { variants } = product
  sendProducts(visit, {
    title: `Edit ${product.name}`,
    errors: form.errors,
    back: backTo(app, product),
    main: html`<h1>Edit product</h1>
      ${errorSummary(form.errors)}
      <form class="form" method="post">
        ${csrfField(viewer)}
        ${['was_name', 'was_description', 'was_price'].map((name) => wasField(name, form))}
        ${productFields(form, viewer)}
        <fieldset>
          <legend>${countOf(variants.length, 'variant')}</legend>
          <p class="hint">
            Buyers who are about to pay for a variant that is removed are told that it is sold out.
            Its orders stay as they are.
          </p>
          <div class="rows">${variants.map((variant) => removeField(variant, viewer, form))}</div>
        </fieldset>
        <fieldset>
          <legend>Add variants</legend>
          <p class="hint">Rows left empty add nothing.</p>
          <div class="rows">${EMPTY_ROWS.map((row) => rowView(row, form))}</div>
        </fieldset>
        <div class="actions"><button class="button">Save changes</button></div>
      </form>`,
  })
}

async function create(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const errors: FieldErrors = {}
  const product = readProductFields(fields, { ...moneyOf(app, viewer), errors })
  const variants = readCombinations(fields, errors)
  const typed = (fields['slug'] ?? '').trim()
  if (typed !== '') note(errors, 'slug', slugProblem(typed))
  if (Object.keys(errors).length > 0) return sendNewForm(visit, { fields, errors })
  const storeId = viewer.store.id
  for (const slug of slugsFor(product, typed)) {
    const wanted = { ...product, slug, variants }
    if (await app.records.catalogue.createProduct(storeId, wanted, actor))
      return sayDone(visit, productPath(app, slug), 'The product was created and is for sale.')
  }
  const slug = `Another product of this store has the slug ${typed || proposeSlug(product.name)}.`
  return sendNewForm(visit, { fields, errors: { slug } })
}

/** How many products of one name get a slug without being asked for it. */
const PROPOSALS = 20

function* slugsFor({ name }: ProductFields, typed: string) {
  const proposed = typed || proposeSlug(name)
  yield proposed
  for (let number = 2; typed === '' && number <= PROPOSALS; number += 1)
    yield `${proposed}-${number}`
}

const LIST = html`autocomplete="off"`

const variantFields = (typed: Form) =>
  html`<fieldset class="form">
    <legend>Sizes and colors</legend>
    <p class="hint">
      Separate them by commas. Every size is made in every color; a product without any is one
      variant.
    </p>
    <div class="pair">
      ${inputField({ typed, name: 'sizes', label: 'Sizes (optional)', hint: 'Such as S, M, L', attributes: LIST })}
      ${inputField({ typed, name: 'colors', label: 'Colors (optional)', hint: 'Such as Sand, Navy', attributes: LIST })}
    </div>
    ${inputField({
      typed,
      name: 'stock',
      label: 'Stock of each',
      hint: 'How many units there are; empty for none.',
      attributes: html`inputmode="numeric" autocomplete="off"`,
    })}
  </fieldset>`

function sendNewForm(visit: MemberVisit, typed: Form) {
  sendProductTool(visit, {
    title: 'Add a product',
    errors: typed.errors,
    main: html`${errorSummary(typed.errors)}
    ${formView(visit.viewer, { button: 'Add the product' }, [
      productFields(typed, visit.viewer),
      variantFields(typed),
      inputField({
        typed,
        name: 'slug',
        label: 'Slug (optional)',
        hint: 'Names the product in addresses and in your programs, for good. Left empty it is made from the name.',
        attributes: html`maxlength="200" autocomplete="off"`,
      }),
    ])}`,
  })
}
