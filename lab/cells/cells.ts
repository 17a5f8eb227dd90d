import { parseArgs } from 'node:util'
import { missingPackages } from '../servers/haproxy.ts'
import { moveStore } from './move-store.ts'
import { printEnd, printMove } from './report.ts'
import { runCells } from './run.ts'

const { values } = parseArgs({
  options: {
    moves: { type: 'string', default: '5' },
    buyers: { type: 'string', default: '2' },
    history: { type: 'string', default: '0' },
    logs: { type: 'string' },
    store: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    socket: { type: 'string' },
    map: { type: 'string' },
  },
})
const [moves, buyers, history] = [values.moves, values.buyers, values.history].map(Number) as [
  number,
  number,
  number,
]
if (![moves, buyers, history + 1].every((count) => Number.isSafeInteger(count) && count > 0)) {
  console.error('--moves and --buyers are whole numbers from 1, --history is one from 0.')
  process.exit(2)
}
process.exit((await run()) ? 0 : 1)

async function run() {
  const { store: storeId, from, to, socket, map } = values
  if (storeId !== undefined) {
    if (from !== undefined && to !== undefined && socket !== undefined && map !== undefined)
      return moveStore({ storeId, from, to, socket, map })
    console.error('--store needs --from and --to, databases, and HAProxy’s --socket and --map.')
    process.exit(2)
  }
  const missing = missingPackages({ haproxy: 'haproxy' })
  if (missing.length === 0)
    return printEnd(await runCells({ moves, buyers, history, logs: values.logs }, printMove))
  console.log(`SKIPPED: cells, ${missing.join(', ')}`)
  return true
}
