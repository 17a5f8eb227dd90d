import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Providers } from './names.ts'
import { type FlowKind, FLOW_KINDS } from './flow-plan.ts'

export type Options = ReturnType<typeof parseOptions>

const PROJECT = join(import.meta.dirname, '../..')

const count = (name: string, text: string | undefined, fallback: number) => {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`--${name} must be a whole number, 0 or more`)
  return value
}

const share = (name: string, text: string | undefined, fallback: number) => {
  const value = text === undefined ? fallback : Number(text)
  if (!(value >= 0 && value <= 1)) throw new RangeError(`--${name} must be a number from 0 to 1`)
  return value
}

const parseKinds = (text: string | undefined): FlowKind[] => {
  const named = text?.split(',') ?? [...FLOW_KINDS]
  return named.map((name) => {
    const kind = FLOW_KINDS.find((known) => known === name)
    if (!kind) throw new RangeError(`--kinds knows ${FLOW_KINDS.join(', ')}`)
    return kind
  })
}

const parseProvider = (text = 'test'): Providers => {
  if (text === 'test' || text === 'stripe' || text === 'both') return text
  throw new RangeError('--provider knows test, stripe and both')
}

/** The options of a run. The seed makes all other choices. */
export function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      flows: { type: 'string' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      faults: { type: 'string' },
      concurrency: { type: 'string' },
      services: { type: 'string' },
      kinds: { type: 'string' },
      window: { type: 'string' },
      provider: { type: 'string' },
      restore: { type: 'boolean', default: false },
      beside: { type: 'string' },
      'pause-max': { type: 'string' },
      'provider-faults': { type: 'string' },
      tree: { type: 'string' },
      logs: { type: 'string' },
      report: { type: 'string' },
      patience: { type: 'string' },
      until: { type: 'string' },
    },
  })
  const flows = count('flows', values.flows, 1000)
  const kills = count('kills', values.kills, Math.round(flows * 0.03))
  return {
    flows,
    kills,
    seed: count('seed', values.seed, randomInt(1_000_000_000)),
    /** Stops, cuts, stalls and others, beside the kills. */
    faults: count('faults', values.faults, kills * 2),
    concurrency: count('concurrency', values.concurrency, 200),
    services: Math.max(2, count('services', values.services, 2)),
    kinds: parseKinds(values.kinds),
    /** The longest payment window in seconds; each process has its own, at least 5. */
    maxWindowSeconds: Math.max(5, count('window', values.window, 24)),
    /** The test provider, Stripe's double, or both in turn. */
    provider: parseProvider(values.provider),
    /** Whether the record is replaced by its own backup during the run. */
    restore: values.restore,
    /** The revision that one service runs, or `oldest`: the oldest that can. */
    beside: values.beside,
    /** How long a process pauses at a failpoint, at most. */
    maxPauseSeconds: Math.max(1, count('pause-max', values['pause-max'], 90)),
    providerFaults: share('provider-faults', values['provider-faults'], 0.02),
    /** How long payments may go on after the last fault. */
    patienceSeconds: count('patience', values.patience, 90),
    /** The project whose service is run. */
    tree: values.tree ?? PROJECT,
    /** A folder for the services' logs. */
    logs: values.logs,
    /** A file for the result as JSON. */
    report: values.report,
    /** Ends when an invariant whose name begins with one of these is broken. */
    until: values.until?.split(',') ?? [],
  }
}

/** The command that replays this run's plan. */
export const replayCommand = ({
  flows,
  seed,
  kills,
  faults,
  concurrency,
  services,
  kinds,
  maxWindowSeconds,
  provider,
  providerFaults,
  restore,
  beside,
  maxPauseSeconds,
}: Options) =>
  `npm run lab -- chaos --flows ${flows} --seed ${seed} --kills ${kills} --faults ${faults} --concurrency ${concurrency}` +
  ` --services ${services} --window ${maxWindowSeconds} --provider ${provider} --provider-faults ${providerFaults}${restore ? ' --restore' : ''}` +
  ` --pause-max ${maxPauseSeconds}${beside === undefined ? '' : ` --beside ${beside}`}` +
  (kinds.length === FLOW_KINDS.length ? '' : ` --kinds ${kinds.join(',')}`)
