import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export type Options = ReturnType<typeof parseOptions>

const whole = (name: string, text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`--${name} must be a whole number, 0 or more`)
  return value
}

/** The options of a run. The seed decides what is sent, except for what depends on answers. */
export function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
      /** How many requests run at once. */
      concurrency: { type: 'string', default: '12' },
      /** The project whose service and `openapi.json` are tested. */
      tree: { type: 'string' },
      /** A folder that keeps the service's log. */
      logs: { type: 'string' },
      /** A file for the counts as JSON. */
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
