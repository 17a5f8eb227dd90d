import { readFile } from 'node:fs/promises'
import type { Addresses } from './document.ts'

/** A page of the guide, as `scripts/build-guide.ts` makes it of its Markdown. */
export type GuidePage = {
  /** In addresses: `/docs/create`, `/docs/create.md`. */
  name: string
  title: string
  /** The first paragraph, as plain text. */
  summary: string
  headings: { id: string; title: string }[]
  html: string
  markdown: string
}

export type Guide = {
  pages: GuidePage[]
  /** A whole shop in few lines, as HTML. */
  shop: string
}

/** Where the build puts it; the bundled service stands beside it. */
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/docs/guide.json' : '../docs/guide.json',
  import.meta.url,
)

/** The guide speaks of the addresses that it is read at. */
export async function readGuide({
  baseUrl,
  checkoutUrl,
}: Pick<Addresses, 'baseUrl' | 'checkoutUrl'>): Promise<Guide> {
  const text = await readFile(FILE, 'utf8')
  return JSON.parse(
    text
      .replaceAll('http://localhost:4242/checkout', () => checkoutUrl)
      .replaceAll('http://localhost:4242', () => baseUrl),
  ) as Guide
}
