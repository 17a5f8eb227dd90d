import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { columns, json, text as textColumn } from '../../../server/postgres/columns.ts'
import { type Statement, openConnection, sql } from '../../../server/postgres/database.ts'
import { startEmbeddedPostgres } from '../../../server/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../../../server/postgres/migrations.ts'
import { STORE, fillOrders } from '../../past/fill-orders.ts'
import { findCases } from './order-cases.ts'
import { type Measurement, measureWriting } from './order-writing.ts'

const LIMIT_MS = 20
const RUNS = 25

/** The limit is for this number: PostgreSQL reads all rows when there are few. */
const FULL_COUNT = 1_000_000

const { values: options } = parseArgs({
  options: {
    /** How many orders the store has. */
    orders: { type: 'string', default: String(FULL_COUNT) },
    /** Prints PostgreSQL's plan for each statement. */
    plans: { type: 'boolean', default: false },
  },
})
const count = Number(options.orders)
if (!Number.isInteger(count) || count < 100)
  throw new Error('--orders must be a number of orders, 100 or more')

const folder = await mkdtemp(join(tmpdir(), 'hc-measure-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
await migrate(postgres.connection)
const db = await openConnection(postgres.connection)

type Times = { 'Planning Time': number; 'Execution Time': number }

/** What `explain` answers, as JSON and as lines. */
const TIMES = columns({ 'QUERY PLAN': json<Times[]>('') })
const LINES = columns({ 'QUERY PLAN': textColumn('') })

/** Planning and execution time of the best run, since other work slows some runs. */
async function measure({ text, values }: Statement): Promise<Omit<Measurement, 'name'>> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const row = await TIMES.onlyRow(db, {
      text: `explain (analyze, buffers, format json) ${text}`,
      values,
    })
    times.push(
      row['QUERY PLAN'].reduce(
        (sum, plan) => sum + plan['Planning Time'] + plan['Execution Time'],
        0,
      ),
    )
  }
  const lines = await LINES.rows(db, {
    text: `explain (analyze, buffers, costs off, timing off, summary off) ${text}`,
    values,
  })
  return { milliseconds: Math.min(...times), plan: lines.map((line) => line['QUERY PLAN']) }
}

/** The 8 KiB pages that the statement read, which are the same on every machine. */
function pagesRead({ plan }: Measurement) {
  if (plan.length === 0) return ''
  const buffers = plan.find((line) => line.includes('Buffers: shared')) ?? ''
  const counts = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].map(([, pages]) => Number(pages))
  return `${counts.reduce((sum, pages) => sum + pages, 0)} pages`
}

function assertQuick(measurements: Measurement[]) {
  const slow = measurements.filter(({ milliseconds }) => milliseconds > LIMIT_MS)
  if (slow.length > 0)
    throw new Error(`Slower than ${LIMIT_MS} ms: ${slow.map(({ name }) => name).join(', ')}`)
}

try {
  console.log(`fills ${count} orders of one store, and ${count / 5} of others`)
  await fillOrders(db, count)
  await db.run(sql`vacuum (analyze) orders`)
  await db.run(sql`vacuum (analyze) checkout_sessions`)
  const measurements: Measurement[] = [await measureWriting(postgres.connection, db)]
  for (const { name, statement } of await findCases(db, { storeId: STORE, count }))
    measurements.push({ name, ...(await measure(statement)) })
  for (const measurement of measurements)
    console.log(
      `${measurement.milliseconds.toFixed(1).padStart(8)} ms ${pagesRead(measurement).padStart(12)}  ${measurement.name}`,
    )
  if (options.plans)
    for (const { name, plan } of measurements.filter(({ plan }) => plan.length > 0))
      console.log(`\n${name}\n\n${plan.join('\n')}`)
  if (count === FULL_COUNT) assertQuick(measurements)
} finally {
  await db.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
