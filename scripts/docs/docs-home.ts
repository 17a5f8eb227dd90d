import { html, joinHtml } from '../../server/web/html.ts'
import { type Site, methodTag, renderLead, renderPage } from './docs-frame.ts'
import type { ReaderDocument } from '../../server/api/reference/reader-document.ts'
import { renderPanel } from './reference-code.ts'
import { prose } from './reference-fields.ts'
import { toReference } from './reference-model.ts'

const SUMMARY =
  'Sell one product with a link: create a session, send the buyer to its page, read the session to confirm the payment.'

/** The first page links to the guide and to every operation of the API. */
export function renderHome({
  site,
  documents,
  shop,
}: {
  site: Site
  documents: ReaderDocument[]
  shop: string
}) {
  const { base, root, guide } = site
  return renderPage({
    site,
    name: '',
    title: 'Documentation',
    summary: SUMMARY,
    contents: [],
    main: html`<section class="introduction first" aria-labelledby="introduction">
<div class="text">
<h1 id="introduction">Documentation</h1>
${renderLead(SUMMARY)}
<p>New here? Begin with <a href="${root}/create">Create a session</a>: each page is one step, and takes a few minutes.</p>
<p>For programs there are <a href="${base}/openapi.json">all of the API as one OpenAPI document</a> and <a href="${base}/llms.txt">the guide as plain text</a>.</p>
</div>
${renderPanel('A whole shop, in Node', 'A whole shop', shop)}
</section>
<section class="group" aria-labelledby="guide"><header><h2 id="guide">Guide</h2></header>
<ol class="steps">${guide.map(
      ({ name, title, summary }) =>
        html`<li><h3><a href="${root}/${name}">${title}</a></h3><p>${summary}</p></li>`,
    )}</ol></section>
<section class="group" aria-labelledby="reference"><header><h2 id="reference">API reference</h2>
<p class="lead">Each document is for one reader, and is also there as OpenAPI.</p></header>
<div class="readers">
${joinHtml(
  documents.map((each) => renderReader(site, each)),
  '\n',
)}
</div></section>`,
  })
}

function renderReader({ root }: Site, { reader, document }: ReaderDocument) {
  const { operations } = toReference(document)
  return html`<section aria-labelledby="${reader.name}"><h3 id="${reader.name}"><a href="${root}/${reader.name}">${reader.title}</a></h3>
<p>${prose(reader.summary)}</p>
<ul>${operations.map(
    ({ operationId, summary, method }) =>
      html`<li id="${operationId}"><a href="${root}/${reader.name}#${operationId}">${summary} ${methodTag(method)}</a></li>`,
  )}</ul></section>`
}
