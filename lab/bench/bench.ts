import { openFolder } from '../servers/folders.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { openRevisionTree } from '../servers/revision-tree.ts'
import { divideMachine, describeMachine } from './machine.ts'
import { parseOptions } from './options.ts'
import { describeTables } from './report.ts'
import { writeResults } from './results.ts'
import { runBench } from './run.ts'
import { mistakesOf } from './row.ts'
import { serveCommand } from './serve-command.ts'

const options = parseOptions(process.argv.slice(2), process.env)
const { folder, remove } = await openFolder(undefined)
// Built before this process is limited to its cores.
const command = await serveCommand(PROJECT, folder)
const old = options.revision === undefined ? undefined : await openOld(options.revision)
const machine = divideMachine()
console.log(`${describeMachine()}: ${machine.division}`)
if (options.isQuick) console.log('quick: it shows that everything works; its figures say little')

const tables = await runBench({ workspace: { machine, folder }, command, old }, options)
await remove()
console.log(`\n${describeTables(tables)}`)
const file = await writeResults(PROJECT, {
  tables,
  at: new Date(),
  machine: `${describeMachine()}: ${machine.division}`,
  arguments: process.argv.slice(2),
})
console.log(`\nFor programs: ${file}`)
const hasMistakes = tables.rows.flat().some((row) => mistakesOf(row).length > 0)
process.exit(hasMistakes ? 1 : 0)

async function openOld(wanted: string) {
  const { tree, name } = await openRevisionTree(PROJECT, wanted)
  return { name, command: await serveCommand(tree, folder) }
}
