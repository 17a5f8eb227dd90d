import { writeFile } from 'node:fs/promises'
import { parseOptions } from './options.ts'
import { runFuzz } from './run.ts'

const options = parseOptions(process.argv.slice(2))
console.log(`fuzz       ${options.requests} requests of seed ${options.seed}`)
const startedAt = performance.now()
const { sent, answers, findings } = await runFuzz(options)
for (const [name, counts] of [...answers].toSorted(([left], [right]) =>
  left.localeCompare(right),
)) {
  const statuses = [...counts].toSorted(([left], [right]) => left - right)
  console.log(
    `${name.padEnd(28)} ${statuses.map(([status, times]) => `${status} ×${times}`).join(' ')}`,
  )
}
for (const { about, times, example } of findings)
  console.log(`✗ ${about} (${times} times)\n    ${example}`)
console.log(
  `${sent} requests in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${findings.length} mistakes`,
)
if (options.report !== undefined)
  await writeFile(
    options.report,
    JSON.stringify({
      passed: answers.size,
      failures: findings.map(({ about, example }) => `${about}\n${example}`),
    }),
  )
process.exit(findings.length > 0 ? 1 : 0)
