import { readFile } from 'node:fs/promises'

/** What a stage found; of each failure its name and why. */
export type Count = { passed: number; failures: string[] }

type VitestReport = {
  numPassedTests: number
  /** One a file; a file that broke outside of its tests is failed without a failed test. */
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
}

type PlaywrightTest = { status: string; results: { error?: { message?: string } }[] }

type PlaywrightReport = {
  stats: { expected: number; flaky: number }
  suites: PlaywrightSuite[]
}

const LONGEST_REASON = 600

const describe = (name: string, reason = '') =>
  `${name}\n    ${reason.slice(0, LONGEST_REASON).trim().replaceAll('\n', '\n    ')}`.trimEnd()

export async function readVitestReport(file: string): Promise<Count> {
  const { numPassedTests = 0, testResults = [] } = await readReport<VitestReport>(file)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [describe(name, message)] : []
    return failed.map(({ fullName, failureMessages }) => describe(fullName, failureMessages[0]))
  })
  return { passed: numPassedTests, failures }
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): (typeof specs)[number][] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

export async function readPlaywrightReport(file: string): Promise<Count> {
  const { stats, suites = [] } = await readReport<PlaywrightReport>(file)
  const failures = specsOf({ suites }).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) =>
        describe(`${spec.file}: ${spec.title}`, results.at(-1)?.error?.message),
      ),
  )
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failures }
}

export async function readLabReport(file: string): Promise<Count> {
  const { passed = 0, failures = [] } = await readReport<Count>(file)
  return { passed, failures: failures.map((failure) => describe(failure)) }
}

const readReport = async <Report>(file: string): Promise<Partial<Report>> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Report>
