import type { Response } from 'express'
import type { StockReason } from '../../checkout/stock.ts'
import type { StockHistory, StockHistoryLine } from './catalogue.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { pages } from '../frame/pages.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { productPath, slugOf } from './product-paths.ts'
import { variantView } from './product-views.ts'
import { sendProducts } from './products-frame.ts'

export const stockHistoryRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/products/:slug/history': {
      get: memberPage(app, async (request, response, viewer) => {
        const slug = slugOf(request)
        const history =
          slug === undefined
            ? undefined
            : await findPage(request.query, (page) =>
                app.records.catalogue.listStockHistory(viewer.store.id, slug, page),
              )
        if (slug === undefined || !history)
          return sendMessage(app, response, { status: 404, viewer })
        return sendHistory(app, response, { ...history, slug, viewer })
      }),
    },
  })

const REASONS: Record<StockReason, string> = {
  sale: 'Sale',
  edit: 'Changed by hand',
  refund_return: 'Came back with a refund',
  import: 'Import of a file',
  platform: 'Platform API',
  removal: 'Variant removed',
}

/** Units that a refund had put into stock, and that never came: the refund had failed. */
const NEVER_CAME = 'Did not come back: the refund failed'

const reasonText = ({ reason, delta }: StockHistoryLine) =>
  reason === 'refund_return' && delta < 0 ? NEVER_CAME : REASONS[reason]

const reasonView = (app: StoreAppContext, line: StockHistoryLine, { formats }: Viewer) =>
  html`${
    line.counted === null
      ? reasonText(line)
      : html`Counted ${formats.number(line.counted)}
          <span class="muted variant">${reasonText(line)}</span>`
  }
  ${
    line.orderNumber === null
      ? undefined
      : html`<a class="order-number variant" href="${app.storePath}/orders/${line.orderNumber}"
          >${line.orderNumber}</a
        >`
  }`

const deltaView = ({ delta }: StockHistoryLine, { formats }: Viewer) =>
  delta > 0
    ? html`<span class="plus">+${formats.number(delta)}</span>`
    : delta < 0
      ? html`−${formats.number(-delta)}`
      : html`<span class="muted">0</span>`

const actorView = ({ actor, reason }: StockHistoryLine) =>
  actor === null
    ? html`<span class="muted">${reason === 'sale' ? 'Buyer' : '–'}</span>`
    : html`<bdi>${actor}</bdi>`

const columnsOf = (app: StoreAppContext, viewer: Viewer) => [
  { title: 'When', cell: ({ at }: StockHistoryLine) => viewer.formats.time(at) },
  { title: 'Variant', isText: true, cell: variantView },
  { title: 'Change', isNumber: true, cell: (line: StockHistoryLine) => deltaView(line, viewer) },
  { title: 'Why', cell: (line: StockHistoryLine) => reasonView(app, line, viewer) },
  { title: 'Who', isText: true, cell: actorView },
]

type History = StockHistory & { slug: string; viewer: Viewer; isFirstPage: boolean }

function sendHistory(app: StoreAppContext, response: Response, history: History) {
  const { data, nextCursor, productName, slug, viewer, isFirstPage } = history
  const title = `Stock history of ${productName}`
  sendProducts(app, response, {
    title,
    viewer,
    main: html`<p class="back">
        <a href="${productPath(app, slug)}"><bdi>${productName}</bdi></a>
      </p>
      <h1 id="title">Stock history</h1>
      ${
        data.length === 0
          ? html`<div class="empty">
              <p>The stock of this product has not changed yet.</p>
              <p><a class="button" href="${productPath(app, slug)}">Change the stock</a></p>
            </div>`
          : tableView(data, columnsOf(app, viewer))
      }
      ${stepsView({
        path: `${productPath(app, slug)}/history`,
        name: 'changes',
        nextCursor,
        isFirstPage,
      })}`,
  })
}
