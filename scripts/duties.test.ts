import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(PROJECT, 'docs/guide/who-answers.md'), 'utf8')

/** The rows of the table: duty, who answers, what the product does, the test that holds it. */
const DUTIES = [...PAGE.matchAll(/^\| (.+) \| (.+) \| (.+) \| `(.+)` \|$/gm)].map(
  ([, duty = '', answers = '', , file = '']) => ({ duty, answers, file }),
)

describe('docs/guide/who-answers.md: what laws and card networks ask', () => {
  test('the page names twelve duties or more', () => {
    expect(DUTIES.length).toBeGreaterThanOrEqual(12)
    expect(DUTIES).toHaveLength(PAGE.split('\n').filter((line) => line.startsWith('| ')).length - 1)
  })

  test.each(DUTIES)(
    'somebody answers for “$duty”, and a test holds what we do',
    ({ answers, file }) => {
      expect(answers).toMatch(/\b(?:operator|merchant|provider|product)\b/)
      expect(file).toMatch(/\.(?:test|spec|component)\.ts$/)
      expect(existsSync(join(PROJECT, file)), file).toBe(true)
    },
  )
})
