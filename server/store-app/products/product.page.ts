import type { CatalogueProduct, CatalogueVariant } from './catalogue.ts'
import { buttonForm, csrfField, formField, hiddenField } from '../frame/forms.ts'
import { countOf } from '../frame/formats.ts'
import { html } from '../../web/html.ts'
import { type Fact, factsView, sectionView } from '../frame/sections.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound, sayDone } from '../frame/visits.ts'
import { linkOf, shareView } from './share-view.ts'
import { pictureView } from './picture.page.ts'
import { ARCHIVED_BADGE, stockBadge, variantName, variantView } from './product-views.ts'
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

async function changeStock(visit: MemberVisit, product: CatalogueProduct) {
  const { app, request, viewer } = visit
  const variant = product.variants.find(({ id }) => id === formField(request, 'variant'))
  if (!variant) return sendNotFound(visit)
  const typed = formField(request, 'delta')
  const refuse = (problem: string) =>
    sendProduct(visit, product, { id: variant.id, typed, problem })
  const { delta, problem } = parseStockChange(typed)
  if (delta === undefined) return refuse(problem)
  const changed = await app.records.catalogue.changeVariantStock(editOf(visit), {
    variantId: variant.id,
    delta,
  })
  switch (changed.type) {
    case 'no_variant':
      return sendNotFound(visit)
    case 'below_zero':
      return refuse('There are fewer on hand than that: the stock cannot fall below 0.')
    default: {
      const text = `${variantName(variant) || product.name}: ${sentenceOf(changed, viewer)}.`
      return sayDone(visit, productPath(app, product.slug), text)
    }
  }
}

function sentenceOf({ onHand, forSale }: { onHand: number; forSale: number }, { formats }: Viewer) {
  const now = `${formats.number(onHand)} on hand now`
  if (forSale < 0) return `${now}, ${formats.number(-forSale)} owed to payments under way`
  return forSale < onHand ? `${now}, ${formats.number(forSale)} for sale` : now
}

type StockRefusal = { id: string; typed: string; problem: string }

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

const forSaleView = ({ forSale }: CatalogueVariant, { formats }: Viewer) =>
  html`<span class="stock">
    ${stockBadge({ forSale, least: forSale, owed: owedOf({ forSale }) }, formats)}
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

type StockPage = { product: CatalogueProduct; refused: StockRefusal | undefined }

function changeView(
  variant: CatalogueVariant,
  { app, viewer }: MemberVisit,
  { product, refused }: StockPage,
) {
  const id = `field-delta-${variant.id}`
  const mine = refused?.id === variant.id ? refused : undefined
  return html`<form
    class="stock-change"
    method="post"
    action="${productPath(app, product.slug)}/stock"
  >
    ${csrfField(viewer)} ${hiddenField('variant', variant.id)}
    <label class="visually-hidden" for="${id}"
      >Change of the stock of ${variantName(variant) || product.name}</label
    >
    <input
      id="${id}"
      name="delta"
      value="${mine?.typed ?? ''}"
      required
      maxlength="12"
      autocomplete="off"
      aria-describedby="stock-hint${mine ? ` ${id}-error` : ''}"
      ${mine && html`aria-invalid="true"`}
    />
    <button class="quiet">Apply</button>
    ${mine && html`<p class="error" id="${id}-error">${mine.problem}</p>`}
  </form>`
}

const variantsView = (visit: MemberVisit, page: StockPage) => {
  const { app, viewer } = visit
  return html`<section>
    <div class="heading">
      <h2 id="stock">Stock</h2>
      <div class="actions">
        <a href="${productPath(app, page.product.slug)}/history">History</a>
      </div>
    </div>
    <p class="hint" id="stock-hint">
      Write +5 for five units that came in, -2 for two that are gone. Sales go on meanwhile:
      payments under way hold their units until they are sold or come back.
    </p>
    ${owedView(page.product, viewer)}
    ${tableView(
      page.product.variants,
      [
        textColumn('Variant', variantView),
        numberColumn('On hand', ({ onHand }) => viewer.formats.number(onHand)),
        numberColumn('Held', (variant) => heldView(variant, viewer)),
        numberColumn('For sale', (variant) => forSaleView(variant, viewer)),
        column('Change', (variant) => changeView(variant, visit, page)),
      ],
      { labelledBy: 'stock', look: 'counts' },
    )}
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

function sendProduct(visit: MemberVisit, product: CatalogueProduct, refused?: StockRefusal) {
  const { app, viewer } = visit
  const errors = refused && { [`delta-${refused.id}`]: refused.problem }
  sendProducts(visit, {
    title: product.name,
    imageUrls: [product.imageUrl, linkOf(visit, product)],
    errors,
    back: { path: `${app.storePath}/products`, text: 'All products' },
    heading: html`<bdi>${product.name}</bdi>`,
    beside: html`${product.archived ? ARCHIVED_BADGE : undefined}
      <div class="actions">
        ${archiveView(app, product, viewer)}
        <a class="button" href="${productPath(app, product.slug)}/edit">Edit</a>
      </div>`,
    main: html`<div class="sections">
      ${variantsView(visit, { product, refused })}
      <div class="columns">
        ${detailsView(product, viewer)}
        <div class="panel aside">${pictureView(visit, product)}</div>
      </div>
      ${shareView(visit, product)}
    </div>`,
  })
}
