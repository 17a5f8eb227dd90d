import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withErrorsTable } from './errors-table.ts'

test('the README lists every error of the catalogue, and no other (else: npm run docs)', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toBe(withErrorsTable(readme))
})
