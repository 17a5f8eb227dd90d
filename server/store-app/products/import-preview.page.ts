import {
  type FieldName,
  type ImportPlan,
  type ProductPlan,
  changedFields,
} from './product-imports.ts'
import { countOf } from '../frame/formats.ts'
import { formView, linkButton } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, partOf, sendNotFound, sayDone, sayProblem } from '../frame/visits.ts'
import { variantName, variantView } from './product-views.ts'
import { PRODUCT_TOOLS, sendProducts } from './products-frame.ts'

/** How many products, and variants of each, are shown. */
const SHOWN = 100
const SHOWN_VARIANTS = 10

const isId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)

export const importPreviewPages: MemberPages = {
  [`${PRODUCT_TOOLS}/import/:id`]: { get: sendPreview, post: apply },
}

async function apply(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const id = partOf(request, 'id')
  if (!isId(id)) return sendNotFound(visit)
  const plan = await app.records.catalogue.applyImport(viewer.store.id, id, actor)
  if (plan) return sayDone(visit, `${app.storePath}/products`, `Imported: ${summaryOf(plan)}.`)
  const text = 'This import was done already, or it is too old. Choose the file again.'
  return sayProblem(visit, `${app.storePath}${PRODUCT_TOOLS}/import`, text)
}

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
    case 'withdrawalDays':
      return html`Withdrawal days: ${String(before.withdrawalDays)} →
      ${String(product.withdrawalDays)}`
    case 'withdrawalReason':
      return product.withdrawalReason === null
        ? html`No reason against withdrawal any more`
        : html`Reason against withdrawal: <bdi>${product.withdrawalReason}</bdi>`
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

const tableOf = (products: ProductPlan[], viewer: Viewer) =>
  tableView(products.slice(0, SHOWN), [
    textColumn('Product', productView),
    textColumn('Change', (product) => listView(changesOf(product, viewer))),
  ])

async function sendPreview(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const id = partOf(request, 'id')
  const plan = isId(id) ? await app.records.catalogue.findImport(viewer.store.id, id) : undefined
  if (!plan) return sendNotFound(visit)
  const { products, unchanged } = plan
  const list = `${app.storePath}/products`
  const isNothing = products.length === 0
  return sendProducts(visit, {
    title: 'What the file changes',
    back: { path: `${app.storePath}${PRODUCT_TOOLS}/import`, text: 'Another file' },
    lead: isNothing
      ? `Nothing: the file says of ${countOf(unchanged, 'product')} what stands here already.`
      : `${summaryOf(plan)}. Nothing is changed yet.`,
    main: isNothing
      ? linkButton(list, 'Back to the products', { kind: 'button' })
      : html`${tableOf(products, viewer)}
        ${
          products.length > SHOWN
            ? html`<p class="lead">and ${countOf(products.length - SHOWN, 'more product')}.</p>`
            : undefined
        }
        ${formView(viewer, { button: 'Import', cancel: list }, [])}`,
  })
}
