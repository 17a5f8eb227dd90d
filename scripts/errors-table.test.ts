import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withErrorsTable } from './errors-table.ts'

test('style §5: the guide lists every error of the catalogue, and no other (else: npm run docs)', async () => {
  const page = await readFile(new URL('../docs/guide/errors.md', import.meta.url), 'utf8')
  expect(page).toBe(withErrorsTable(page))
})
