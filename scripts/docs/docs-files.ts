import type { Addresses } from '../../server/api/docs/built-addresses.ts'
import { createOpenApi } from '../../server/api/reference/document.ts'
import { documentsOf } from '../../server/api/reference/reader-document.ts'
import { DOCS_POLICY, PAGE_SCRIPT, siteOf } from './docs-frame.ts'
import { renderHome } from './docs-home.ts'
import { renderGuidePage } from './guide-page.ts'
import { readGuide } from './guide-sources.ts'
import { renderIndex } from './llms-text.ts'
import { renderReference } from './reference-page.ts'
import { sectionsOf } from './search-index.ts'

/** All files of the documentation, by their names. */
export function renderDocs(urls: Addresses) {
  const { pages, shop, pictures } = readGuide(urls)
  const whole = createOpenApi(urls)
  const documents = documentsOf(whole)
  const inner = siteOf('..', pages)
  const guide = pages.map((each) => ({ ...each, page: renderGuidePage(inner, each) }))
  const references = documents.map((each) => ({
    ...each.reader,
    document: each.document,
    page: renderReference(inner, each),
  }))
  return new Map<string, string | Buffer>([
    ['page-policy.txt', DOCS_POLICY],
    ['page-script.js', PAGE_SCRIPT],
    ['search.json', JSON.stringify([...guide, ...references].flatMap(sectionsOf))],
    ['openapi.json', JSON.stringify(whole)],
    ['llms.txt', renderIndex(urls.baseUrl, pages)],
    ['home.html', renderHome({ site: siteOf('.', pages), documents, shop })],
    ...guide.flatMap(({ name, page, markdown }): [string, string][] => [
      [`pages/${name}.html`, page],
      [`pages/${name}.md`, markdown],
    ]),
    ...pictures.map(({ name, bytes }): [string, Buffer] => [`pages/${name}`, bytes]),
    ...references.flatMap(({ name, page, document }): [string, string][] => [
      [`pages/${name}.html`, page],
      [`documents/${name}.json`, JSON.stringify(document)],
    ]),
  ])
}
