import type { Addresses } from '../../server/api/docs/built-addresses.ts'
import { createOpenApi } from '../../server/api/reference/document.ts'
import { documentsOf } from '../../server/api/reference/reader-document.ts'
import { DOCS_POLICY, siteOf } from './docs-frame.ts'
import { renderHome } from './docs-home.ts'
import { renderGuidePage } from './guide-page.ts'
import { readGuide } from './guide-sources.ts'
import { renderIndex } from './llms-text.ts'
import { renderReference } from './reference-page.ts'

/** All files of the documentation, by their names. */
export function renderDocs(urls: Addresses) {
  const { pages, shop, pictures } = readGuide(urls)
  const whole = createOpenApi(urls)
  const documents = documentsOf(whole)
  const inner = siteOf('..', pages)
  return new Map<string, string | Buffer>([
    ['page-policy.txt', DOCS_POLICY],
    ['openapi.json', JSON.stringify(whole)],
    ['llms.txt', renderIndex(urls.baseUrl, pages)],
    ['home.html', renderHome({ site: siteOf('.', pages), documents, shop })],
    ...pages.flatMap((page): [string, string][] => [
      [`pages/${page.name}.html`, renderGuidePage(inner, page)],
      [`pages/${page.name}.md`, page.markdown],
    ]),
    ...pictures.map(({ name, bytes }): [string, Buffer] => [`pages/${name}`, bytes]),
    ...documents.flatMap((each): [string, string][] => [
      [`pages/${each.reader.name}.html`, renderReference(inner, each)],
      [`documents/${each.reader.name}.json`, JSON.stringify(each.document)],
    ]),
  ])
}
