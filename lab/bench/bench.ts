import { openFolder } from '../servers/folders.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { openRevisionTree } from '../servers/revision-tree.ts'
import { measureEvents } from './cases/events.ts'
import { measureOrders } from './cases/orders.ts'
import { measureYears } from './cases/years.ts'
import { SHARED_MACHINE, describeMachine, divideMachine } from './machine.ts'
import { parseOptions } from './options.ts'
import { describeTables, hasMistakes } from './report.ts'
import { writeResults } from './results.ts'
import { runBench } from './run.ts'
import { serveCommand } from './serve-command.ts'

const ALONE = { years: measureYears, orders: measureOrders, events: measureEvents }

const options = parseOptions(process.argv.slice(2), process.env)
const { folder, remove } = await openFolder(undefined)
const { tables, division } = options.alone === undefined ? await runSides() : await runAlone()
await remove()
console.log(`\n${describeTables(tables)}`)
const file = await writeResults(PROJECT, {
  tables,
  at: new Date(),
  machine: `${describeMachine()}: ${division}`,
  arguments: process.argv.slice(2),
})
console.log(`\nFor programs: ${file}`)
process.exit(hasMistakes(tables) ? 1 : 0)

async function runSides() {
  // Built before this process is limited to its cores.
  const command = await serveCommand(PROJECT, folder)
  const old = options.revision === undefined ? undefined : await openOld(options.revision)
  const machine = options.isWorkers ? SHARED_MACHINE : divideMachine()
  console.log(`${describeMachine()}: ${machine.division}`)
  if (options.isQuick) console.log('quick: it shows that everything works; its figures say little')
  const tables = await runBench({ workspace: { machine, folder }, command, old }, options)
  return { tables, division: machine.division }
}

async function runAlone() {
  const figures = await ALONE[options.alone ?? 'events'](options, folder)
  return { tables: { rows: [], figures }, division: 'nothing is pinned' }
}

async function openOld(wanted: string) {
  const { tree, name } = await openRevisionTree(PROJECT, wanted)
  return { name, command: await serveCommand(tree, folder) }
}
