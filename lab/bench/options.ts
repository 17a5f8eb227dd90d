import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SUBJECTS } from './cases.ts'

export type Options = ReturnType<typeof parseOptions>

const FULL_PAST = 1_000_000
const QUICK_PAST = 10_000

const isSubject = (name: string) => SUBJECTS.some((subject) => subject === name)

const NAMES: readonly string[] = [...SUBJECTS, 'growth', 'idle']

/**
 * The options of a run: what to measure (default: all), or `compare <revision>` with what to
 * compare.
 *
 * @param env npm keeps `--quick` for itself where no `--` stands before it, and says it here.
 */
export function parseOptions(args: string[], env: Record<string, string | undefined> = {}) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      /** Short shots, one number of visitors, a short past: it shows that everything works. */
      quick: { type: 'boolean', default: env['npm_config_quick'] === 'true' },
      /** How many orders `growth` puts behind the store. */
      orders: { type: 'string' },
      /** A folder in which `growth` keeps them for the next time; a name alone is one among the temporary ones. */
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
    /** What is repeated with a past: what else is named, or everything. */
    grownSubjects: isGrowth ? (named.some(isSubject) ? SUBJECTS.filter(wanted) : SUBJECTS) : [],
    isIdle: wanted('idle'),
    isQuick: values.quick,
    orders,
    past: values.past === undefined ? undefined : resolve(tmpdir(), values.past),
  }
}
