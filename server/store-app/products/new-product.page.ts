import type { Response } from 'express'
import type { ProductFields } from '../../checkout/catalogue.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  formFields,
  inputField,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { descriptionField, nameField, priceField } from './product-fields.ts'
import {
  note,
  proposeSlug,
  readCombinations,
  readProductFields,
  slugProblem,
} from './product-form.ts'
import { PRODUCT_TOOLS, productPath } from './product-paths.ts'
import { moneyOf } from './product-price.ts'
import { sendProductTool } from './products-frame.ts'

export const newProductRoutes = (app: StoreAppContext) =>
  pages(app, {
    [`${PRODUCT_TOOLS}/new`]: {
      get: memberPage(app, async (_request, response, viewer) => {
        sendForm(app, response, { viewer, fields: {}, errors: {} })
      }),
      post: memberAction(app, async (request, response, viewer) => {
        const fields = formFields(request)
        const errors: FieldErrors = {}
        const product = readProductFields(fields, {
          ...moneyOf(app, viewer),
          errors,
        })
        const variants = readCombinations(fields, errors)
        const typed = (fields['slug'] ?? '').trim()
        if (typed !== '') note(errors, 'slug', slugProblem(typed))
        if (Object.keys(errors).length > 0)
          return sendForm(app, response, { viewer, fields, errors })
        const actor = actorOf(viewer, request)
        for (const slug of slugsFor(product, typed)) {
          const isCreated = await app.records.catalogue.createProduct(
            viewer.store.id,
            { ...product, slug, variants },
            actor,
          )
          const text = 'The product was created and is for sale.'
          if (isCreated)
            return redirectWith(app, response, {
              to: productPath(app, slug),
              kind: 'success',
              text,
            })
        }
        const slug = `Another product of this store has the slug ${typed || proposeSlug(product.name)}.`
        return sendForm(app, response, { viewer, fields, errors: { slug } })
      }),
    },
  })

/** How many products of one name get a slug without being asked for it. */
const PROPOSALS = 20

function* slugsFor({ name }: ProductFields, typed: string) {
  const proposed = typed || proposeSlug(name)
  yield proposed
  for (let number = 2; typed === '' && number <= PROPOSALS; number += 1)
    yield `${proposed}-${number}`
}

type Form = { viewer: Viewer; fields: FormFields; errors: FieldErrors }

const namesField = (
  { fields, errors }: Form,
  { name, label, hint }: { name: string; label: string; hint: string },
) =>
  inputField({
    name,
    label,
    hint,
    value: fields[name] ?? '',
    error: errors[name],
    attributes: html`autocomplete="off"`,
  })

const variantFields = (form: Form) =>
  html`<fieldset class="form">
    <legend>Sizes and colors</legend>
    <p class="hint">
      Separate them by commas. Every size is made in every color; a product without any is one
      variant.
    </p>
    <div class="pair">
      ${namesField(form, { name: 'sizes', label: 'Sizes (optional)', hint: 'Such as S, M, L' })}
      ${namesField(form, {
        name: 'colors',
        label: 'Colors (optional)',
        hint: 'Such as Sand, Navy',
      })}
    </div>
    ${inputField({
      name: 'stock',
      label: 'Stock of each',
      value: form.fields['stock'] ?? '',
      error: form.errors['stock'],
      hint: 'How many units there are; empty for none.',
      attributes: html`inputmode="numeric" autocomplete="off"`,
    })}
  </fieldset>`

function sendForm(app: StoreAppContext, response: Response, form: Form) {
  const { viewer, fields, errors } = form
  const hasErrors = Object.keys(errors).length > 0
  sendProductTool(app, response, {
    title: 'Add a product',
    viewer,
    hasErrors,
    main: html`${errorSummary(errors)}
      <form class="form" method="post">
        ${csrfField(viewer)} ${nameField(form)}
        ${priceField({ ...form, currency: viewer.store.currency })} ${descriptionField(form)}
        ${variantFields(form)}
        ${inputField({
          name: 'slug',
          label: 'Slug (optional)',
          value: fields['slug'] ?? '',
          error: errors['slug'],
          hint: 'Names the product in addresses and in your programs, for good. Left empty it is made from the name.',
          attributes: html`maxlength="200" autocomplete="off"`,
        })}
        <div class="actions"><button class="button">Add the product</button></div>
      </form>`,
  })
}
