import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SUBJECTS } from './cases/visitors.ts'

export type Options = ReturnType<typeof parseOptions>

const FULL_PAST = 1_000_000
const QUICK_PAST = 10_000

const isSubject = (name: string) => SUBJECTS.some((subject) => subject === name)

/** What is measured when it is not named. */
const USUAL: readonly string[] = [...SUBJECTS, 'growth', 'idle']

/** What is measured without other subjects, and only when it is named. */
const ALONE = ['years', 'orders', 'events'] as const

const NAMES: readonly string[] = [...USUAL, 'workers', ...ALONE]

function toCount(name: string, text: string | number) {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError(`--${name} must be a whole number, 1 or more`)
  return count
}

/**
 * The options of a run: what to measure (default: all), or `compare <revision>` with what to
 * compare. @param env where npm puts `--quick` when no `--` comes before it
 */
export function parseOptions(args: string[], env: Record<string, string | undefined> = {}) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      /** Short shots, one number of visitors and a short past, to show that everything works. */
      quick: { type: 'boolean', default: env['npm_config_quick'] === 'true' },
      /** How many past orders the store of `growth` or `orders` has. */
      orders: { type: 'string' },
      /** The folder that keeps the data of `growth`. A name alone is one of the temporary files. */
      past: { type: 'string' },
      /** Prints PostgreSQL's plan for each statement of `orders`. */
      plans: { type: 'boolean', default: false },
      /** How many sessions the store of `years` has, of which one of ten was paid, and for how long. */
      sessions: { type: 'string', default: '10000000' },
      days: { type: 'string', default: '1095' },
      /** How many `events` are written, and the longest pause of a transaction before its commit. */
      events: { type: 'string', default: '1000000' },
      'pause-ms': { type: 'string', default: '40' },
    },
  })
  const isComparison = positionals[0] === 'compare'
  const named = positionals.slice(isComparison ? 2 : 0)
  const revision = isComparison ? positionals[1] : undefined
  if (isComparison && revision === undefined) throw new RangeError('compare needs a revision')
  const wanted = (name: string) =>
    named.length === 0 ? USUAL.includes(name) : named.includes(name)
  const unknown = named.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new RangeError(`${unknown}: there are ${NAMES.join(', ')}`)
  const alone = ALONE.find(wanted)
  if (alone !== undefined && positionals.length > 1)
    throw new RangeError(`${alone} is measured without other subjects`)
  if (isComparison && (named.includes('growth') || named.includes('workers')))
    throw new RangeError('compare measures two revisions as they are: without growth and workers')
  const isGrowth = !isComparison && wanted('growth')
  return {
    revision,
    subjects: SUBJECTS.filter(wanted),
    /** What is measured again with a past: the named subjects, or all. */
    grownSubjects: isGrowth ? (named.some(isSubject) ? SUBJECTS.filter(wanted) : SUBJECTS) : [],
    isIdle: wanted('idle'),
    isWorkers: wanted('workers'),
    alone,
    isQuick: values.quick,
    orders: toCount('orders', values.orders ?? (values.quick ? QUICK_PAST : FULL_PAST)),
    hasPlans: values.plans,
    sessions: toCount('sessions', values.sessions),
    days: toCount('days', values.days),
    events: toCount('events', values.events),
    pauseMs: Number(values['pause-ms']),
    past: values.past === undefined ? undefined : resolve(tmpdir(), values.past),
  }
}
