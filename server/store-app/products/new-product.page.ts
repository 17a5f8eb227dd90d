import { type FieldErrors, formFields, formView, inputField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { moneyOf } from '../frame/price.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import {
  type Form,
  note,
  productFields,
  proposeSlug,
  readCombinations,
  readProductFields,
  slugProblem,
} from './product-form.ts'
import { productPath, PRODUCT_TOOLS, sendProductTool } from './products-frame.ts'
import { WITHDRAWAL_DAYS } from '../../checkout/orders/withdrawal.ts'
import type { ProductFields } from '../../checkout/sessions/catalogue.ts'

export const newProductPages: MemberPages = {
  [`${PRODUCT_TOOLS}/new`]: {
    get: (visit) =>
      sendNewForm(visit, { fields: { withdrawalDays: String(WITHDRAWAL_DAYS) }, errors: {} }),
    post: create,
  },
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

/** How many products of one name get a slug automatically. */
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
    main: formView(visit.viewer, { button: 'Add the product' }, [
      productFields(typed, visit.viewer),
      variantFields(typed),
      inputField({
        typed,
        name: 'slug',
        label: 'Slug (optional)',
        hint: 'Names the product in addresses and in your programs, for good. Left empty it is made from the name.',
        attributes: html`maxlength="200" autocomplete="off"`,
      }),
    ]),
  })
}
