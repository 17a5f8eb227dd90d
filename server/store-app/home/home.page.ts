import { DAYS_SHOWN, type StoreStatistics, addUp } from './statistics.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../../web/html.ts'
import { sendPage } from '../frame/page.ts'
import { sectionView } from '../frame/sections.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { attentionView, conversionView, stockView, toFulfilView } from './home-sections.ts'
import { checklistView } from './first-steps.ts'
import { HOME } from './home.styles.ts'
import { chartView } from './sales-chart.ts'

export const homePages: MemberPages = { '/': { get: sendHome } }

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
  const figures: [term: string, value: string, note: string][] = [
    ['Orders today', number(today?.orders ?? 0), `Yesterday ${number(yesterday?.orders ?? 0)}`],
    ['Revenue today', money(today?.revenue ?? 0), `Yesterday ${money(yesterday?.revenue ?? 0)}`],
    [
      `Orders in ${DAYS_SHOWN} days`,
      number(all.orders),
      comparedWith(before.orders, all.orders, formats),
    ],
    [
      `Revenue in ${DAYS_SHOWN} days`,
      money(all.revenue),
      comparedWith(before.revenue, all.revenue, formats),
    ],
  ]
  return sectionView('sales', 'Sales', [
    html`<dl class="figures">
        ${figures.map(
          ([term, value, note]) =>
            html`<div class="card">
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
      </p>`,
  ])
}

async function sendHome(visit: MemberVisit) {
  const { app, viewer } = visit
  const { formats, store } = viewer
  const { id, currency, timeZone } = store
  const statistics = await app.records.statistics.getStatistics(id, { currency, timeZone })
  const { hasOrder, hasSession } = statistics.steps
  const takesRealMoney = takingProvider(app.checkout, store).name !== 'test'
  sendPage(visit, {
    title: 'Home',
    section: 'home',
    styles: HOME,
    main: html`<div class="home">
      ${toFulfilView(statistics.attention, visit)}
      ${attentionView(
        { ...statistics, leftOut: takesRealMoney ? statistics.leftOut : undefined },
        visit,
      )}
      ${checklistView(visit, statistics, takesRealMoney)}
      ${hasOrder ? figuresView(statistics, formats) : undefined}
      ${hasOrder ? chartView(statistics.days, formats) : undefined}
      <div class="halves">
        ${hasSession ? conversionView(statistics.conversion, visit) : undefined}
        ${stockView(statistics, visit)}
      </div>
    </div>`,
  })
}
