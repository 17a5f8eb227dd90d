import { parseArgs } from 'node:util'
import { SEARCH_IN_VAIN, actionsOf } from '../../../server/testing/past/grown-actions.ts'
import {
  type GrownShop,
  findMiddle,
  openGrownShop,
} from '../../../server/testing/past/grown-shop.ts'
import { textTable } from '../../measure/text-table.ts'
import { describeTables, isSwept, letSweep } from '../../past/retention.ts'
import { type Cost, costOf, medianOf } from './visit-cost.ts'

const { values: options } = parseArgs({
  options: {
    /** Of the store with a past; one of ten was paid. */
    sessions: { type: 'string', default: '10000000' },
    /** How long the past is. */
    days: { type: 'string', default: '1095' },
  },
})

const PER_ORDER = 10
const ORDERS = Math.round(Number(options.sessions) / PER_ORDER)
const EVERY_SECONDS = (Number(options.days) * 86_400) / ORDERS

/** Enough to fill every page of a list, and for a whole yesterday. */
const FEW_ORDERS = Math.max(2_000, Math.ceil((2.1 * 86_400) / EVERY_SECONDS))

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

type Costs = { few: Cost[]; many: Cost[] }

/** Both in turn, in alternating order, so that others' load meets both. */
async function compare(worlds: World[], { names, into, rounds }: Comparison) {
  for (let round = 0; round < rounds; round += 1)
    for (const name of names)
      for (const { shop, actions, which } of round % 2 ? worlds : worlds.toReversed()) {
        const costs = into.get(name) ?? { few: [], many: [] }
        into.set(name, costs)
        costs[which].push(await costOf(shop, actions[name]!))
      }
}

type Comparison = { names: string[]; into: Map<string, Costs>; rounds: number }

type World = {
  which: keyof Costs
  shop: GrownShop
  actions: ReturnType<typeof actionsOf>
}

async function openWorld(which: keyof Costs, orders: number): Promise<World> {
  const shop = await openGrownShop(SETTINGS)
  await letSweep(shop, { at: 'infinity' })
  await shop.grow({
    from: 0,
    until: orders,
    everySeconds: EVERY_SECONDS,
    sessionsPerOrder: PER_ORDER,
  })
  const middle = await findMiddle(shop)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const actions = actionsOf(shop, () => middle)
  actions['orders, a day as CSV'] = async () => {
    const path = `/orders/export?from=${yesterday}&to=${yesterday}`
    const { status } = await shop.browser.open(path)
    if (status !== 200) throw new Error(`no export: ${status}`)
  }
  return { which, shop, actions }
}

const ratioOf = ({ few, many }: Costs, what: keyof Cost) =>
  medianOf(many, what) / medianOf(few, what)

function print(title: string, costs: Map<string, Costs>) {
  const cells = (each: Costs, what: keyof Cost, digits: number) => [
    medianOf(each.few, what).toFixed(digits),
    medianOf(each.many, what).toFixed(digits),
  ]
  const rows = [...costs].map(([name, each]) => [
    name,
    ratioOf(each, 'cpuMs').toFixed(2),
    ...cells(each, 'cpuMs', 2),
    ratioOf(each, 'ms').toFixed(2),
    ...cells(each, 'ms', 1),
    ...cells(each, 'pages', 0),
  ])
  const head = [
    '',
    'CPU ×',
    'few: ms',
    'many: ms',
    'time ×',
    'few: ms',
    'many: ms',
    'few: pages',
    'many',
  ]
  console.log(`\n${title}\n\n${textTable([head, ...rows]).join('\n')}`)
}

/** Prints it, and returns the names of what is dearer than it may be. */
async function judge(title: string, worlds: World[]) {
  const names = Object.keys(worlds[0]!.actions)
  const costs = new Map<string, Costs>()
  await compare(worlds, { names, into: new Map(), rounds: 1 })
  await compare(worlds, { names, into: costs, rounds: ROUNDS })
  const isDear = (name: string) =>
    name !== SEARCH_IN_VAIN && ratioOf(costs.get(name)!, 'cpuMs') > MOST
  for (let more = 0; more < MORE_ROUNDS && names.some(isDear); more += 1)
    await compare(worlds, { names: names.filter(isDear), into: costs, rounds: ROUNDS })
  print(title, costs)
  return names.filter(isDear).map((name) => `${title}: ${name}`)
}

/** Buyers and the merchant go on while old records go. */
async function sweepBeside(worlds: World[], shop: GrownShop) {
  const costs = new Map<string, Costs>()
  const startedAt = performance.now()
  await letSweep(shop, { at: 'now' })
  const names = Object.keys(worlds[0]!.actions)
  do await compare(worlds, { names, into: costs, rounds: 1 })
  while (!(await isSwept(shop)))
  print(`While old records go, ${Math.round((performance.now() - startedAt) / 1000)} s`, costs)
  // Autovacuum does not count what has gone while it was there. It would come back in an hour.
  await shop.sql.rows('vacuum events')
}

const startedAt = performance.now()
const few = await openWorld('few', FEW_ORDERS)
const many = await openWorld('many', ORDERS)
const worlds = [few, many]
console.log(`The past is made in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
console.log(await describeTables(many.shop))
const dear = await judge('With all of the past', worlds)
await sweepBeside(worlds, many.shop)
console.log(await describeTables(many.shop))
dear.push(...(await judge('When old records have gone', worlds)))
console.log(await describeTables(many.shop))
await Promise.all(worlds.map(({ shop }) => shop.close()))
for (const what of dear) console.log(`More than ${MOST} times: ${what}`)
process.exit(dear.length > 0 ? 1 : 0)
