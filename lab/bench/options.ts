import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SUBJECTS } from './cases/visitors.ts'

export type Options = ReturnType<typeof parseOptions>

const FULL_PAST = 1_000_000
const QUICK_PAST = 10_000

const isSubject = (name: string) => SUBJECTS.some((subject) => subject === name)

const NAMES: readonly string[] = [...SUBJECTS, 'growth', 'idle']

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
      /** How many past orders the store of `growth` has. */
      orders: { type: 'string' },
      /** The folder that keeps the data of `growth`. A name alone is one of the temporary files. */
      past: { type: 'string' },
    },
  })
  const isComparison = positionals[0] === 'compare'
  const named = positionals.slice(isComparison ? 2 : 0)
  const revision = isComparison ? positionals[1] : undefined
  if (isComparison && revision === undefined) throw new RangeError('compare needs a revision')
  const wanted = (name: string) => named.length === 0 || named.includes(name)
  const unknown = named.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new RangeError(`${unknown}: there are ${NAMES.join(', ')}`)
  if (isComparison && named.includes('growth'))
    throw new RangeError('compare measures two revisions as they are: without growth')
  const orders = Number(values.orders ?? (values.quick ? QUICK_PAST : FULL_PAST))
  if (!Number.isSafeInteger(orders) || orders < 1)
    throw new RangeError('--orders must be a number of orders, 1 or more')
  const isGrowth = !isComparison && wanted('growth')
  return {
    revision,
    subjects: SUBJECTS.filter(wanted),
    /** What is measured again with a past: the named subjects, or all. */
    grownSubjects: isGrowth ? (named.some(isSubject) ? SUBJECTS.filter(wanted) : SUBJECTS) : [],
    isIdle: wanted('idle'),
    isQuick: values.quick,
    orders,
    past: values.past === undefined ? undefined : resolve(tmpdir(), values.past),
  }
}
