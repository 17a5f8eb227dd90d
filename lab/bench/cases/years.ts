import { SEARCH_IN_VAIN, actionsOf } from '../../../server/testing/past/grown-actions.ts'
import {
  type GrownShop,
  findMiddle,
  openGrownShop,
} from '../../../server/testing/past/grown-shop.ts'
import { describeSizes, isSwept, letSweep } from '../../past/retention.ts'
import { type Figure, type FigureTable, median } from '../figure.ts'
import type { Options } from '../options.ts'
import { orderOf } from '../order.ts'
import { describeTables } from '../report.ts'
import { type Cost, costOf } from './visit-cost.ts'

const PER_ORDER = 10

const MOST = 1.1
const ROUNDS = 15

/** What is too dear is measured so many times more: chance does not repeat itself. */
const MORE_ROUNDS = 4

const SETTINGS = {
  shared_buffers: '512MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  // As often in minutes of this run as in days of a service.
  autovacuum_naptime: '5s',
}

/** `costs`: by the name of what was done. */
type World = {
  shop: GrownShop
  actions: ReturnType<typeof actionsOf>
  costs: Map<string, Cost[]>
}

type Past = { orders: number; everySeconds: number }

async function openWorld({ orders, everySeconds }: Past): Promise<World> {
  const shop = await openGrownShop(SETTINGS)
  await letSweep(shop, { at: 'infinity' })
  await shop.grow({ from: 0, until: orders, everySeconds, sessionsPerOrder: PER_ORDER })
  const middle = await findMiddle(shop)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const actions = actionsOf(shop, () => middle)
  actions['orders, a day as CSV'] = async () => {
    const path = `/orders/export?from=${yesterday}&to=${yesterday}`
    const { status } = await shop.browser.open(path)
    if (status !== 200) throw new Error(`no export: ${status}`)
  }
  return { shop, actions, costs: new Map() }
}

/** Both in turn, in alternating order, so that others' load meets both. */
async function compare(worlds: World[], names: string[], rounds = 1) {
  for (const order of orderOf(worlds, rounds))
    for (const name of names)
      for (const { shop, actions, costs } of order) {
        const visit = actions[name]
        if (visit) costs.set(name, [...(costs.get(name) ?? []), await costOf(shop, visit)])
      }
}

const valuesOf = (worlds: World[], name: string, what: keyof Cost) =>
  worlds.map(({ costs }) => (costs.get(name) ?? []).map((cost) => cost[what]))

function isDear(worlds: World[], name: string) {
  const [many = NaN, few = NaN] = valuesOf(worlds, name, 'cpuMs').map(median)
  return name !== SEARCH_IN_VAIN && many / few > MOST
}

const namesOf = ([world]: World[]) => Object.keys(world?.actions ?? {})

/** Prints what was measured and begins anew. */
function takeTable(title: string, worlds: World[], { isJudged }: { isJudged: boolean }) {
  const figures = namesOf(worlds).flatMap((what): Figure[] => [
    {
      what,
      unit: 'CPU ms',
      values: valuesOf(worlds, what, 'cpuMs'),
      foreignLoad: 'does not matter',
      mistakes:
        isJudged && isDear(worlds, what) ? [`${title}, more than ${MOST} times the CPU`] : [],
    },
    {
      what: '',
      unit: 'ms',
      values: valuesOf(worlds, what, 'ms'),
      foreignLoad: 'does not matter',
    },
  ])
  for (const { costs } of worlds) costs.clear()
  const table = { sides: ['many', 'few'], figures }
  console.log(`\n${title}\n\n${describeTables({ rows: [], figures: [table] })}`)
  return table
}

async function judge(title: string, worlds: World[]) {
  const names = namesOf(worlds)
  await compare(worlds, names)
  for (const { costs } of worlds) costs.clear()
  await compare(worlds, names, ROUNDS)
  const dear = () => names.filter((name) => isDear(worlds, name))
  for (let more = 0; more < MORE_ROUNDS && dear().length > 0; more += 1)
    await compare(worlds, dear(), ROUNDS)
  return takeTable(title, worlds, { isJudged: true })
}

/** Buyers and the merchant go on while old records go. */
async function sweepBeside(worlds: World[], shop: GrownShop) {
  const startedAt = performance.now()
  await letSweep(shop, { at: 'now' })
  do await compare(worlds, namesOf(worlds))
  while (!(await isSwept(shop)))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  // Autovacuum does not count what has gone while it was there. It would come back in an hour.
  await shop.sql.rows('vacuum events')
  return takeTable(`While old records go, ${seconds} s`, worlds, { isJudged: false })
}

/** A store with years of sessions beside one with few: no visit costs more, while old records go. */
export async function measureYears({
  sessions,
  days,
}: Pick<Options, 'sessions' | 'days'>): Promise<FigureTable[]> {
  const orders = Math.round(sessions / PER_ORDER)
  const everySeconds = (days * 86_400) / orders
  // Enough to fill every page of a list, and for a whole yesterday.
  const fewOrders = Math.max(2_000, Math.ceil((2.1 * 86_400) / everySeconds))
  const few = await openWorld({ orders: fewOrders, everySeconds })
  const many = await openWorld({ orders, everySeconds })
  const worlds = [many, few]
  const tables: FigureTable[] = []
  for (const measure of [
    () => judge('With all of the past', worlds),
    () => sweepBeside(worlds, many.shop),
    () => judge('When old records have gone', worlds),
  ]) {
    console.log(await describeSizes(many.shop))
    tables.push(await measure())
  }
  console.log(await describeSizes(many.shop))
  await Promise.all(worlds.map(({ shop }) => shop.close()))
  return tables
}
