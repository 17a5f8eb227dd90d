import { BaseSequencer, createVitest } from 'vitest/node'

/** Asks whether these tests notice a change in the files `changed`. */
export type Question = { changed: string[]; tests: string[] }

/** `killedBy`: the test that noticed; undefined when all pass. `seconds`: of each file. */
export type Finding = { killedBy: string | undefined; seconds: Record<string, number> }

/** Keeps the caller's order. */
class AsGiven extends BaseSequencer {
  override sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return Promise.resolve(files)
  }
}

/**
 * A Vitest that keeps running, with its PostgreSQL and Redis, in the working folder, so that a
 * trial costs only its tests.
 */
const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  project: ['unit', 'integration', 'integration-long'],
  bail: 1,
  sequence: { sequencer: AsGiven },
})

async function runTests(files: string[]): Promise<Finding> {
  const found = await vitest.globTestSpecifications(files)
  // The payment model's file belongs to two projects.
  const specifications = [...new Map(found.map((each) => [each.moduleId, each])).values()]
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const seconds: Record<string, number> = {}
  for (const { testModule, moduleId, project } of specifications) {
    if (!testModule) continue
    const name = moduleId.slice(project.config.root.length + 1)
    seconds[name] = testModule.diagnostic().duration / 1000
    const failed = [...testModule.children.allTests('failed')][0]
    if (failed) return { killedBy: `${name} › ${failed.fullName}`, seconds }
    if (!testModule.ok())
      return { killedBy: `${name} › ${testModule.errors()[0]?.message ?? 'itself'}`, seconds }
  }
  return { killedBy: unhandledErrors.length > 0 ? 'the run itself' : undefined, seconds }
}

const isUnit = (file: string) => file.endsWith('.test.ts')

/** Asks the likeliest test, then all unit tests, then the specs, until one notices. */
async function ask({ changed, tests: [first = '', ...rest] }: Question): Promise<Finding> {
  for (const file of changed) vitest.invalidateFile(file)
  const groups = [[first], rest.filter(isUnit), rest.filter((file) => !isUnit(file))]
  const seconds: Record<string, number> = {}
  for (const group of groups.filter(({ length }) => length > 0)) {
    vitest.state.clearErrors()
    const finding = await runTests(group)
    Object.assign(seconds, finding.seconds)
    if (finding.killedBy !== undefined) return { ...finding, seconds }
  }
  return { killedBy: undefined, seconds }
}

process.on('message', (question: Question | 'stop') => {
  if (question === 'stop') return void vitest.close().finally(() => process.exit())
  return void ask(question).then(
    (finding) => process.send?.(finding),
    (error: unknown) => process.send?.({ killedBy: String(error), seconds: {} }),
  )
})
process.send?.('ready')
