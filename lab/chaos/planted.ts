import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { send, startProgram } from '../../scripts/programs/program.ts'
import { removeWithUs } from '../servers/folders.ts'
import type { Violation } from './history.ts'
import { type Patch, type PlantedBug, PLANTED_BUGS } from './planted-bugs.ts'

const PROJECT = join(import.meta.dirname, '../..')
const LIMIT_MS = 60_000

type Finding = { bug: string; invariant: string | undefined; seconds: number }

/** Copies the project, so that its server can be changed. */
function copyTree(folder: string) {
  for (const name of ['server', 'widget', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
  // The build reads every folder that `tsconfig.json` names.
  for (const name of ['node_modules', 'dist', 'npm', 'demo', 'e2e'])
    symlinkSync(join(PROJECT, name), join(folder, name))
}

/** Plants the bug; returns how to remove it. */
function plant(tree: string, patches: Patch[]) {
  const files = new Map<string, string>()
  for (const { file, find, replace } of patches) {
    const path = join(tree, 'server', file)
    const text = readFileSync(path, 'utf8')
    if (text.split(find).length !== 2)
      throw new Error(`${file} does not hold this text once any more: ${find}`)
    if (!files.has(path)) files.set(path, text)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
  return () => {
    for (const [path, text] of files) writeFileSync(path, text)
  }
}

/** One run of the harness; returns the violations found in time. */
async function runHarness(
  tree: string,
  { bug, seed, limitMs }: { bug: PlantedBug; seed: number; limitMs: number },
): Promise<Violation[]> {
  const report = join(tree, 'report.json')
  await rm(report, { force: true })
  const { flows = 200, kinds, provider = 'test', providerFaults = 0, kills = 0, faults = 0 } = bug
  const args = [
    '--tree',
    tree,
    '--report',
    report,
    '--until',
    bug.breaks.join(','),
    '--flows',
    `${flows}`,
    '--concurrency',
    '80',
    '--seed',
    `${seed}`,
    '--window',
    '6',
    '--provider',
    provider,
    '--kills',
    `${kills}`,
    '--faults',
    `${faults}`,
    '--provider-faults',
    `${providerFaults}`,
    '--patience',
    '30',
    ...(kinds ? ['--kinds', kinds.join(',')] : []),
  ]
  const script = join(import.meta.dirname, 'chaos.ts')
  const harness = startProgram(process.execPath, [script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    lastSignal: 'SIGTERM',
  })
  const late = new AbortController()
  await Promise.race([
    harness.ended,
    wait(limitMs, undefined, { signal: late.signal }).then(() => send(harness.pid, 'SIGTERM')),
  ])
  late.abort()
  await harness.ended
  const result = await readFile(report, 'utf8').catch(() => '{"violations":[]}')
  return (JSON.parse(result) as { violations: Violation[] }).violations
}

async function hunt(tree: string, bug: PlantedBug): Promise<Finding> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const remove = plant(tree, bug.patches)
  try {
    for (let seed = 1; seconds() * 1000 < LIMIT_MS; seed += 1) {
      const violations = await runHarness(tree, { bug, seed, limitMs: LIMIT_MS - seconds() * 1000 })
      const first = violations.find(({ invariant }) =>
        bug.breaks.some((name) => invariant.startsWith(name)),
      )
      if (first) return { bug: bug.name, invariant: first.invariant, seconds: seconds() }
    }
    return { bug: bug.name, invariant: undefined, seconds: seconds() }
  } finally {
    remove()
  }
}

const toLine = ({ bug, invariant, seconds }: Finding) =>
  `${bug.padEnd(44)}${`${seconds.toFixed(0)} s`.padStart(6)}   ${invariant ?? 'NOT FOUND'}`

const tree = mkdtempSync(join(tmpdir(), 'hc-planted-'))
removeWithUs(tree)
copyTree(tree)
const only = process.argv[2]
const findings: Finding[] = []
console.log(`${'planted bug'.padEnd(44)}${'after'.padStart(6)}   found by`)
for (const bug of PLANTED_BUGS.filter(({ name }) => only === undefined || name.includes(only))) {
  const finding = await hunt(tree, bug)
  findings.push(finding)
  console.log(toLine(finding))
}
const missed = findings.filter(({ invariant }) => invariant === undefined).length
console.log(`${findings.length - missed} of ${findings.length} found`)
process.exit(missed > 0 ? 1 : 0)
