import { globSync, readFileSync } from 'node:fs'
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

const FILES = globSync('{server,widget}/**/*.ts', { cwd: PROJECT }).filter(
  (file) => !/\.(?:test|spec|component)\.ts$/.test(file),
)

/** Such as `server/web`; undefined for a file beside the rooms, which puts them together. */
const roomOf = (file: string) => /^\w+\/[\w-]+(?=\/)/.exec(file)?.[0]

/** `a → b` for each room and those that its files import. */
const importsOf = (file: string) =>
  [...readFileSync(join(PROJECT, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(
    ([, path = '']) => `${roomOf(file)} → ${roomOf(join(dirname(file), path))}`,
  )

describe('style §2: rooms', () => {
  test('no folder of the product has over 25 files, but for the migrations', () => {
    const folders = FILES.map((file) => dirname(file))
    const crowded = Object.entries(Object.groupBy(folders, (folder) => folder))
      .map(([folder, each = []]) => [folder, each.length] as const)
      .filter(([folder, count]) => count > 25 && !folder.endsWith('/migrations'))
    expect(crowded).toEqual([])
  })

  test('no two rooms import each other, not even types', () => {
    const imports = new Set(
      FILES.filter((file) => !/^(?:server\/testing|widget\/test)\//.test(file)).flatMap(importsOf),
    )
    const back = (pair: string) => pair.split(' → ').toReversed().join(' → ')
    const both = [...imports].filter(
      (pair) => pair !== back(pair) && !pair.includes('undefined') && imports.has(back(pair)),
    )
    expect(both).toEqual([])
  })

  test('the service runs without the description of its API, which the build renders', () => {
    const importing = FILES.filter(
      (file) =>
        !file.startsWith('server/api/reference/') &&
        /(?:from |import\()'[^']*\/reference\//.test(readFileSync(join(PROJECT, file), 'utf8')),
    )
    expect(importing).toEqual([])
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
