import type { Response } from 'express'
import type { CatalogueProduct, CatalogueVariant } from './catalogue.ts'
import { csrfField, errorSummary, formField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { pictureView } from './picture.page.ts'
import { findProduct, onProduct, productPath } from './product-paths.ts'
import { ARCHIVED_BADGE, stockBadge, variantName, variantView } from './product-views.ts'
import { sendProducts } from './products-frame.ts'
import { parseStockChange } from './stock-change.ts'

export const productRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/products/:slug': {
      get: memberPage(
        app,
        onProduct(app, (_request, response, shown) => sendProduct(app, response, shown)),
      ),
    },
    '/products/:slug/stock': {
      post: memberAction(app, async (request, response, viewer) => {
        const product = await findProduct(app, request, viewer)
        const variant = product?.variants.find(({ id }) => id === formField(request, 'variant'))
        if (!product || !variant) return sendMessage(app, response, { status: 404, viewer })
        const typed = formField(request, 'delta')
        const refuse = (problem: string) =>
          sendProduct(app, response, {
            product,
            viewer,
            refused: { id: variant.id, typed, problem },
          })
        const { delta, problem } = parseStockChange(typed)
        if (delta === undefined) return refuse(problem)
        const { slug } = product
        const edit = { storeId: viewer.store.id, slug, actor: actorOf(viewer, request) }
        const changed = await app.records.catalogue.changeVariantStock(edit, {
          variantId: variant.id,
          delta,
        })
        if (changed.type === 'no_variant')
          return sendMessage(app, response, { status: 404, viewer })
        if (changed.type === 'below_zero')
          return refuse('There are fewer on hand than that: the stock cannot fall below 0.')
        const name = variantName(variant) || product.name
        const text = `${name}: ${sentenceOf(changed, viewer)}.`
        return redirectWith(app, response, { to: productPath(app, slug), kind: 'success', text })
      }),
    },
  })

function sentenceOf({ onHand, forSale }: { onHand: number; forSale: number }, { formats }: Viewer) {
  const now = `${formats.number(onHand)} on hand now`
  if (forSale < 0) return `${now}, ${formats.number(-forSale)} owed to payments under way`
  return forSale < onHand ? `${now}, ${formats.number(forSale)} for sale` : now
}

type Refused = { id: string; typed: string; problem: string }
type ProductPage = { product: CatalogueProduct; viewer: Viewer; refused?: Refused }

const descriptionView = (description: string | null) =>
  description === null || description === ''
    ? html`<span class="muted">None</span>`
    : html`<bdi>${description}</bdi>`

const detailsView = ({ slug, price, description }: CatalogueProduct, { formats }: Viewer) =>
  html`<section aria-labelledby="details">
    <h2 id="details">Details</h2>
    <dl class="facts">
      <div>
        <dt>Price</dt>
        <dd>${formats.money(price)}</dd>
      </div>
      <div>
        <dt>Slug</dt>
        <dd>
          <code><bdi>${slug}</bdi></code>
        </dd>
      </div>
      <div>
        <dt>Description</dt>
        <dd class="text">${descriptionView(description)}</dd>
      </div>
    </dl>
  </section>`

const owedOf = ({ forSale }: { forSale: number }) => Math.max(0, -forSale)

const forSaleView = ({ forSale }: CatalogueVariant, { formats }: Viewer) =>
  html`<span class="stock">
    ${stockBadge({ forSale, least: forSale, owed: owedOf({ forSale }) }, formats)}
    <span>${formats.number(Math.max(0, forSale))}</span></span
  >`

const heldView = ({ held }: CatalogueVariant, { formats }: Viewer) =>
  held === 0 ? html`<span class="muted">0</span>` : formats.number(held)

/** More units are sold or held than there are. */
function owedView({ variants }: CatalogueProduct, { formats }: Viewer) {
  const owed = variants.reduce((sum, variant) => sum + owedOf(variant), 0)
  return owed === 0
    ? undefined
    : html`<p class="notice warning">
        ${formats.number(owed)} ${owed === 1 ? 'unit is' : 'units are'} owed: buyers have paid for
        more than there are, or are paying now. Units that come in or come back go to them first.
      </p>`
}

function changeView(
  app: StoreAppContext,
  variant: CatalogueVariant,
  { product, viewer, refused }: ProductPage,
) {
  const id = `field-delta-${variant.id}`
  const mine = refused?.id === variant.id ? refused : undefined
  return html`<form
    class="stock-change"
    method="post"
    action="${productPath(app, product.slug)}/stock"
  >
    ${csrfField(viewer)}
    <input type="hidden" name="variant" value="${variant.id}" />
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

const variantsView = (app: StoreAppContext, page: ProductPage) =>
  html`<section>
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
    ${owedView(page.product, page.viewer)}
    ${tableView(
      page.product.variants,
      [
        { title: 'Variant', isText: true, cell: variantView },
        {
          title: 'On hand',
          isNumber: true,
          cell: ({ onHand }) => page.viewer.formats.number(onHand),
        },
        { title: 'Held', isNumber: true, cell: (variant) => heldView(variant, page.viewer) },
        { title: 'For sale', isNumber: true, cell: (variant) => forSaleView(variant, page.viewer) },
        { title: 'Change', cell: (variant) => changeView(app, variant, page) },
      ],
      { labelledBy: 'stock' },
    )}
  </section>`

const archiveView = (app: StoreAppContext, { slug, archived }: CatalogueProduct, viewer: Viewer) =>
  archived
    ? html`<form method="post" action="${productPath(app, slug)}/restore">
        ${csrfField(viewer)} <button class="quiet">Restore</button>
      </form>`
    : html`<a class="quiet" href="${productPath(app, slug)}/archive">Archive</a>`

function sendProduct(app: StoreAppContext, response: Response, page: ProductPage) {
  const { product, viewer, refused } = page
  if (refused) response.status(422)
  sendProducts(app, response, {
    title: product.name,
    viewer,
    imageUrls: [product.imageUrl],
    hasErrors: refused !== undefined,
    main: html`<p class="back"><a href="${app.storePath}/products">All products</a></p>
      <div class="heading">
        <h1><bdi>${product.name}</bdi></h1>
        ${product.archived ? ARCHIVED_BADGE : undefined}
        <div class="actions">
          ${archiveView(app, product, viewer)}
          <a class="button" href="${productPath(app, product.slug)}/edit">Edit</a>
        </div>
      </div>
      ${errorSummary(refused && { [`delta-${refused.id}`]: refused.problem })}
      <div class="sections">
        ${variantsView(app, page)}
        <div class="columns">
          ${detailsView(product, viewer)}
          <div class="panel aside">${pictureView(app, viewer, product)}</div>
        </div>
      </div>`,
  })
}
