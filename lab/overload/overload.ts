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
const failed = rows.filter((row) => reasonsAgainst(row).length > 0).length
if (options.report !== undefined)
  await writeFile(options.report, JSON.stringify({ passed: rows.length - failed, failed }))
process.exit(failed > 0 ? 1 : 0)
