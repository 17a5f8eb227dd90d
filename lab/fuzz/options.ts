import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export type Options = ReturnType<typeof parseOptions>

const whole = (name: string, text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`--${name} must be a whole number, 0 or more`)
  return value
}

/** The options of a run; the seed decides what is sent, as far as answers do not. */
export function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
      /** How many are under way at the same time. */
      concurrency: { type: 'string', default: '12' },
      /** The project whose service and `openapi.json` are looked at. */
      tree: { type: 'string' },
      /** A folder in which the service's log stays. */
      logs: { type: 'string' },
      /** A file for the counts of what held and what did not, as JSON. */
      report: { type: 'string' },
    },
  })
  return {
    requests: whole('requests', values.requests),
    seed: whole('seed', values.seed),
    concurrency: Math.max(1, whole('concurrency', values.concurrency)),
    tree: values.tree,
    logs: values.logs,
    report: values.report,
  }
}
