import { findBeyondBaseline } from './baseline.ts'
import { type Count, readCount, readPlaywrightReport } from './reports.ts'
import { RESULTS, keepIfRed, openReport } from './results.ts'
import type { Tools } from './stage-output.ts'
import { skippedEngines } from './programs/engines.ts'
import { provideChromium, provideEngines, provideOperation, provideRedis } from './tools.ts'

export type Stage = {
  /** Runs the whole stage, or these files only. */
  run: (tools: Tools, files: string[]) => Promise<Count>
  /** Finds or installs what the stage needs; returns a sentence when it cannot. */
  provide?: () => string | undefined
  /** What the stage then runs without, one line each. */
  skips?: () => string[]
  /** The test files that it can run alone. */
  files?: RegExp
  /** It runs our commands, which hold their costs against their own budgets. */
  hasOwnBudgets?: boolean
}

async function runChecks({ run, say }: Tools): Promise<Count> {
  const checks = [
    { name: 'format (oxfmt)', tool: ['oxfmt/bin/oxfmt', '--list-different'] },
    {
      name: 'types and lint (oxlint --type-aware --type-check)',
      tool: ['oxlint/bin/oxlint', '--type-aware', '--type-check', '--quiet'],
    },
    { name: 'unused code (knip)', tool: ['knip/bin/knip.js', '--no-progress'] },
  ]
  const count: Count = { passed: 0, failures: [] }
  const mark = (name: string, isGood: boolean) => {
    if (isGood) count.passed += 1
    else count.failures.push(name)
    say(`${isGood ? '✓' : '✗'} ${name}`)
  }
  await Promise.all([
    ...checks.map(async ({ name, tool: [file = '', ...args] }) =>
      mark(name, await run(`node_modules/${file}`, args)),
    ),
    findBeyondBaseline('dist/widget').then((findings) => {
      for (const finding of findings) say(finding)
      mark(
        'built files are Baseline widely available (eslint, web-features)',
        findings.length === 0,
      )
    }),
  ])
  return count
}

/** `name`: of its report. */
type VitestRun = { name: string; args: string[]; env?: Record<string, string> }

async function runVitest({ run }: Tools, { name, args, env }: VitestRun): Promise<Count> {
  const report = await openReport(name)
  const isGood = await run(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=./scripts/vitest-report.ts', ...args],
    { VITEST_REPORT: report, ...env },
  )
  return ended(isGood, await readCount(report))
}

/** `name`: of its report and pictures, because two may run at once. */
async function runPlaywright({ run }: Tools, name: string, args: string[]): Promise<Count> {
  const report = await openReport(name)
  const isGood = await run(
    'node_modules/@playwright/test/cli.js',
    ['test', `--output=${RESULTS}/e2e/${name}`, ...args],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return ended(isGood, await readPlaywrightReport(report))
}

/** Other seeds than the integration tests use. */
const MORE_LIVES = { MODEL_SEEDS: '5001-20000' }

const LONG = '--tags-filter=long'
const SHORT = '--tags-filter=!long'

/**
 * The size of the runs in CI. Short payment windows keep the waits short, and there are only as
 * many buyers at once as can pay within them. The seed decides the rest.
 */
const CHAOS = [
  { provider: 'test', args: '--flows 150 --kills 8 --faults 10' },
  // Two versions of the service, if there is an older one.
  { provider: 'stripe', args: '--flows 100 --kills 5 --faults 7 --beside oldest' },
  // Two banks in turn, and a record that is replaced by its backup.
  { provider: 'both', args: '--flows 100 --kills 8 --faults 7 --restore' },
]

async function runChaos(tools: Tools): Promise<Count> {
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
  const report = await openReport(`chaos-${provider}`)
  const logs = `${RESULTS}/chaos-${provider}`
  const fixed = `--provider ${provider} --window 8 --concurrency 60 --seed 1 --report ${report} --logs ${logs}`
  const isGood = await keepIfRed(logs, () =>
    run('lab/chaos/chaos.ts', `${args} ${fixed}`.split(' ')),
  )
  return ended(isGood, await readCount(report))
}

/** A lab program that writes a report. */
async function runLab({ run }: Tools, program: string, args: string[]): Promise<Count> {
  const report = await openReport(program)
  const isGood = await run(`lab/${program}/${program}.ts`, [...args, '--report', report])
  return ended(isGood, await readCount(report))
}

/** A runner that breaks down counts as one failed test. */
const ended = (isGood: boolean, { failures, ...count }: Count): Count => ({
  ...count,
  failures: isGood || failures.length > 0 ? failures : ['the runner itself'],
})

const STAGES = {
  static: { run: runChecks },
  unit: {
    run: (tools, files) => runVitest(tools, { name: 'unit', args: ['--project=unit', ...files] }),
    files: /^(?:server|lab|widget|demo|scripts)\/.*\.test\.ts$/,
  },
  integration: {
    run: (tools, files) =>
      runVitest(tools, { name: 'integration', args: ['--project=integration', ...files] }),
    provide: provideRedis,
    files: /^(?:server|lab)\/.*(?<!\.long)\.spec\.ts$/,
  },
  /** `npm start` and `npm test` on a Debian that has nothing else. */
  'bare-machine': {
    run: (tools) => runVitest(tools, { name: 'bare-machine', args: ['--project=bare-machine'] }),
    provide: provideOperation,
    files: /^lab\/deploy\/bare-machine\.long\.spec\.ts$/,
    hasOwnBudgets: true,
  },
  /** More proofs of the same promises, and more lives of the payment model. */
  'integration-long': {
    run: (tools, files) =>
      runVitest(tools, {
        name: 'integration-long',
        args: ['--project=integration-long', '--project=hostile-database', ...files],
        env: MORE_LIVES,
      }),
    provide: provideOperation,
    files: /^(?:server|lab)\/.*\.long\.spec\.ts$/,
  },
  /** The widget's elements in a real browser, without a server. */
  component: {
    run: (tools, files) =>
      runVitest(tools, {
        name: 'component',
        args: ['--project=component*', ...(files.length > 0 ? files : [SHORT])],
      }),
    provide: provideChromium,
    files: /^(?:widget|npm)\/.*\.component\.ts$/,
  },
  /** What `component` leaves out. */
  'component-long': {
    run: (tools) =>
      runVitest(tools, { name: 'component-long', args: ['--project=component*', LONG] }),
    provide: provideChromium,
  },
  /** Buyers' journeys in a real browser. */
  'e2e-buyer': {
    run: (tools) => runPlaywright(tools, 'e2e-buyer', ['--project=buyer']),
    provide: provideChromium,
  },
  chaos: { run: runChaos, provide: provideRedis },
  /** Each attack for a moment: buyers get through and nothing fails. Times do not count. */
  overload: { run: (tools) => runLab(tools, 'overload', ['--short']), provide: provideRedis },
  fuzz: {
    run: (tools) => runLab(tools, 'fuzz', ['--requests', '3000', '--seed', '1']),
    provide: provideRedis,
  },
  /** Members' journeys, and the other buyers' journeys. */
  'e2e-long': {
    run: (tools) => runPlaywright(tools, 'e2e-long', ['--project=store', '--project=buyer-long']),
    provide: provideChromium,
  },
  /** A purchase in each browser engine. */
  engines: {
    run: (tools) => runPlaywright(tools, 'engines', ['--project=engines']),
    provide: provideEngines,
    skips: () => skippedEngines(),
  },
  /** Purchases with a cut network: each point once, or as many as `PURCHASES` says. */
  cuts: {
    run: (tools) => runPlaywright(tools, 'cuts', ['--project=cuts']),
    provide: provideChromium,
  },
  /** What a buyer waits for, in figures. */
  speed: {
    run: (tools) => runPlaywright(tools, 'speed', ['--project=speed']),
    provide: provideChromium,
  },
  /** Pictures of the checkout in every state. */
  gallery: {
    run: (tools) => runPlaywright(tools, 'gallery', ['--project=gallery']),
    provide: provideEngines,
    skips: () => skippedEngines(),
  },
  /** Journeys by file. */
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
