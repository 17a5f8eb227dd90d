import { priceText } from '../../checkout/money.ts'
import { text } from '../../contract/fields.ts'
import { MOST_LANGUAGES } from '../../contract/translations.ts'
import type { ProductQuery, ProductSummary } from './catalogue.ts'
import { countOf } from '../frame/formats.ts'
import { inputField, selectField } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { emptyView, filterBar, findPage, stepsView } from '../frame/list-page.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { stockBadge } from '../frame/stock-badge.ts'
import { ARCHIVED_BADGE, variantView } from './product-views.ts'
import { PRODUCT_TOOLS, productPath, sendProducts } from './products-frame.ts'
import type { FileProduct } from './import/product-imports.ts'
import { csvCell } from '../frame/csv-cell.ts'
import { sendCsv } from '../frame/csv-file.ts'
import { COLUMNS, type Column } from './import/import-file.ts'
import { languageColumns, toTexts } from './import/product-texts.ts'

const SHOWN = [
  { value: 'for_sale', text: 'For sale' },
  { value: 'archived', text: 'Archived' },
  { value: 'all', text: 'All' },
] as const satisfies { value: ProductQuery['show']; text: string }[]

type Filter = Pick<ProductQuery, 'search' | 'show'>

/** A search that no name can match counts as empty. */
const filterOf = (query: Record<string, unknown>): Filter => ({
  search: text(200).trim().catch('').parse(query['search']),
  show: SHOWN.find(({ value }) => value === query['show'])?.value ?? 'for_sale',
})

export const productListPages: MemberPages = {
  '/products': { get: sendList },
  [`${PRODUCT_TOOLS}/export`]: { get: sendFile },
}

const pictureView = (imageUrl: string | null) =>
  imageUrl === null
    ? html`<span class="thumb"></span>`
    : html`<img src="${imageUrl}" alt="" width="40" height="40" loading="lazy" />`

const nameView = (app: StoreAppContext, { slug, name, imageUrl, archived }: ProductSummary) =>
  html`<span class="product">
    ${pictureView(imageUrl)}
    <span
      ><a ${archived ? html`class="muted"` : undefined} href="${productPath(app, slug)}"
        ><bdi>${name}</bdi></a
      >
      <bdi class="slug">${slug}</bdi></span
    ></span
  >`

function stockView(
  { forSale, lowest, low, owed, supplied, variants, archived }: ProductSummary,
  { formats }: Viewer,
) {
  const least = lowest?.stock ?? 0
  const isNamed = lowest && low > 0 && forSale > 0 && variants > 1 && !archived
  return html`<span class="stock">
      ${archived ? ARCHIVED_BADGE : stockBadge({ forSale, least, owed, supplied }, formats)}
      <span>${formats.number(forSale)}</span></span
    >
    ${isNamed ? html`<span class="variant">${lowView(lowest, { low, formats })}</span>` : undefined}
    ${
      variants > 1
        ? html`<span class="muted variant">in ${countOf(variants, 'variant')}</span>`
        : undefined
    }`
}

type Low = { low: number; formats: Viewer['formats'] }

/** The variant with the least: "L, Sand: sold out, and 1 more". */
function lowView(lowest: NonNullable<ProductSummary['lowest']>, { low, formats }: Low) {
  const { stock, supplied } = lowest
  const left = stock < 0 ? `${formats.number(-stock)} owed` : `${formats.number(stock)} left`
  const more = low === 1 ? '' : `, and ${formats.number(low - 1)} more`
  const none = supplied === 0 ? 'no stock yet' : 'sold out'
  return html`${variantView(lowest)}: ${stock === 0 ? none : left}${more}`
}

const filterView = ({ storePath }: StoreAppContext, { search, show }: Filter) => {
  const typed = { fields: { search, show: show === 'for_sale' ? '' : show } }
  return filterBar({
    path: `${storePath}/products`,
    typed,
    fields: [
      inputField({
        typed,
        name: 'search',
        label: 'Name or slug',
        attributes: html`type="search" maxlength="200"`,
      }),
      selectField({ name: 'show', label: 'Show', value: show, options: [...SHOWN] }),
    ],
  })
}

const noProducts = ({ storePath }: StoreAppContext) =>
  html`<div class="empty">
    <p>Your products appear here.</p>
    <p class="actions">
      <a class="button" href="${storePath}${PRODUCT_TOOLS}/new">Add a product</a>
      <a href="${storePath}/products?show=archived">Archived products</a>
    </p>
  </div>`

const nothingFound = ({ search }: Filter) =>
  emptyView(
    search === ''
      ? 'There is no such product.'
      : html`No product has “<bdi>${search}</bdi>” in its name or slug.`,
  )

const actionsView = ({ storePath }: StoreAppContext, { isEmpty }: { isEmpty: boolean }): Html =>
  html`<div class="actions">
    <a class="quiet" href="${storePath}${PRODUCT_TOOLS}/import">Import</a>
    ${
      isEmpty
        ? undefined
        : html`<a class="quiet" href="${storePath}${PRODUCT_TOOLS}/export">Export</a>
            <a class="button" href="${storePath}${PRODUCT_TOOLS}/new">Add a product</a>`
    }
  </div>`

async function sendList(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const filter = filterOf(request.query)
  const products = await findPage(request.query, (page) =>
    app.records.catalogue.listProducts(viewer.store.id, { ...filter, ...page }),
  )
  if (!products) return sendNotFound(visit)
  const { data, isFirstPage } = products
  const { search, show } = filter
  const query = { ...(search !== '' && { search }), ...(show !== 'for_sale' && { show }) }
  const isEmpty = data.length === 0 && Object.keys(query).length === 0 && isFirstPage
  return sendProducts(visit, {
    title: 'Products',
    imageUrls: data.map(({ imageUrl }) => imageUrl),
    beside: actionsView(app, { isEmpty }),
    main: html`${isEmpty ? noProducts(app) : [filterView(app, filter), listOf(visit, data, filter)]}
    ${stepsView({ ...products, path: `${app.storePath}/products`, name: 'products', query })}`,
  })
}

const listOf = ({ app, viewer }: MemberVisit, products: ProductSummary[], filter: Filter) =>
  products.length === 0
    ? nothingFound(filter)
    : tableView(products, [
        textColumn('Product', (product) => nameView(app, product)),
        numberColumn('Price', ({ price }) => viewer.formats.money(price)),
        numberColumn('For sale', (product) => stockView(product, viewer)),
      ])

async function sendFile(visit: MemberVisit) {
  const { app, viewer, actor } = visit
  const { id, currency } = viewer.store
  const languages = await app.records.catalogue.listProductLanguages(id, MOST_LANGUAGES)
  const columns = [...COLUMNS, ...languages.flatMap(languageColumns)]
  return sendCsv(visit, {
    name: 'products.csv',
    columns,
    batches: app.records.catalogue.exportProducts(id),
    toRows: (product) => linesOf(product, { currency, columns }),
    record: () => app.records.catalogue.auditExport(id, actor),
  })
}

type Columns = { currency: string; columns: Column[] }

/** The texts are on the first line alone: a product can have many, and many variants. */
const linesOf = (
  { variants, translations, safety, ...product }: FileProduct,
  { currency, columns }: Columns,
) =>
  variants.map(({ size, colorName, stock }, index) => {
    const cells: { [Name in Column]?: string | number | null | undefined } = {
      ...product,
      ...(index === 0 && toTexts({ translations, safety })),
      price: priceText(product.price, currency),
      currency,
      size,
      color: colorName,
      stock,
      archived: product.archived ? 'yes' : 'no',
    }
    return columns.map((column) => csvCell(String(cells[column] ?? '')))
  })
