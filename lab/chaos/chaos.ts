import { runChaos } from './run.ts'
import { parseOptions } from './options.ts'
import { describe, writeReport } from './report.ts'

const options = parseOptions(process.argv.slice(2))
console.log(
  `chaos      seed ${options.seed}: ${options.flows} flows by ${options.concurrency} buyers at a time, ${options.kills} kills and ${options.faults} other faults, ${options.services} services`,
)
const result = await runChaos(options)
console.log(describe(result))
if (options.report !== undefined) await writeReport(options.report, result)
process.exit(result.violations.length > 0 ? 1 : 0)
