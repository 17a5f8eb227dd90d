import type { StockReason } from '../../checkout/sessions/stock.ts'
import type { StockHistoryLine } from './catalogue.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { html } from '../../web/html.ts'
import { emptyView, findPage, stepsView } from '../frame/list-page.ts'
import { orderLink } from '../frame/members/session-command.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { variantView } from './product-views.ts'
import { backTo, sendProducts, slugOf } from './products-frame.ts'

export const stockHistoryPages: MemberPages = { '/products/:slug/history': { get: sendHistory } }

const REASONS: Record<StockReason, string> = {
  sale: 'Sale',
  edit: 'Changed by hand',
  refund_return: 'Came back with a refund',
  import: 'Import of a file',
  platform: 'Platform API',
  api: 'Your program, with the secret key',
  removal: 'Variant removed',
}

/** Units that a refund had put back into stock, before it failed. */
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
      : html`<span class="variant">${orderLink(app, line.orderNumber)}</span>`
  }`

function deltaView({ delta }: StockHistoryLine, { formats }: Viewer) {
  if (delta === 0) return html`<span class="muted">0</span>`
  return delta > 0
    ? html`<span class="plus">+${formats.number(delta)}</span>`
    : html`−${formats.number(-delta)}`
}

const actorView = ({ actor, reason }: StockHistoryLine) =>
  actor === null
    ? html`<span class="muted">${reason === 'sale' ? 'Buyer' : '–'}</span>`
    : emailView(actor)

async function sendHistory(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const slug = slugOf(request)
  const history = await findPage(request.query, (page) =>
    app.records.catalogue.listStockHistory(viewer.store.id, slug, page),
  )
  if (!history) return sendNotFound(visit)
  const { data, productName: name } = history
  const back = backTo(app, { slug, name })
  return sendProducts(visit, {
    title: `Stock history of ${name}`,
    heading: 'Stock history',
    back,
    main: html`${
      data.length === 0
        ? emptyView('The stock of this product has not changed yet.', {
            path: back.path,
            text: 'Change the stock',
          })
        : tableView(data, [
            column('When', ({ at }) => viewer.formats.time(at)),
            textColumn('Variant', variantView),
            numberColumn('Change', (line) => deltaView(line, viewer)),
            column('Why', (line) => reasonView(app, line, viewer)),
            textColumn('Who', actorView),
          ])
    }
    ${stepsView({ ...history, path: `${back.path}/history`, name: 'changes' })}`,
  })
}
