import { hash } from 'node:crypto'

/** A script of our pages, as an assessor reads it (PCI DSS 4.0.1, requirement 6.4.3). */
export type ListedScript = {
  name: string
  /** Where it runs. */
  page: string
  /** Null: it stands in the page itself. */
  address: string | null
  /** As in the attribute `integrity`. Null: its owner changes it. */
  integrity: string | null
  /** What lets it run there, and no other. */
  authorizedBy: string
  reason: string
}

export const integrityOf = (content: string | Uint8Array) =>
  `sha384-${hash('sha384', content, 'base64')}`

/** One that stands in a page. */
export const inPage = (
  text: string,
  words: Pick<ListedScript, 'name' | 'page' | 'reason'>,
): ListedScript => ({
  ...words,
  address: null,
  integrity: integrityOf(text),
  authorizedBy: 'The nonce in the page’s policy',
})
