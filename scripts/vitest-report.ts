import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { TestWarnings } from '../server/testing/warnings.ts'
import type { FileTime } from './costs.ts'
import { type Count, describeFailure } from './reports.ts'

/** A difference says more than the sentence that there is one. */
function reasonOf(test: TestCase) {
  const [error] = test.result().errors ?? []
  const { warnings = [] } = test.meta() as TestWarnings
  return [error?.message, error?.diff, ...warnings].filter(Boolean).join('\n')
}

/** Errors outside of tests, in a file or in the whole run. */
const describeErrors = (name: string, errors: readonly SerializedError[]) =>
  errors.map(({ message }) => describeFailure(name, message))

function failuresOf(module: TestModule) {
  const failed = [...module.children.allTests('failed')]
  if (failed.length === 0) return describeErrors(module.relativeModuleId, module.errors())
  return failed.map((test) => describeFailure(test.fullName, reasonOf(test)))
}

/** Writes the result of a Vitest run, and when its files ran, to `VITEST_REPORT`. */
export default class VitestReport implements Reporter {
  readonly #startedAt = new Map<string, number>()
  readonly #times: FileTime[] = []

  onTestModuleQueued({ moduleId }: TestModule) {
    this.#startedAt.set(moduleId, Date.now())
  }

  onTestModuleEnd({ moduleId }: TestModule) {
    const endedAt = Date.now()
    const startedAt = this.#startedAt.get(moduleId) ?? endedAt
    this.#times.push({ file: relative('', moduleId), startedAt, endedAt })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const count: Count = {
      passed: modules.flatMap(({ children }) => [...children.allTests('passed')]).length,
      failures: [...modules.flatMap(failuresOf), ...describeErrors('the run itself', errors)],
      times: this.#times,
    }
    writeFileSync(process.env['VITEST_REPORT']!, JSON.stringify(count))
  }
}
