import { readFile } from 'node:fs/promises'
import { GUIDE_DIRECTORY } from '../../web/answers/built-folders.ts'
import type { Addresses } from './document.ts'

/** A page of the guide, made by `scripts/build-guide.ts` from Markdown. */
export type GuidePage = {
  /** The page's name in its address: `/docs/create`, `/docs/create.md`. */
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
  /** The shop in few lines. */
  shop: string
  /** By the name of the file, in base64. */
  pictures: Record<string, string>
}

const FILE = new URL('guide.json', GUIDE_DIRECTORY)

/** The guide as the build wrote it, with this service's own addresses. */
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
