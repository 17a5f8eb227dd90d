import { readFile, writeFile } from 'node:fs/promises'
import { withErrorsTable } from './errors-table.ts'

const README = new URL('../README.md', import.meta.url)

await writeFile(README, withErrorsTable(await readFile(README, 'utf8')))
