import { join } from 'node:path'
import { STAGES, type Count } from './stages.ts'

process.chdir(join(import.meta.dirname, '..'))

async function runStage(name: string): Promise<Count> {
  const stage = STAGES[name]
  if (!stage)
    throw new Error(`There is no stage ${name}: choose from ${Object.keys(STAGES).join(', ')}.`)
  console.log(`\n── ${name} ──`)
  const missing = stage.provide?.()
  if (missing === undefined) return stage.run()
  console.error(missing)
  return { passed: 0, failed: 1 }
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STAGES)
const total = { passed: 0, failed: 0 }
for (const name of names) {
  const { passed, failed } = await runStage(name)
  total.passed += passed
  total.failed += failed
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed`)
