import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '..')

/**
 * They decide what is true of one session, which they find by its id, at the moment when its row was
 * theirs; no index has the clock in its condition.
 */
const DECIDING = {
  'postgres/sessions/late-sessions.ts': [
    'and expires_at <= clock_timestamp()',
    'and s.expires_at <= clock_timestamp()',
    'and expires_at > clock_timestamp()',
  ],
  'postgres/stores/key-holders.ts': [
    "and (s.state = 'paying' or s.expires_at > clock_timestamp())",
  ],
}

const COMPARED = /(?:[<>]=?|\bbetween\b)(?:(?!\bthen\b)[^,;`])*\bclock_timestamp\(\)/

/** Of each file its lines in which the moving clock is compared with something. */
function findCompared() {
  const files = globSync('**/*.{ts,sql}', { cwd: SERVER }).filter(
    (file) => !/\.(?:spec|test)\.ts$|^testing\//.test(file),
  )
  return Object.fromEntries(
    files
      .map((file): [string, string[]] => {
        const lines = readFileSync(join(SERVER, file), 'utf8').split('\n')
        return [file, lines.filter((line) => COMPARED.test(line)).map((line) => line.trim())]
      })
      .filter(([, lines]) => lines.length > 0),
  )
}

test('performance: an index is never asked with a clock that moves while it is read', () => {
  // `statement_timestamp()` stays the same in a statement, so that it can be looked up in an index;
  // with `clock_timestamp()` PostgreSQL reads all rows and compares each of them.
  expect(findCompared()).toEqual(DECIDING)
})
