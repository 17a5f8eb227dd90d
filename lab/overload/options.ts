import { parseArgs } from 'node:util'
import { ATTACKS, findAttack } from './attacks.ts'

export type Options = ReturnType<typeof parseOptions>

const amount = (name: string, text: string) => {
  const value = Number(text)
  if (!(value > 0)) throw new RangeError(`--${name} must be a number above 0`)
  return value
}

/** The options of a run. `--short` shows that everything holds, and measures nothing. */
export function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      /** Which attacks; may be repeated. (Default: all.) */
      attack: { type: 'string', multiple: true, default: [] },
      /** How long each attack lasts; quiet phases last as long. */
      seconds: { type: 'string' },
      /** How many buyers come in a second. */
      buyers: { type: 'string', default: '4' },
      short: { type: 'boolean', default: false },
      /** The project whose service is run. */
      tree: { type: 'string' },
      /** A folder that keeps the service's log. */
      logs: { type: 'string' },
      /** A file for the counts as JSON. */
      report: { type: 'string' },
    },
  })
  const unknown = values.attack.find((name) => !findAttack(name))
  if (unknown !== undefined)
    throw new RangeError(
      `--attack ${unknown}: there are ${ATTACKS.map(({ name }) => `"${name}"`).join(', ')}`,
    )
  return {
    attacks: ATTACKS.filter(
      ({ name }) => values.attack.length === 0 || values.attack.includes(name),
    ),
    seconds: amount('seconds', values.seconds ?? (values.short ? '1.5' : '20')),
    buyersPerSecond: amount('buyers', values.buyers),
    isShort: values.short,
    tree: values.tree,
    logs: values.logs,
    report: values.report,
  }
}
