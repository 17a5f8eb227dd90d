import { readFile, writeFile } from 'node:fs/promises'
import { withErrorsTable } from './errors-table.ts'

const PAGE = new URL('../docs/guide/errors.md', import.meta.url)

await writeFile(PAGE, withErrorsTable(await readFile(PAGE, 'utf8')))
