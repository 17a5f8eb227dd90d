import { mkdir, rm } from 'node:fs/promises'
import { findBeyondBaseline } from './baseline.ts'
import { type Count, readLabReport, readPlaywrightReport, readVitestReport } from './reports.ts'
import type { Tools } from './stage-output.ts'
import { skippedEngines } from './programs/engines.ts'
import { provideChromium, provideEngines, provideRedis } from './tools.ts'

export type Stage = {
  /** Runs everything of the stage, or those files alone. */
  run: (tools: Tools, files: string[]) => Promise<Count>
  /** Finds what the stage needs or installs it; a sentence when it cannot. */
  provide?: () => string | undefined
  /** A line for each thing that it then goes without. */
  skips?: () => string[]
  /** The test files of which it can run one alone. */
  files?: RegExp
}

const RESULTS = 'test-results'

async function runChecks({ run, say }: Tools): Promise<Count> {
  const checks = [
    { name: 'format (oxfmt)', tool: ['oxfmt/bin/oxfmt', '--list-different'] },
    { name: 'types (tsc -b)', tool: ['typescript/bin/tsc', '-b'] },
    { name: 'lint (oxlint --type-aware)', tool: ['oxlint/bin/oxlint', '--type-aware', '--quiet'] },
    { name: 'unused code (knip)', tool: ['knip/bin/knip.js', '--no-progress'] },
  ]
  const count: Count = { passed: 0, failures: [] }
  const tell = (name: string, isGood: boolean) => {
    if (isGood) count.passed += 1
    else count.failures.push(name)
    say(`${isGood ? '✓' : '✗'} ${name}`)
  }
  await Promise.all([
    ...checks.map(async ({ name, tool: [file = '', ...args] }) =>
      tell(name, await run(`node_modules/${file}`, args)),
    ),
    findBeyondBaseline('dist/widget').then((findings) => {
      for (const finding of findings) say(finding)
      tell(
        'built files are Baseline widely available (eslint, web-features)',
        findings.length === 0,
      )
    }),
  ])
  return count
}

type VitestRun = { project: string; args?: string[]; env?: Record<string, string> }

async function runVitest(
  { run }: Tools,
  { project, args = [], env = {} }: VitestRun,
): Promise<Count> {
  const report = `${RESULTS}/${project}.json`
  await rm(report, { force: true })
  const isGood = await run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    env,
  )
  return ended(isGood, await readVitestReport(report))
}

/** `name`: of its report and its pictures, since two may run beside each other. */
async function runPlaywright({ run }: Tools, name: string, args: string[]): Promise<Count> {
  const report = `${RESULTS}/${name}.json`
  await rm(report, { force: true })
  const isGood = await run(
    'node_modules/@playwright/test/cli.js',
    ['test', `--output=${RESULTS}/e2e/${name}`, ...args],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return ended(isGood, await readPlaywrightReport(report))
}

/** Lives that come after those of the integration tests, and what those leave out. */
const MORE = { MODEL_SEEDS: '5001-50000', HOSTILE_EVERY: '1' }

/**
 * The runs' size in CI, with short payment windows so that fewer buyers wait, and not more buyers
 * at once than are served within them; the seeds decide all else.
 */
const CHAOS = [
  { provider: 'test', args: '--flows 400 --kills 14 --faults 18' },
  // Two versions of the service; where there is no older one the run says so.
  { provider: 'stripe', args: '--flows 200 --kills 8 --faults 10 --beside oldest' },
  // Two banks in turn, and a record that is replaced by its backup.
  { provider: 'both', args: '--flows 200 --kills 12 --faults 10 --restore' },
]

async function runChaos(tools: Tools): Promise<Count> {
  await mkdir(RESULTS, { recursive: true })
  const total: Count = { passed: 0, failures: [] }
  for (const chaos of CHAOS) {
    const { passed, failures } = await runChaosOnce(tools, chaos)
    total.passed += passed
    total.failures.push(...failures)
  }
  return total
}

async function runChaosOnce(
  { run }: Tools,
  { provider, args }: (typeof CHAOS)[number],
): Promise<Count> {
  const report = `${RESULTS}/chaos-${provider}.json`
  await rm(report, { force: true })
  const fixed = `--provider ${provider} --window 8 --concurrency 60 --seed 1 --report ${report}`
  const isGood = await run('lab/chaos/chaos.ts', `${args} ${fixed}`.split(' '))
  return ended(isGood, await readLabReport(report))
}

/** One program of the lab, which writes what held and what did not. */
async function runLab({ run }: Tools, program: string, args: string[]): Promise<Count> {
  await mkdir(RESULTS, { recursive: true })
  const report = `${RESULTS}/${program}.json`
  await rm(report, { force: true })
  const isGood = await run(`lab/${program}/${program}.ts`, [...args, '--report', report])
  return ended(isGood, await readLabReport(report))
}

/** A runner that broke down fails no test by name: it counts as one. */
const ended = (isGood: boolean, { passed, failures }: Count): Count => ({
  passed,
  failures: isGood || failures.length > 0 ? failures : ['the runner itself'],
})

const STAGES = {
  static: { run: runChecks },
  unit: {
    run: (tools, files) => runVitest(tools, { project: 'unit', args: files }),
    files: /^(?:server|lab|widget|demo|scripts)\/.*\.test\.ts$/,
  },
  /** More lives of the payment model, all hostile input, and specs that take long. */
  sweeps: {
    run: (tools, files) => runVitest(tools, { project: 'sweeps', args: files, env: MORE }),
    provide: provideRedis,
    files: /^(?:server|lab)\/.*\.long\.spec\.ts$/,
  },
  integration: {
    run: (tools, files) => runVitest(tools, { project: 'integration', args: files }),
    provide: provideRedis,
    files: /^(?:server|lab)\/.*\.spec\.ts$/,
  },
  /** The widget's elements in a real browser, without a server. */
  component: {
    run: (tools, files) => runVitest(tools, { project: 'component', args: files }),
    provide: provideChromium,
    files: /^widget\/.*\.component\.ts$/,
  },
  /** What a buyer does, in a real browser. */
  'e2e-buyer': {
    run: (tools) => runPlaywright(tools, 'e2e-buyer', ['--project=buyer']),
    provide: provideChromium,
  },
  chaos: { run: runChaos, provide: provideRedis },
  /** Each attack for a moment: that buyers get through and nothing fails, not how long it takes. */
  overload: { run: (tools) => runLab(tools, 'overload', ['--short']), provide: provideRedis },
  fuzz: {
    run: (tools) => runLab(tools, 'fuzz', ['--requests', '3000', '--seed', '1']),
    provide: provideRedis,
  },
  /** What members of a store do, and the rest of what buyers do, in a real browser. */
  'e2e-long': {
    run: (tools) => runPlaywright(tools, 'e2e-long', ['--project=store', '--project=buyer-long']),
    provide: provideChromium,
  },
  /** The purchase in the browser of each engine. */
  engines: {
    run: (tools) => runPlaywright(tools, 'engines', ['--project=engines']),
    provide: provideEngines,
    skips: () => skippedEngines(),
  },
  /** Purchases whose network is cut: each point once, or as many as `PURCHASES` says. */
  cuts: {
    run: (tools) => runPlaywright(tools, 'cuts', ['--project=cuts']),
    provide: provideChromium,
  },
  /** What a buyer waits for, as figures. */
  speed: {
    run: (tools) => runPlaywright(tools, 'speed', ['--project=speed']),
    provide: provideChromium,
  },
  /** Pictures of the checkout in every state, as one page. */
  gallery: {
    run: (tools) => runPlaywright(tools, 'gallery', ['--project=gallery']),
    provide: provideEngines,
    skips: () => skippedEngines(),
  },
  /** Journeys by their files. */
  e2e: {
    run: (tools, files) => runPlaywright(tools, 'e2e', files),
    provide: provideChromium,
    files: /^e2e\/.*\.spec\.ts$/,
  },
} satisfies Record<string, Stage>

export type StageName = keyof typeof STAGES

export const stageOf = (name: StageName): Stage => STAGES[name]

const NAMES = Object.keys(STAGES) as StageName[]

export const findStage = (wanted: string) => NAMES.find((name) => name === wanted)

/** The stage that can run this file alone. */
export const stageForFile = (file: string) => NAMES.find((name) => stageOf(name).files?.test(file))

/** The stages of a line run one after the other; the lines run beside each other. */
export type Plan = StageName[][]

const SHORT: Plan = [['static', 'unit', 'component', 'e2e-buyer'], ['integration']]
const LONG: Plan = [
  ['sweeps', 'chaos', 'overload', 'cuts', 'engines'],
  ['e2e-long', 'fuzz'],
]

/** What can be asked for by name; several plans run one after the other. */
export const PLANS: Record<string, Plan[]> = {
  check: [[['static'], ['unit']]],
  short: [SHORT],
  long: [LONG],
  all: [SHORT, LONG],
}
