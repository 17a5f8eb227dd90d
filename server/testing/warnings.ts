import { afterEach, beforeEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What services warned of during a test that failed. */
    warnings?: string[]
  }
}

const WARNING = /"level":"(?:warn|error|fatal)"/

/** Those of the test that runs, of all services in this process. */
let warnings: string[] = []

/** `line`: of a service's log. */
export function noteWarning(line: string) {
  if (WARNING.test(line)) warnings.push(line.trim())
}

/** To be called in each file: a failed test takes the warnings to its report. */
export function tellWarnings() {
  beforeEach(() => {
    warnings = []
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') task.meta.warnings = warnings
  })
}
