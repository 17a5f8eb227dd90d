import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CPU_BUDGETS,
  costsOf,
  describeDearest,
  holdAgainst,
  samplesOf,
  shareOut,
  totalOf,
} from './costs.ts'
import { type Finding, describeFindings } from './findings.ts'
import { openCpuMeter } from './programs/cpu-meter.ts'
import { type Plan, PLANS } from './plans.ts'
import { keepTemporaryFilesInMemory } from './programs/memory-folder.ts'
import { send } from './programs/program.ts'
import { figures, isOfStage, openOutput, printUnfinished } from './stage-output.ts'
import { type StageName, findStage, stageForFile, stageOf } from './stages.ts'

const PROJECT = join(import.meta.dirname, '..')

/** The files for each stage; a stage without files runs whole. */
type StageFiles = Map<StageName, string[]>

/** Counts what this process uses outside of all stages. */
const OURSELVES = 'the run itself'

const meter = openCpuMeter()

async function runStage(
  name: StageName,
  { files, isAlone }: { files: string[]; isAlone: boolean },
): Promise<Finding> {
  const stage = stageOf(name)
  const startedAt = performance.now()
  const output = openOutput(name, { isAlone, meter })
  const missing = missingFor.get(name)
  const skipped = stage.skips?.() ?? []
  for (const line of [...(missing ? [missing] : []), ...skipped]) output.tools.say(line)
  const { times, ...count } =
    missing === undefined
      ? await stage.run(output.tools, files)
      : { passed: 0, failures: [missing] }
  const seconds = (performance.now() - startedAt) / 1000
  const samples = samplesOf(meter.samples(), (owner) => isOfStage(owner, name))
  const costs = times ? shareOut(samples, times) : costsOf(samples)
  for (const line of describeDearest(costs)) output.tools.say(line)
  output.end(seconds)
  return {
    name,
    seconds,
    skipped,
    ...count,
    costs,
    ...(meter.isKnown && { cpuSeconds: totalOf(samples) }),
  }
}

async function runPlan(plan: Plan, asked: StageFiles): Promise<Finding[]> {
  const runLine = async (line: StageName[]) => {
    const findings: Finding[] = []
    for (const name of line)
      findings.push(
        await runStage(name, { files: asked.get(name) ?? [], isAlone: plan.length === 1 }),
      )
    return findings
  }
  return (await Promise.all(plan.map(runLine))).flat()
}

/** How long a browser may take to end after its last window. */
const ENDING_MS = 10_000

/** Ends and names what stages left running. */
async function findLeft() {
  const ofStages = () => meter.running().filter(({ owner }) => owner !== OURSELVES)
  for (let waited = 0; waited < ENDING_MS && ofStages().length > 0; waited += 100) await wait(100)
  const left = ofStages()
  for (const { pid } of left) send(pid, 'SIGKILL')
  return left.map(({ pid, name, owner }) => `${owner}: ${name} (${pid}) was left running`)
}

/** Says what cannot be run, and ends. */
function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** Stages, or test files as typed in the shell, in any folder. */
function askFor(paths: string[]): StageFiles {
  const asked: StageFiles = new Map()
  for (const path of paths) {
    const absolute = resolve(process.env['INIT_CWD'] ?? PROJECT, path)
    const file = relative(PROJECT, absolute)
    const whole = findStage(path)
    const name = whole ?? (existsSync(absolute) ? stageForFile(file) : undefined)
    if (!name)
      refuse(
        `${path} is no test: give files like server/config.test.ts, server/reporting/metrics.spec.ts or e2e/paying.spec.ts.`,
      )
    asked.set(name, whole ? [] : [...(asked.get(name) ?? []), file])
  }
  return asked
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => {
    printUnfinished()
    process.exit(code)
  })

process.chdir(PROJECT)
keepTemporaryFilesInMemory()
const [first = 'short', ...others] = process.argv.slice(2)
const named = others.length === 0 ? PLANS[first] : undefined
const asked: StageFiles = named ? new Map() : askFor([first, ...others])
const plans = named ?? [[[...asked.keys()]]]

// Installs first, so that it does not count as a cost of the tests.
const stages = new Set(plans.flat(2))
const missingFor = new Map([...stages].map((name) => [name, stageOf(name).provide?.()]))
meter.watch(process.pid, OURSELVES)

const findings: Finding[] = []
for (const plan of plans) findings.push(...(await runPlan(plan, asked)))

const left = await findLeft()
if (figures.length > 0) console.log(`\n── Figures ──\n${figures.join('\n')}`)

const budget = CPU_BUDGETS[first]
const isCounted = (owner: string) =>
  ![...stages].some((name) => stageOf(name).hasOwnBudgets && isOfStage(owner, name))
const whole =
  budget !== undefined && meter.isKnown
    ? holdAgainst(budget, totalOf(samplesOf(meter.samples(), isCounted)))
    : undefined
const isHeld = process.env['HOLD_CPU_BUDGET'] !== undefined
const { lines, isGood } = describeFindings(findings, {
  cost: whole?.line,
  failures: [...left, ...(isHeld && whole?.failure ? [whole.failure] : [])],
})
console.log(lines.join('\n'))
process.exitCode = isGood ? 0 : 1
