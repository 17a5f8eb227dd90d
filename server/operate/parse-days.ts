import { parseArgs } from 'node:util'

/** How many days to look back: `--since <days>`, 1 to 9999. (Default: 30.) */
export function parseDays(args: string[]) {
  const { since } = parseArgs({
    args,
    options: { since: { type: 'string', default: '30' } },
  }).values
  if (!/^[1-9]\d{0,3}$/.test(since)) throw new Error('--since takes a number of days, 1 to 9999')
  return Number(since)
}
