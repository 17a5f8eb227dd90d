import { readFile, readdir } from 'node:fs/promises'
import { CheckoutError } from '../../checkout/errors.ts'
import { DOCS_DIRECTORY } from '../../web/answers/built-folders.ts'
import type { Addresses } from './built-addresses.ts'
import { withAddresses } from './built-addresses.ts'

/** The files that `scripts/docs/build-docs.ts` has written. Throws `not_found` for any other. */
export async function openBuiltDocs(urls: Addresses) {
  const names = new Set(await readdir(DOCS_DIRECTORY, { recursive: true }))
  async function read(name: string) {
    if (!names.has(name)) throw new CheckoutError('not_found', 'There is no such address.')
    return readFile(new URL(name, DOCS_DIRECTORY))
  }
  const readText = async (name: string) => withAddresses((await read(name)).toString(), urls)
  return { readText, readPicture: read, pagePolicy: await readText('page-policy.txt') }
}

export type BuiltDocs = Awaited<ReturnType<typeof openBuiltDocs>>
