import type { SalesDay } from './statistics.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../../web/html.ts'
import { column, numberColumn, tableView } from '../frame/table.ts'

/** In pixels. The drawing is stretched only sideways, so heights stay in pixels. */
const HEIGHT = 160

/** A day is 10 units wide, and its bar 7. */
const DAY_WIDTH = 10
const BAR_WIDTH = 7

/** In pixels, so that a day with one order is seen. */
const MIN_BAR = 2

/** The top of the scale: a round number that no day exceeds, even so that its half is whole. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return (
    power *
    ([1, 2, 4, 6, 8].find((factor) => factor * power >= value && (factor * power) % 2 === 0) ?? 10)
  )
}

const orderCount = (count: number, formats: Formats) =>
  `${formats.number(count)} ${count === 1 ? 'order' : 'orders'}`

function barView(
  { day, orders }: SalesDay,
  index: number,
  { top, formats }: { top: number; formats: Formats },
) {
  const height = orders === 0 ? 0 : Math.max(MIN_BAR, Math.round((orders / top) * HEIGHT))
  const x = index * DAY_WIDTH
  // The pointer finds the day at any height.
  return html`<g>
    <title>${formats.day(day)}: ${orderCount(orders, formats)}</title>
    <rect class="space" x="${x}" y="0" width="${DAY_WIDTH}" height="${HEIGHT}" />
    <rect
      class="bar"
      x="${x + (DAY_WIDTH - BAR_WIDTH) / 2}"
      y="${HEIGHT - height}"
      width="${BAR_WIDTH}"
      height="${height}"
  /></g> `
}

const lineView = (y: number, width: number) =>
  html`<line x1="0" x2="${width}" y1="${y}" y2="${y}" />`

/** The chart in words, for screen readers. */
function describe(days: SalesDay[], formats: Formats) {
  const best = days.reduce<SalesDay | undefined>(
    (most, day) => (day.orders > (most?.orders ?? 0) ? day : most),
    undefined,
  )
  const [first, last] = [days[0], days.at(-1)]
  if (!best || !first || !last) return 'Orders per day: none in this time.'
  const { day, number } = formats
  return `Orders per day from ${day(first.day)} to ${day(last.day)}. The most on ${day(best.day)}: ${number(best.orders)}.`
}

/** Orders per day as bars and a table. The drawing would stretch texts. */
export function chartView(days: SalesDay[], formats: Formats) {
  const top = roundUp(Math.max(...days.map(({ orders }) => orders)))
  const width = days.length * DAY_WIDTH
  const marks = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)].flatMap((day) =>
    day ? [formats.day(day.day)] : [],
  )
  return html`<section aria-labelledby="chart">
    <h2 id="chart">Orders per day</h2>
    <div class="chart">
      <p class="scale" aria-hidden="true">
        ${[top, top / 2, 0].map((value) => html`<span>${formats.number(value)}</span>`)}
      </p>
      <svg
        role="img"
        aria-label="${describe(days, formats)}"
        viewBox="0 0 ${width} ${HEIGHT}"
        height="${HEIGHT}"
        preserveAspectRatio="none"
      >
        ${[0, HEIGHT / 2, HEIGHT].map((y) => lineView(y, width))}
        ${days.map((day, index) => barView(day, index, { top, formats }))}
      </svg>
      <p class="days" aria-hidden="true">${marks.map((mark) => html`<span>${mark}</span>`)}</p>
    </div>
    <details>
      <summary>Orders and revenue per day as a table</summary>
      <p class="hint" id="days-title">
        The last ${days.length} days, in the time zone ${formats.timeZone}
      </p>
      ${tableView(
        days.toReversed(),
        [
          column('Day', ({ day }) => formats.day(day)),
          numberColumn('Orders', ({ orders }) => formats.number(orders)),
          numberColumn('Revenue', ({ revenue }) => formats.money(revenue)),
        ],
        { labelledBy: 'days-title' },
      )}
    </details>
  </section>`
}
