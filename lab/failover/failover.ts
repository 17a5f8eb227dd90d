import { parseArgs } from 'node:util'
import { runDrill } from './drill.ts'
import { missingFor, runRounds } from './rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    buyers: { type: 'string', default: '4' },
    through: { type: 'string' },
    by: { type: 'string' },
    logs: { type: 'string' },
    against: { type: 'string' },
    switch: { type: 'string' },
  },
})
const { against, switch: switchOver, by, through, logs } = values
const [rounds, buyers] = [Number(values.rounds), Number(values.buyers)]
if (![rounds, buyers].every((count) => Number.isSafeInteger(count) && count > 0))
  refuse('--rounds and --buyers are whole numbers from 1.')
if (through !== undefined && through !== 'haproxy') refuse('--through knows haproxy.')
if (by !== undefined && by !== 'patroni') refuse('--by knows patroni.')
if ((against === undefined) !== (switchOver === undefined))
  refuse('--against needs --switch, the command that makes another database the primary.')

process.exit((await run()) ? 0 : 1)

async function run() {
  if (against !== undefined && switchOver !== undefined) {
    const platformToken = process.env['PLATFORM_TOKEN'] ?? refuse('PLATFORM_TOKEN is not set.')
    return runDrill({ against, platformToken, switchOver, buyers })
  }
  const isThroughHaproxy = through === 'haproxy'
  const options = { rounds, buyers, isByPatroni: by === 'patroni', isThroughHaproxy, logs }
  const missing = missingFor(options)
  if (missing.length === 0) return runRounds(options)
  console.log(`SKIPPED: failover, ${missing.join(', ')}`)
  return true
}

function refuse(text: string): never {
  console.error(text)
  process.exit(2)
}
