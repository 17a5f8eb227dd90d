import { DAYS_SHOWN, type StoreStatistics, addUp } from './statistics.ts'
import type { Formats } from '../frame/formats.ts'
import { html, type Html } from '../../web/html.ts'
import { sendPage } from '../frame/page.ts'
import { sectionView } from '../frame/sections.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { attentionView, conversionView, stockView } from './home-sections.ts'
import { HOME } from './home.styles.ts'
import { chartView } from './sales-chart.ts'
import { codeView, sessionCommand } from '../frame/members/session-command.ts'

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
      ${attentionView(
        { ...statistics, leftOut: takesRealMoney ? statistics.leftOut : undefined },
        visit,
      )}
      ${checklistView(visit, statistics)} ${hasOrder ? figuresView(statistics, formats) : undefined}
      ${hasOrder ? chartView(statistics.days, formats) : undefined}
      <div class="halves">
        ${hasSession ? conversionView(statistics.conversion, visit) : undefined}
        ${stockView(statistics, visit)}
      </div>
    </div>`,
  })
}

type Step = [title: string, isDone: boolean, next: Html]

/** The public key for owners, and a placeholder for staff, who see no keys. */
const keyFor = ({ role, store }: Viewer, publicKey: string | null) =>
  (role === 'owner' ? publicKey : null) ?? (store.isTest ? 'pk_test_…' : 'pk_live_…')

function stepsOf(
  { app: { storePath, urls }, viewer }: MemberVisit,
  { steps, itemToTry, publicKey }: StoreStatistics,
): Step[] {
  const { baseUrl } = urls
  return [
    [
      'Add a product',
      steps.hasProduct,
      html`<p>
        <a href="${storePath}/products/-/new">Add what you sell</a>, with its price and stock.
      </p>`,
    ],
    [
      'Use your API key',
      steps.hasUsedKey,
      viewer.role === 'owner'
        ? html`<p>
            It is in <a href="${storePath}/settings/developers">Settings, Developers</a>. The secret
            key is for your server only.
          </p>`
        : html`<p>An owner of the store has it.</p>`,
    ],
    [
      'Create the first checkout session',
      steps.hasSession,
      itemToTry
        ? html`<p>Run this, and open the address that comes back:</p>
            ${codeView(
              sessionCommand(baseUrl, { item: itemToTry, key: keyFor(viewer, publicKey) }),
              { label: 'Command', copy: 'Copy' },
            )}
            <p>All about it is in the <a href="${baseUrl}/docs">API reference</a>.</p>`
        : html`<p>
            The <a href="${baseUrl}/docs">API reference</a> says how, once something is for sale.
          </p>`,
    ],
    [
      'Receive the first order',
      steps.hasOrder,
      html`<p>
        Open the checkout page of a session and pay. The order is in
        <a href="${storePath}/orders">Orders</a> at once.
      </p>`,
    ],
  ]
}

const DONE = html`<span class="visually-hidden">, done</span>`

/** What a new store has to do next; nothing when all is done. */
export function checklistView(visit: MemberVisit, statistics: StoreStatistics) {
  const steps = stepsOf(visit, statistics)
  const done = steps.filter(([, isDone]) => isDone).length
  if (done === steps.length) return undefined
  return sectionView('checklist', 'Set up your store', [
    html`<p class="muted">${done} of ${steps.length} done</p>
      <ol class="card checklist">
        ${steps.map(
          ([title, isDone, next]) =>
            html`<li ${isDone ? html`class="done"` : undefined}>
              <p class="strong">${title}${isDone ? DONE : undefined}</p>
              ${isDone ? undefined : next}
            </li> `,
        )}
      </ol>`,
  ])
}
