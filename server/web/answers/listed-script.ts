import { hash } from 'node:crypto'
import type { ListedScript } from '../../contract/listed-script.ts'

export const integrityOf = (content: string | Uint8Array) =>
  `sha384-${hash('sha384', content, 'base64')}`

/** One that is written into a page. */
export const inPage = (
  text: string,
  words: Pick<ListedScript, 'name' | 'page' | 'reason'> &
    Partial<Pick<ListedScript, 'authorizedBy'>>,
): ListedScript => ({
  authorizedBy: 'The nonce in the page’s policy',
  ...words,
  address: null,
  integrity: integrityOf(text),
})
