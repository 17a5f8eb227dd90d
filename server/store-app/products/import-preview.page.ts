import type { Request, Response } from 'express'
import {
  type FieldName,
  type ImportPlan,
  type ProductPlan,
  changedFields,
} from './product-imports.ts'
import { countOf } from '../frame/formats.ts'
import { csrfField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { PRODUCT_TOOLS } from './product-paths.ts'
import { variantName, variantView } from './product-views.ts'
import { sendProducts } from './products-frame.ts'

/** How many of the products, and of the variants of each, are listed. */
const SHOWN = 100
const SHOWN_VARIANTS = 10

const idOf = ({ params: { id } }: Request) =>
  typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined

export const importPreviewRoutes = (app: StoreAppContext) =>
  pages(app, {
    [`${PRODUCT_TOOLS}/import/:id`]: {
      get: memberPage(app, async (request, response, viewer) => {
        const id = idOf(request)
        const plan =
          id === undefined ? undefined : await app.records.catalogue.findImport(viewer.store.id, id)
        if (!plan) return sendMessage(app, response, { status: 404, viewer })
        return sendPreview(app, response, { plan, viewer })
      }),
      post: memberAction(app, async (request, response, viewer) => {
        const id = idOf(request)
        if (id === undefined) return sendMessage(app, response, { status: 404, viewer })
        const plan = await app.records.catalogue.applyImport(
          viewer.store.id,
          id,
          actorOf(viewer, request),
        )
        if (plan) {
          const text = `Imported: ${summaryOf(plan)}.`
          return redirectWith(app, response, {
            to: `${app.storePath}/products`,
            kind: 'success',
            text,
          })
        }
        const text = 'This import was done already, or it is too old. Choose the file again.'
        return redirectWith(app, response, {
          to: `${app.storePath}${PRODUCT_TOOLS}/import`,
          kind: 'danger',
          text,
        })
      }),
    },
  })

function summaryOf({ products, unchanged }: ImportPlan) {
  const created = products.filter(({ isNew }) => isNew).length
  return [
    created > 0 && countOf(created, 'new product'),
    products.length > created && countOf(products.length - created, 'changed product'),
    unchanged > 0 && `${unchanged} as before`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const fromTo = (label: string, from: Html | string | undefined, to: Html | string) =>
  html`${label}: ${from === undefined ? undefined : html`${from} → `}${to}`

function fieldChange(
  name: FieldName,
  { before, ...product }: ProductPlan,
  { formats }: Viewer,
): Html {
  switch (name) {
    case 'name':
      return fromTo('Name', html`<bdi>${before.name}</bdi>`, html`<bdi>${product.name}</bdi>`)
    case 'description':
      return product.description === null
        ? html`No description any more`
        : html`Another description`
    case 'price':
      return fromTo(
        'Price',
        before.price === undefined ? undefined : formats.money(before.price),
        formats.money(product.price),
      )
    case 'imageUrl':
      return product.imageUrl === null
        ? html`No picture any more`
        : html`Picture: <bdi>${product.imageUrl}</bdi>`
    case 'archived':
      return product.archived ? html`Archived` : html`For sale again`
  }
}

function variantChange(
  { isNew, stock, delta, ...variant }: ProductPlan['variants'][number],
  { formats }: Viewer,
) {
  const name = variantName(variant) === '' ? html`Stock` : variantView(variant)
  if (stock === null || isNew)
    return html`${name}: ${formats.number(stock ?? 0)} <span class="muted">(new)</span>`
  const difference = `${delta > 0 ? '+' : '−'}${formats.number(Math.abs(delta))}`
  return html`${name}: ${formats.number(stock - delta)} → ${formats.number(stock)}
    <span class="muted">(${difference})</span>`
}

function changesOf(product: ProductPlan, viewer: Viewer): Html[] {
  const isShown = (name: FieldName) =>
    !product.isNew || name === 'price' || (name === 'archived' && product.archived)
  const variants = product.variants
    .slice(0, SHOWN_VARIANTS)
    .map((variant) => variantChange(variant, viewer))
  const more = product.variants.length - variants.length
  return [
    ...changedFields(product)
      .filter(isShown)
      .map((name) => fieldChange(name, product, viewer)),
    ...variants,
    ...(more > 0 ? [html`and ${countOf(more, 'more variant')}`] : []),
  ]
}

const listView = (changes: Html[]) =>
  html`<ul class="changes">
    ${changes.map((change) => html`<li>${change}</li>`)}
  </ul>`

const productView = ({ slug, name, isNew }: ProductPlan) =>
  html`<bdi>${name}</bdi> ${isNew ? html`<span class="badge info">New</span>` : undefined}<bdi
      class="slug"
      >${slug}</bdi
    >`

function sendPreview(
  app: StoreAppContext,
  response: Response,
  { plan, viewer }: { plan: ImportPlan; viewer: Viewer },
) {
  const { products } = plan
  const path = `${app.storePath}${PRODUCT_TOOLS}/import`
  const title = 'What the file changes'
  sendProducts(app, response, {
    title,
    viewer,
    main: html`<p class="back">
        <a href="${path}">Another file</a>
      </p>
      <h1 id="title">${title}</h1>
      ${
        products.length === 0
          ? html`<p class="lead">
                Nothing: the file says of ${countOf(plan.unchanged, 'product')} what stands here
                already.
              </p>
              <p><a class="button" href="${app.storePath}/products">Back to the products</a></p>`
          : html`<p class="lead">${summaryOf(plan)}. Nothing is changed yet.</p>
              ${tableView(products.slice(0, SHOWN), [
                { title: 'Product', isText: true, cell: productView },
                {
                  title: 'Change',
                  isText: true,
                  cell: (product) => listView(changesOf(product, viewer)),
                },
              ])}
              ${
                products.length > SHOWN
                  ? html`<p class="lead">
                      and ${countOf(products.length - SHOWN, 'more product')}.
                    </p>`
                  : undefined
              }
              <form class="form" method="post">
                ${csrfField(viewer)}
                <div class="actions">
                  <button class="button">Import</button>
                  <a class="quiet" href="${app.storePath}/products">Cancel</a>
                </div>
              </form>`
      }`,
  })
}
