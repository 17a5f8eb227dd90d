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
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sayDone, sayProblem } from '../frame/notices.ts'
import { priceText } from '../frame/price.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import {
  EMPTY_ROWS,
  MAX_VARIANTS,
  TOO_MANY_VARIANTS,
  note,
  productFields,
  readProductFields,
  readRows,
} from './product-form.ts'
import { type Money, moneyOf } from './product-price.ts'
import { variantName } from './product-views.ts'
import { backTo, editOf, onProduct, productPath, sendProducts } from './products-frame.ts'

export const editProductPages: MemberPages = {
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
