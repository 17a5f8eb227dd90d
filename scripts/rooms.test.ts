import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findStopped } from './lint-layout.ts'

const PROJECT = join(import.meta.dirname, '..')

/** A function of so many lines. */
const aFunction = (lines: number) =>
  `export function long() {\n${'  console.log()\n'.repeat(lines - 2)}}`

const aTypeOf = (from: string) => `import type { T } from './${from}.ts'\nexport type Own = T`

const STOPPED: Record<string, string> = {
  'long.ts': aFunction(61),
  'one.ts': aTypeOf('other'),
  'other.ts': aTypeOf('one'),
  'sure.ts': 'export const sure = [1][0]!',
  'nested.ts': 'export const nested = (a: boolean) => (a ? 1 : !a ? 2 : 3)',
}
const PASSED: Record<string, string> = { 'short.ts': aFunction(60) }

describe('style §2: rooms', () => {
  test('no folder of the widget has over 25 files of the product', () => {
    const files = globSync('widget/**/*.ts', { cwd: PROJECT })
      .filter((file) => !/\.(?:test|component)\.ts$/.test(file))
      .map((file) => dirname(file))
    const crowded = Object.entries(Object.groupBy(files, (folder) => folder))
      .map(([folder, each = []]) => [folder, each.length] as const)
      .filter(([, count]) => count > 25)
    expect(crowded).toEqual([])
  })

  test('the linter stops long functions, circles of types, `!` and nested choices in server and widget', () => {
    const inBoth = (sources: Record<string, string>) =>
      ['server/web', 'widget/session'].flatMap((folder) =>
        Object.entries(sources).map(([name, source]) => [join(folder, name), source] as const),
      )
    const stopped = findStopped(new Map([...inBoth(STOPPED), ...inBoth(PASSED)]), [
      'max-lines-per-function',
      'no-cycle',
      'no-non-null-assertion',
      'no-nested-ternary',
    ])
    expect([...stopped].toSorted()).toEqual(
      inBoth(STOPPED)
        .map(([file]) => file)
        .toSorted(),
    )
  })
})
