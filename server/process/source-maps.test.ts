import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'hosted-checkout-maps-'))
const addressOf = (name: string) => pathToFileURL(join(folder, name)).href
const MODULE = new URL('./source-maps.ts', import.meta.url).href

const FAILING = 'export const fail = () => new Error("broken").stack'

/** The line begins at line 10, column 5 of the source. */
const COLUMN = 5 + FAILING.indexOf('new Error')
const MAP = { version: 3, sources: ['src/pay.ts'], names: [], mappings: 'AASI' }

beforeAll(() => {
  writeFileSync(join(folder, 'bundled.js'), FAILING)
  writeFileSync(join(folder, 'bundled.js.map'), JSON.stringify(MAP))
  writeFileSync(join(folder, 'plain.js'), FAILING)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** In a process of its own: what it changes is the same for all code of a process. */
const stackOf = (file: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { nameSourcesInStacks } from ${JSON.stringify(MODULE)}
       import { fail } from ${JSON.stringify(addressOf(file))}
       nameSourcesInStacks()
       process.stdout.write(fail())`,
    ],
    { encoding: 'utf8' },
  )

describe('contract §6, logs: a stack', () => {
  test('a logged stack names the lines of the sources, where there is a map', () => {
    const [first, second, third] = stackOf('bundled.js').split('\n')
    expect(first).toBe('Error: broken')
    expect(second).toBe(`    at fail (${join(folder, 'src/pay.ts')}:10:${COLUMN})`)
    expect(third).toMatch(/^ {4}at file:.*eval/)
  })
  test('a logged stack names the lines of the file itself, where there is no map', () => {
    expect(stackOf('plain.js')).toContain(`at fail (${addressOf('plain.js')}:1:`)
  })
})
