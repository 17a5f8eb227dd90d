import { writeFile } from 'node:fs/promises'
import { parseOptions } from './options.ts'
import { describeRows } from './report.ts'
import { reasonsAgainst } from './row.ts'
import { runOverload } from './run.ts'

const options = parseOptions(process.argv.slice(2))
const rows = await runOverload(options, (row) => {
  const reasons = reasonsAgainst(row)
  console.log(`${reasons.length === 0 ? '✓' : '✗'} ${row.attack} ${reasons.join('; ')}`.trimEnd())
})
console.log(`\n${describeRows(rows)}`)
const failures = rows
  .map((row) => ({ attack: row.attack, reasons: reasonsAgainst(row) }))
  .filter(({ reasons }) => reasons.length > 0)
  .map(({ attack, reasons }) => `${attack}: ${reasons.join('; ')}`)
if (options.report !== undefined)
  await writeFile(
    options.report,
    JSON.stringify({ passed: rows.length - failures.length, failures }),
  )
process.exit(failures.length > 0 ? 1 : 0)
