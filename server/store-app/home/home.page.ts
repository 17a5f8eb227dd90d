import type { Response } from 'express'
import { DAYS_SHOWN, type StoreStatistics, addUp } from './statistics.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { attentionView } from './attention.ts'
import { checklistView } from './checklist.ts'
import { conversionView } from './conversion.ts'
import { HOME } from './home.styles.ts'
import { chartView } from './sales-chart.ts'
import { stockView } from './low-stock.ts'

type Home = { viewer: Viewer; statistics: StoreStatistics }

/** Says, for example, "+12% on the 30 days before". */
function comparedWith(before: number, now: number, formats: Formats) {
  if (before === 0) return `None in the ${DAYS_SHOWN} days before`
  if (now === before) return `As in the ${DAYS_SHOWN} days before`
  const change = now / before - 1
  return `${change < 0 ? '−' : '+'}${formats.percent(Math.abs(change))} on the ${DAYS_SHOWN} days before`
}

function figuresView({ days, before, foreignOrders }: StoreStatistics, formats: Formats) {
  const [yesterday, today] = [days.at(-2), days.at(-1)].map(
    (day) => day ?? { orders: 0, revenue: 0 },
  )
  const all = addUp(days)
  const { number, money } = formats
  const figures = [
    {
      term: 'Orders today',
      value: number(today?.orders ?? 0),
      note: `Yesterday ${number(yesterday?.orders ?? 0)}`,
    },
    {
      term: 'Revenue today',
      value: money(today?.revenue ?? 0),
      note: `Yesterday ${money(yesterday?.revenue ?? 0)}`,
    },
    {
      term: `Orders in ${DAYS_SHOWN} days`,
      value: number(all.orders),
      note: comparedWith(before.orders, all.orders, formats),
    },
    {
      term: `Revenue in ${DAYS_SHOWN} days`,
      value: money(all.revenue),
      note: comparedWith(before.revenue, all.revenue, formats),
    },
  ]
  return html`<section aria-labelledby="sales">
    <h2 id="sales">Sales</h2>
    <dl class="figures">
      ${figures.map(
        ({ term, value, note }) =>
          html`<div>
            <dt>${term}</dt>
            <dd class="figure">${value}</dd>
            <dd class="note">${note}</dd>
          </div> `,
      )}
    </dl>
    <p class="hint">
      Revenue is what was paid, delivery included, less what was
      refunded.${
        foreignOrders === 0
          ? undefined
          : html` Orders in another currency than the store’s count as orders only.`
      }
    </p>
  </section>`
}

export function sendHome(app: StoreAppContext, response: Response, { viewer, statistics }: Home) {
  const {
    formats,
    store: { timeZone },
  } = viewer
  const {
    days,
    conversion,
    steps: { hasOrder, hasSession },
  } = statistics
  const takesRealMoney = takingProvider(app.checkout, viewer.store).name !== 'test'
  sendPage(app, response, {
    title: 'Home',
    section: 'home',
    viewer,
    styles: HOME,
    main: html`<h1>Home</h1>
      <div class="home">
        ${attentionView(
          { ...statistics, leftOut: takesRealMoney ? statistics.leftOut : undefined },
          {
            formats,
            ordersPath: `${app.storePath}/orders`,
            generalPath: viewer.role === 'owner' ? `${app.storePath}/settings/general` : undefined,
          },
        )}
        ${checklistView(app, { statistics, viewer })}
        ${hasOrder ? figuresView(statistics, formats) : undefined}
        ${hasOrder ? chartView(days, { formats, timeZone }) : undefined}
        <div class="halves">
          ${
            hasSession
              ? conversionView(conversion, { formats, sessionsPath: `${app.storePath}/sessions` })
              : undefined
          }
          ${stockView(statistics, { formats, productsPath: `${app.storePath}/products` })}
        </div>
      </div>`,
  })
}
