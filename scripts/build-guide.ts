import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readGuideSources } from './guide.ts'

/** Writes the guide as HTML, so that the service reads no Markdown. */
const [, , folder = join(import.meta.dirname, '../dist/docs')] = process.argv
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'guide.json'), JSON.stringify(readGuideSources()))
