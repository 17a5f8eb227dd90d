import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { FileTime } from './costs.ts'

/** A stage's result: its failures with their reasons, and when its files ran. */
export type Count = { passed: number; failures: string[]; times?: FileTime[] }

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
}

type PlaywrightTest = {
  status: string
  results: { error?: { message?: string }; startTime: string; duration: number }[]
}

type PlaywrightReport = {
  config: { rootDir: string }
  stats: { expected: number; flaky: number }
  suites: PlaywrightSuite[]
}

const LONGEST_REASON = 1500

export const describeFailure = (name: string, reason = '') =>
  `${name}\n    ${reason.slice(0, LONGEST_REASON).trim().replaceAll('\n', '\n    ')}`.trimEnd()

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): (typeof specs)[number][] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

export async function readPlaywrightReport(file: string): Promise<Count> {
  const { stats, config, suites = [] } = await readReport<PlaywrightReport>(file)
  const folder = relative('', config?.rootDir ?? '')
  const specs = specsOf({ suites })
  const times = specs.flatMap((spec) =>
    spec.tests.flatMap(({ results }) =>
      results.map(({ startTime, duration }) => ({
        file: join(folder, spec.file),
        startedAt: Date.parse(startTime),
        endedAt: Date.parse(startTime) + duration,
      })),
    ),
  )
  const failures = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) =>
        describeFailure(`${spec.file}: ${spec.title}`, results.at(-1)?.error?.message),
      ),
  )
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failures, times }
}

/** Written by our own programs, and by our reporter for Vitest. */
export async function readCount(file: string): Promise<Count> {
  const { passed = 0, failures = [], ...rest } = await readReport<Count>(file)
  return { passed, failures, ...rest }
}

const readReport = async <Report>(file: string): Promise<Partial<Report>> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Report>
