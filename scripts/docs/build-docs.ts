import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUILT_ADDRESSES } from '../../server/api/docs/built-addresses.ts'
import { renderDocs } from './docs-files.ts'

/** Writes the documentation, so that the service reads no Markdown and renders no page. */
const [, , folder = join(import.meta.dirname, '../../dist/docs')] = process.argv
for (const name of ['pages', 'documents']) await mkdir(join(folder, name), { recursive: true })
for (const [name, content] of renderDocs(BUILT_ADDRESSES))
  await writeFile(join(folder, name), content)
