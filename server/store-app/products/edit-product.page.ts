import type { Request, Response } from 'express'
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
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { priceText } from '../frame/price.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { descriptionField, nameField, priceField } from './product-fields.ts'
import {
  EMPTY_ROWS,
  MAX_VARIANTS,
  TOO_MANY_VARIANTS,
  note,
  readProductFields,
  readRows,
} from './product-form.ts'
import { onProduct, productPath } from './product-paths.ts'
import { variantName } from './product-views.ts'
import { type Money, moneyOf } from './product-price.ts'
import { sendProducts } from './products-frame.ts'

export const editProductRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/products/:slug/edit': {
      get: memberPage(
        app,
        onProduct(app, (_request, response, { viewer, product }) => {
          const fields = fieldsOf(product, viewer)
          sendForm(app, response, { viewer, product, fields, errors: {} })
        }),
      ),
      post: memberAction(
        app,
        onProduct(app, (request, response, shown) => change(app, request, response, shown)),
      ),
    },
  })

async function change(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, product }: Pick<Form, 'viewer' | 'product'>,
) {
  const fields = formFields(request)
  const { change: wanted, errors } = readChange(fields, {
    product,
    money: moneyOf(app, viewer),
  })
  if (Object.keys(errors).length > 0)
    return sendForm(app, response, { viewer, product, fields, errors })
  const { slug } = product
  const edit = { storeId: viewer.store.id, slug, actor: actorOf(viewer, request) }
  const to = productPath(app, slug)
  const isChanged = await app.records.catalogue.changeProduct(edit, wanted)
  return redirectWith(
    app,
    response,
    isChanged
      ? { to, kind: 'success', text: 'The product was saved.' }
      : {
          to: `${to}/edit`,
          kind: 'danger',
          text: 'Somebody else has just changed these variants: nothing was saved. Look at them again.',
        },
  )
}

/** What the form asks for: only the fields that were changed in it, and what is wrong with them. */
function readChange(
  fields: FormFields,
  { product: { variants }, money }: Pick<Form, 'product'> & { money: Money },
) {
  const errors: FieldErrors = {}
  const { name, description, price } = readProductFields(fields, {
    ...money,
    errors,
  })
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

type Form = { viewer: Viewer; product: CatalogueProduct; fields: FormFields; errors: FieldErrors }

const removeField = (variant: CatalogueVariant, { viewer, fields, errors }: Form) =>
  checkboxField({
    name: `remove-${variant.id}`,
    label: `Remove ${variantName(variant) || 'the one variant'}`,
    error: errors[`remove-${variant.id}`],
    isChecked: fields[`remove-${variant.id}`] !== undefined,
    hint:
      variant.forSale > 0
        ? `${viewer.formats.number(variant.forSale)} for sale, which it takes with it`
        : 'Sold out',
  })

const rowView = (row: number, { fields, errors }: Form) => {
  const field = (name: string, label: string) =>
    inputField({
      name: `${name}-${row}`,
      label,
      value: fields[`${name}-${row}`] ?? '',
      error: errors[`${name}-${row}`],
      attributes:
        name === 'stock'
          ? html`inputmode="numeric" autocomplete="off"`
          : html`maxlength="200" autocomplete="off"`,
    })
  return html`<div class="row" role="group" aria-label="New variant ${row}">
    ${field('size', 'Size')}${field('color', 'Color')}${field('stock', 'Stock')}
  </div>`
}

function sendForm(app: StoreAppContext, response: Response, form: Form) {
  const { viewer, product, errors } = form
  const hasErrors = Object.keys(errors).length > 0
  if (hasErrors) response.status(422)
  const title = `Edit ${product.name}`
  sendProducts(app, response, {
    title,
    viewer,
    hasErrors,
    main: html`<p class="back">
        <a href="${productPath(app, product.slug)}"><bdi>${product.name}</bdi></a>
      </p>
      <h1>Edit product</h1>
      ${errorSummary(errors)}
      <form class="form" method="post">
        ${csrfField(viewer)}
        ${['was_name', 'was_description', 'was_price'].map((name) => wasField(name, form))}
        ${nameField(form)} ${priceField({ ...form, currency: viewer.store.currency })}
        ${descriptionField(form)}
        <fieldset>
          <legend>${countOf(product.variants.length, 'variant')}</legend>
          <p class="hint">
            Buyers who are about to pay for a variant that is removed are told that it is sold out.
            Its orders stay as they are.
          </p>
          <div class="rows">${product.variants.map((variant) => removeField(variant, form))}</div>
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
