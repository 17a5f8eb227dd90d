import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { provideChromium, provideRedis } from './tools.ts'

export type Count = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  /** One a file; a file that broke outside of its tests is failed without a failed test. */
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

const RESULTS = 'test-results'

/** Runs a program, its output passing through; answers whether it succeeded. */
async function run(file: string, ...args: string[]) {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

const runTool = (file: string, ...args: string[]) => run(`node_modules/${file}`, ...args)

async function runChecks(): Promise<Count> {
  const checks = [
    { name: 'format (oxfmt)', run: () => runTool('oxfmt/bin/oxfmt', '--list-different') },
    { name: 'types (tsc -b)', run: () => runTool('typescript/bin/tsc', '-b') },
    {
      name: 'lint (oxlint --type-aware)',
      run: () => runTool('oxlint/bin/oxlint', '--type-aware', '--quiet'),
    },
    { name: 'unused code (knip)', run: () => runTool('knip/bin/knip.js', '--no-progress') },
  ]
  const count = { passed: 0, failed: 0 }
  await Promise.all(
    checks.map(async ({ name, run }) => {
      const isGood = await run()
      count[isGood ? 'passed' : 'failed'] += 1
      console.log(`${isGood ? '✓' : '✗'} ${name}`)
    }),
  )
  return count
}

async function runVitest(project: string): Promise<Count> {
  const report = `${RESULTS}/${project}.json`
  await rm(report, { force: true })
  const isGood = await runTool(
    'vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  )
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = await readReport<VitestReport>(report)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length
  return count({ passed: numPassedTests, failed: numFailedTests + brokenFiles, isGood })
}

async function runEndToEnd(): Promise<Count> {
  const report = `${RESULTS}/e2e.json`
  await rm(report, { force: true })
  const isGood = await runTool('@playwright/test/cli.js', 'test')
  const { stats } = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number }
  }>(report)
  return count({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    isGood,
  })
}

/**
 * The run's size in CI, with short payment windows so that fewer buyers wait; the seed decides all
 * else.
 */
const CHAOS = ['--flows', '1000', '--kills', '30', '--faults', '40', '--window', '8', '--seed', '1']

async function runChaos(): Promise<Count> {
  const report = `${RESULTS}/chaos.json`
  await mkdir(RESULTS, { recursive: true })
  await rm(report, { force: true })
  const isGood = await run('lab/chaos/chaos.ts', ...CHAOS, '--report', report)
  const { passed = 0, failed = 0 } = await readReport<Count>(report)
  return count({ passed, failed, isGood })
}

/** A runner that broke down fails no test by name: it counts as one. */
const count = ({ passed, failed, isGood }: Count & { isGood: boolean }): Count => ({
  passed,
  failed: isGood || failed > 0 ? failed : 1,
})

const readReport = async <Report>(file: string): Promise<Partial<Report>> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Report>

type Stage = { run: () => Promise<Count>; provide?: () => string | undefined }

/** Everything that can be run, in the order in which it is. */
export const STAGES: Record<string, Stage> = {
  static: { run: runChecks },
  unit: { run: () => runVitest('unit') },
  component: { run: () => runVitest('component'), provide: provideChromium },
  integration: { run: () => runVitest('integration'), provide: provideRedis },
  chaos: { run: runChaos, provide: provideRedis },
  e2e: { run: runEndToEnd, provide: provideChromium },
}
