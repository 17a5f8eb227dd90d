import type { CatalogueProduct, CatalogueVariant } from './catalogue.ts'
import { isSameVariant } from '../../contract/names.ts'
import {
  type FieldErrors,
  type FormInput,
  buttonForm,
  csrfField,
  formFields,
  inputField,
} from '../frame/forms.ts'
import { countOf } from '../frame/formats.ts'
import { type Html, html } from '../../web/html.ts'
import { type Fact, factsView, sectionView } from '../frame/sections.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { stockBadge } from '../frame/stock-badge.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound, sayDone } from '../frame/visits.ts'
import { linkOf, shareActions, shareView } from './share-view.ts'
import { ARCHIVED_BADGE, variantName, variantView } from './product-views.ts'
import { SAFETY_FIELDS, SAFETY_LABELS } from './safety-fields.ts'
import { editOf, onProduct, productPath, sendProducts } from './products-frame.ts'
import { withLatinDigits } from '../frame/price.ts'

type StockChangeResult =
  | { delta: number; problem?: undefined }
  | { delta?: undefined; problem: string }

const MAX_DELTA = 1_000_000

/** "+5" or "-2". A number without a sign is refused, because it may be meant as a count. */
export function parseStockChange(text: string): StockChangeResult {
  const written = withLatinDigits(text).replaceAll(/\s/g, '').replace(/^[−–]/, '-')
  if (/^\d+$/.test(written))
    return {
      problem: `Write +${written} to add ${written}, or -${written} to take ${written} away.`,
    }
  if (!/^[+-]\d+$/.test(written))
    return { problem: 'Write the change as a whole number with its sign, such as +5 or -2.' }
  const delta = Number(written)
  if (delta === 0) return { problem: 'A change of 0 changes nothing.' }
  return Math.abs(delta) > MAX_DELTA
    ? { problem: 'Change the stock by 1,000,000 at most at once.' }
    : { delta }
}

export const productPages: MemberPages = {
  '/products/:slug': { get: onProduct((visit, product) => sendProduct(visit, product)) },
  '/products/:slug/stock': { post: onProduct(changeStock) },
}

const deltaOf = ({ id }: CatalogueVariant) => `delta-${id}`

/** Changes all variants that a number was written for, or none of them. */
async function changeStock(visit: MemberVisit, product: CatalogueProduct) {
  const { app, request, viewer } = visit
  const fields = formFields(request)
  const typed = product.variants.filter((variant) => fields[deltaOf(variant)]?.trim())
  const sent = Object.keys(fields).filter(
    (name) => name.startsWith('delta-') && fields[name]?.trim(),
  )
  if (sent.length > typed.length) return sendProduct(visit, product, { fields }, OVERTAKEN)
  const errors: FieldErrors = {}
  const changes = typed.flatMap((variant) => {
    const { delta, problem } = parseStockChange(fields[deltaOf(variant)] ?? '')
    if (problem !== undefined) errors[deltaOf(variant)] = problem
    return delta === undefined ? [] : [{ ...variant, delta }]
  })
  const [first] = product.variants
  if (sent.length === 0 && first) errors[deltaOf(first)] = 'Write a change, such as +5 or -2.'
  if (Object.keys(errors).length > 0) return sendProduct(visit, product, { fields, errors })
  const changed = await app.records.catalogue.changeStock(editOf(visit), changes)
  switch (changed.type) {
    case 'no_variant': {
      const now = await app.records.catalogue.findProduct(viewer.store.id, product.slug)
      return now ? sendProduct(visit, now, { fields }, OVERTAKEN) : sendNotFound(visit)
    }
    case 'below_zero': {
      for (const variant of typed.filter((one) => changed.variants.some(isSameVariant(one))))
        errors[deltaOf(variant)] = FEWER
      return sendProduct(visit, product, { fields, errors })
    }
    default: {
      const texts = changed.variants.map(
        (one) => `${variantName(one) || product.name}: ${sentenceOf(one, viewer)}.`,
      )
      return sayDone(visit, productPath(app, product.slug), texts.join(' '))
    }
  }
}

const OVERTAKEN = html`<p>
  Somebody else has just removed a variant that you wrote a change for. The
  <a href="#stock">others are below</a>, with what you typed for them.
</p>`

const FEWER = 'There are fewer on hand than that: the stock cannot fall below 0.'

function sentenceOf({ stock, forSale }: { stock: number; forSale: number }, { formats }: Viewer) {
  const now = `${formats.number(stock)} on hand now`
  if (forSale < 0) return `${now}, ${formats.number(-forSale)} owed to payments under way`
  return forSale < stock ? `${now}, ${formats.number(forSale)} for sale` : now
}

const pictureView = (app: StoreAppContext, { slug, imageUrl }: CatalogueProduct) =>
  html`<div class="panel aside">
    ${sectionView('picture', 'Picture', [
      imageUrl === null
        ? html`<p class="muted">
            No picture yet. <a href="${productPath(app, slug)}/edit#picture">Add one</a>
          </p>`
        : html`<img src="${imageUrl}" alt="The product’s picture" width="96" height="96" />`,
    ])}
  </div>`

const descriptionView = (description: string | null) =>
  description === null || description === ''
    ? html`<span class="muted">None</span>`
    : html`<bdi>${description}</bdi>`

function withdrawalView({ withdrawalDays: days, withdrawalReason: reason }: CatalogueProduct) {
  if (days > 0) return html`${countOf(days, 'day')}`
  return html`None${reason === null ? undefined : html`: <bdi>${reason}</bdi>`}`
}

const safetyFacts = ({ safety }: CatalogueProduct) =>
  SAFETY_FIELDS.flatMap((name) =>
    safety?.[name]
      ? [[SAFETY_LABELS[name], html`<bdi>${safety[name]}</bdi>`, 'text'] satisfies Fact]
      : [],
  )

const detailsView = (product: CatalogueProduct, { formats }: Viewer) =>
  sectionView('details', 'Details', [
    factsView([
      ['Price', formats.money(product.price)],
      ['Slug', html`<code><bdi>${product.slug}</bdi></code>`],
      ['Withdrawal', withdrawalView(product)],
      ['Most in one order', formats.number(product.maxPerOrder)],
      ['Description', descriptionView(product.description), 'text'],
      ...safetyFacts(product),
    ]),
  ])

const owedOf = ({ forSale }: { forSale: number }) => Math.max(0, -forSale)

const forSaleView = ({ forSale, supplied }: CatalogueVariant, { formats }: Viewer) =>
  html`<span class="stock">
    ${stockBadge({ forSale, least: forSale, owed: owedOf({ forSale }), supplied }, formats)}
    <span>${formats.number(Math.max(0, forSale))}</span></span
  >`

const heldView = ({ held }: CatalogueVariant, { formats }: Viewer) =>
  held === 0 ? html`<span class="muted">0</span>` : formats.number(held)

function owedView({ variants }: CatalogueProduct, { formats }: Viewer) {
  const owed = variants.reduce((sum, variant) => sum + owedOf(variant), 0)
  return owed === 0
    ? undefined
    : html`<p class="notice warning">
        ${formats.number(owed)} ${owed === 1 ? 'unit is' : 'units are'} owed: buyers have paid for
        more than there are, or are paying now. Units that come in or come back go to them first.
      </p>`
}

function stockView(visit: MemberVisit, product: CatalogueProduct, typed: FormInput) {
  const { app, viewer } = visit
  const changeView = (variant: CatalogueVariant) =>
    inputField({
      typed,
      name: deltaOf(variant),
      label: `Change of the stock of ${variantName(variant) || product.name}`,
      attributes: html`maxlength="12" autocomplete="off"`,
    })
  return html`<section aria-labelledby="stock">
    <div class="heading">
      <h2 id="stock">Stock</h2>
      <div class="actions">
        <a href="${productPath(app, product.slug)}/history">History</a>
      </div>
    </div>
    <p class="hint">
      Write +5 for five units that came in, -2 for two that are gone. Sales go on meanwhile:
      payments under way hold their units until they are sold or come back.
    </p>
    ${owedView(product, viewer)}
    <form class="stock-changes" method="post" action="${productPath(app, product.slug)}/stock">
      ${csrfField(viewer)}
      ${tableView(
        product.variants,
        [
          textColumn('Variant', variantView),
          numberColumn('On hand', ({ onHand }) => viewer.formats.number(onHand)),
          numberColumn('Held', (variant) => heldView(variant, viewer)),
          numberColumn('For sale', (variant) => forSaleView(variant, viewer)),
          column('Change', changeView),
        ],
        { labelledBy: 'stock', look: 'counts' },
      )}
      <div class="actions"><button class="quiet">Change the stock</button></div>
    </form>
  </section>`
}

const archiveView = (app: StoreAppContext, { slug, archived }: CatalogueProduct, viewer: Viewer) =>
  archived
    ? buttonForm(viewer, {
        action: `${productPath(app, slug)}/restore`,
        button: 'Restore',
        isInline: true,
      })
    : html`<a class="quiet" href="${productPath(app, slug)}/archive">Archive</a>`

function sendProduct(
  visit: MemberVisit,
  product: CatalogueProduct,
  typed: FormInput = {},
  overtaken?: Html,
) {
  const { app, viewer } = visit
  sendProducts(visit, {
    title: product.name,
    imageUrls: [product.imageUrl, linkOf(visit, product)],
    errors: typed.errors,
    overtaken,
    back: { path: `${app.storePath}/products`, text: 'All products' },
    heading: html`<bdi>${product.name}</bdi>`,
    beside: html`${product.archived ? ARCHIVED_BADGE : undefined}
      <div class="actions">
        ${archiveView(app, product, viewer)} ${shareActions(visit, product)}
        <a class="button" href="${productPath(app, product.slug)}/edit">Edit</a>
      </div>`,
    main: html`<div class="sections">
      <div class="columns">${pictureView(app, product)} ${detailsView(product, viewer)}</div>
      ${shareView(visit, product)} ${stockView(visit, product, typed)}
    </div>`,
  })
}
