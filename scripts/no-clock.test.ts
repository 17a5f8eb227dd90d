import { beforeAll, describe, expect, test } from 'vitest'
import { stoppedIn } from './lint-layout.ts'

const READING = [
  'export const at = Date.now()',
  'export const at = new Date()',
  'export const at = Date()',
  'export const at = performance.now()',
  'setTimeout(() => undefined, 10)',
  'export const later = new Promise((done) => setTimeout(done, 10))',
  'window.setInterval(() => undefined, 10)',
  "import { setTimeout as wait } from 'node:timers/promises'\nawait wait(10)",
  "import { scheduler } from 'timers/promises'\nawait scheduler.wait(10)",
  'export const later = (page: Page) => page.waitForTimeout(10)',
]

const READING_NONE = [
  'export const at = new Date(0)',
  "export const at = Date.parse('2040-01-01')",
  "import { now } from '../server/testing/moments.ts'\nexport const at = now()",
  "vi.useFakeTimers({ toFake: ['setTimeout'] })",
  'test.setTimeout(60_000)',
  'export const program = "console.log(Date.now())"',
]

const TESTS = [
  'server/a.spec.ts',
  'server/checkout/a.test.ts',
  'server/a.long.spec.ts',
  'lab/a.spec.ts',
  'widget/a.component.ts',
  'npm/a.component.ts',
  'demo/a.test.ts',
  'scripts/a.test.ts',
  'e2e/a.spec.ts',
]
const HARNESS = ['server/testing/a.ts', 'widget/test/a.ts', 'e2e/a.ts', 'lab/a.ts']

let stoppedOf: ReturnType<typeof stoppedIn>

beforeAll(() => {
  stoppedOf = stoppedIn('no-clock', [...TESTS, ...HARNESS], {
    reading: READING,
    none: READING_NONE,
  })
}, 60_000)

describe('style §4 rule 20: no test reads the clock or sleeps', () => {
  test.each(TESTS)('the linter stops every way to read the clock or to sleep in %s', (file) => {
    expect(stoppedOf(file, 'reading')).toEqual(READING)
  })

  test.each(TESTS)('the linter stops nothing else in %s', (file) => {
    expect(stoppedOf(file, 'none')).toEqual([])
  })

  test.each(HARNESS)('the linter lets the harness read the clock: %s', (file) => {
    expect(stoppedOf(file, 'reading')).toEqual([])
  })
})
