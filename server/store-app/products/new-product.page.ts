import { type FieldErrors, formFields, inputField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { moneyOf } from '../frame/price.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { translationTexts } from '../frame/fields/translation-fields.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import {
  type Form,
  note,
  proposeSlug,
  readCombinations,
  readProductFields,
  slugProblem,
} from './product-form.ts'
import { WITH_FIRST_VALUE } from './edit-product.page.ts'
import {
  CHOOSE_AGAIN,
  PICTURE_FIELDS,
  readPictureField,
  sendProductForm,
} from './product-form-view.ts'
import { productPath, PRODUCT_TOOLS } from './products-frame.ts'
import { COMBINATION_FIELDS, combinationFields } from './variant-fields.ts'
import { WITHDRAWAL_DAYS } from '../../checkout/orders/withdrawal.ts'
import type { ProductFields } from '../../checkout/sessions/catalogue.ts'

export const newProductPages: MemberPages = {
  [`${PRODUCT_TOOLS}/new`]: {
    get: (visit) => sendNewForm(visit, { fields: FIRST_FIELDS, errors: {} }),
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
  const picture = (await readPictureField(visit, errors)) ?? undefined
  if (Object.keys(errors).length > 0) return sendNewForm(visit, { fields, errors })
  const storeId = viewer.store.id
  for (const slug of slugsFor(product, typed)) {
    const wanted = { ...product, slug, picture, variants }
    if (await app.records.catalogue.createProduct(storeId, wanted, actor))
      return sayDone(visit, productPath(app, slug), 'The product was created and is for sale.')
  }
  const slug = `Another product of this store has the slug ${typed || proposeSlug(product.name)}.`
  return sendNewForm(visit, { fields, errors: { slug, ...(picture && { picture: CHOOSE_AGAIN }) } })
}

/** How many products of one name get a slug automatically. */
const PROPOSALS = 20

function* slugsFor({ name }: ProductFields, typed: string) {
  const proposed = typed || proposeSlug(name)
  yield proposed
  for (let number = 2; typed === '' && number <= PROPOSALS; number += 1)
    yield `${proposed}-${number}`
}

const FIRST_FIELDS = {
  ...Object.fromEntries(
    [...WITH_FIRST_VALUE, ...COMBINATION_FIELDS, 'slug', ...PICTURE_FIELDS].map((name) => [
      name,
      name === 'withdrawalDays' ? String(WITHDRAWAL_DAYS) : '',
    ]),
  ),
  ...translationTexts(),
}

const sendNewForm = (visit: MemberVisit, form: Form) =>
  sendProductForm(visit, form, {
    title: 'Add a product',
    back: { path: `${visit.app.storePath}/products`, text: 'All products' },
    button: 'Add the product',
    saved: FIRST_FIELDS,
    imageUrl: null,
    variants: [
      combinationFields(form),
      inputField({
        typed: form,
        name: 'slug',
        label: 'Slug (optional)',
        hint: 'Names the product in addresses and in your programs, for good. Left empty it is made from the name.',
        attributes: html`maxlength="200" autocomplete="off"`,
      }),
    ],
  })
