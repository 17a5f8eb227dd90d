import { readFile, writeFile } from 'node:fs/promises'
import { DEFAULT_ADDRESSES, createOpenApi } from '../server/api/reference/document.ts'
import { withErrorsTable } from './errors-table.ts'
import { addressOf, generatedFiles } from './package/generated.ts'

const ERRORS = addressOf('docs/guide/errors.md')
await writeFile(ERRORS, withErrorsTable(await readFile(ERRORS, 'utf8')))

// The committed API description, whose changes reviewers see.
const wire = JSON.stringify(createOpenApi(DEFAULT_ADDRESSES), null, 2)
await writeFile(addressOf('openapi.json'), `${wire}\n`)

for (const [path, text] of Object.entries(await generatedFiles()))
  await writeFile(addressOf(path), text)
