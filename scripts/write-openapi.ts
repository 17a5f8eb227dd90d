import { writeFile } from 'node:fs/promises'
import { DEFAULT_ADDRESSES, createOpenApi } from '../server/api/reference/document.ts'

/** Writes `openapi.json`, the committed picture of the wire that reviews see change. */
const json = JSON.stringify(createOpenApi(DEFAULT_ADDRESSES), null, 2)
await writeFile(new URL('../openapi.json', import.meta.url), `${json}\n`)
