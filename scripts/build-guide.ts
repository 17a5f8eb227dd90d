import { mkdir, writeFile } from 'node:fs/promises'
import { readGuideSources } from './guide.ts'

/** Writes the guide as the service shows it: no Markdown is read where buyers wait. */
const folder = new URL('../dist/docs/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('guide.json', folder), JSON.stringify(readGuideSources()))
