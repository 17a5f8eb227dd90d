import { afterEach, beforeEach } from 'vitest'

/** What the report of a failed test has: what services warned of meanwhile. */
export type TestWarnings = { warnings?: string[] }

const WARNING = /"level":"(?:warn|error|fatal)"/

/** Those of the test that runs, of all services in this process. */
let warnings: string[] = []

/** `line`: of a service's log. */
export function noteWarning(line: string) {
  if (WARNING.test(line)) warnings.push(line.trim())
}

/** To be called in each file: a failed test takes the warnings to its report. */
export function reportWarnings() {
  beforeEach(() => {
    warnings = []
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') Object.assign(task.meta, { warnings } satisfies TestWarnings)
  })
}
