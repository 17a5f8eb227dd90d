import { columns, json, text as textColumn } from '../../../server/postgres/columns.ts'
import {
  type Queryable,
  type Statement,
  openConnection,
} from '../../../server/postgres/database.ts'
import { openGrownShop } from '../../../server/testing/past/grown-shop.ts'
import { growNamedOrders } from '../../past/named-orders.ts'
import type { Figure, FigureTable } from '../figure.ts'
import type { Options } from '../options.ts'
import { findCases } from './order-cases.ts'
import { measureWriting } from './order-writing.ts'

const LIMIT_MS = 20
const RUNS = 25

/** The limit is for this number: PostgreSQL reads all rows when there are few. */
const FULL_COUNT = 1_000_000

type Times = { 'Planning Time': number; 'Execution Time': number }

/** What `explain` answers, as JSON and as lines. */
const TIMES = columns({ 'QUERY PLAN': json<Times[]>('') })
const LINES = columns({ 'QUERY PLAN': textColumn('') })

/** Planning and execution of each run. */
async function timesOf(db: Queryable, { text, values }: Statement) {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const explained = { text: `explain (analyze, format json) ${text}`, values }
    const { 'QUERY PLAN': plans } = await TIMES.onlyRow(db, explained)
    times.push(plans.reduce((sum, plan) => sum + plan['Planning Time'] + plan['Execution Time'], 0))
  }
  return times
}

async function planOf(db: Queryable, { text, values }: Statement) {
  const options = 'analyze, buffers, costs off, timing off, summary off'
  const lines = await LINES.rows(db, { text: `explain (${options}) ${text}`, values })
  return lines.map((line) => line['QUERY PLAN'])
}

/** The 8 KiB pages that the statement read, which are the same on every machine. */
function pagesIn(plan: string[]) {
  const buffers = plan.find((line) => line.includes('Buffers: shared')) ?? ''
  const counts = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].map(([, pages]) => Number(pages))
  return counts.reduce((sum, pages) => sum + pages, 0)
}

const toFigure = (what: string, times: number[]): Figure => ({
  what,
  unit: 'ms',
  values: [times],
  // Other work slows some runs, not all.
  foreignLoad: 'does not matter',
})

/** What the list of orders asks PostgreSQL, at a million of them. */
export async function measureOrders({
  orders: count,
  hasPlans,
}: Pick<Options, 'orders' | 'hasPlans'>): Promise<FigureTable[]> {
  const shop = await openGrownShop()
  await growNamedOrders(shop, count)
  const connection = { connectionString: shop.service.databaseUrl }
  const db = await openConnection(connection)
  const figures = [
    toFigure('Writing an order, in its payment', await measureWriting(connection, db)),
  ]
  for (const { name, statement } of await findCases(db, { storeId: shop.store.id, count })) {
    const plan = await planOf(db, statement)
    figures.push(toFigure(`${name}: ${pagesIn(plan)} pages`, await timesOf(db, statement)))
    if (hasPlans) console.log(`\n${name}\n\n${plan.join('\n')}`)
  }
  await db.close()
  await shop.close()
  const judge = ({ values: [times = []] }: Figure) =>
    count === FULL_COUNT && Math.min(...times) > LIMIT_MS ? [`more than ${LIMIT_MS} ms`] : []
  const judged = figures.map((figure) => ({ ...figure, mistakes: judge(figure) }))
  return [{ sides: ['PostgreSQL'], figures: judged }]
}
