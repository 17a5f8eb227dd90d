import { CheckoutError } from '../../checkout/errors.ts'
import { DOCS_POLICY, type Site } from './docs-frame.ts'
import { renderHome } from './docs-home.ts'
import { type Addresses, createOpenApi } from './document.ts'
import { renderGuidePage } from './guide-page.ts'
import { readGuide } from './guide-pages.ts'
import { renderIndex } from './llms-text.ts'
import { documentsOf } from './reader-document.ts'
import { renderReference } from './reference-page.ts'

export type Docs = Awaited<ReturnType<typeof openDocs>>

/** Keeps the first value: these pages never change while the service runs. */
function remember<Value>(make: () => Value) {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

function find<Value>(things: Map<string, Value>, name: string): Value {
  const found = things.get(name)
  if (found === undefined) throw new CheckoutError('not_found', 'There is no such address.')
  return found
}

/** All pages of the documentation. Each is rendered when it is first asked for. */
export async function openDocs(urls: Addresses) {
  const guide = await readGuide(urls)
  const whole = createOpenApi(urls)
  const documents = documentsOf(whole)
  const base = new URL(urls.baseUrl).pathname.replace(/\/$/, '')
  const site: Site = { base, root: `${base}/docs`, guide: guide.pages }
  const pages = new Map([
    ...guide.pages.map((page): [string, () => string] => [
      page.name,
      remember(() => renderGuidePage(site, page)),
    ]),
    ...documents.map((each): [string, () => string] => [
      each.reader.name,
      remember(() => renderReference(site, each)),
    ]),
  ])
  const markdown = new Map(guide.pages.map((page) => [page.name, page.markdown]))
  const pictures = new Map(Object.entries(guide.pictures))
  const byReader = new Map(documents.map(({ reader, document }) => [reader.name, document]))
  return {
    policy: DOCS_POLICY,
    whole,
    /** The list of all pages, for programs. */
    index: renderIndex(urls.baseUrl, guide.pages),
    home: remember(() => renderHome({ site, documents, shop: guide.shop })),
    page: (name: string) => find(pages, name)(),
    markdown: (name: string) => find(markdown, name),
    picture: (name: string) => Buffer.from(find(pictures, name), 'base64'),
    document: (reader: string) => find(byReader, reader),
  }
}
