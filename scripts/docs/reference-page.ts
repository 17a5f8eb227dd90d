import { ERROR_CATALOGUE } from '../../server/checkout/errors.ts'
import { html, joinHtml, unsafeHtml } from '../../server/web/html.ts'
import { type Site, idOf, renderLead, renderPage } from './docs-frame.ts'
import type { ReaderDocument } from '../../server/api/reference/reader-document.ts'
import { renderCurl, renderPanel } from './reference-code.ts'
import { prose } from './reference-fields.ts'
import { toReference } from './reference-model.ts'
import { refusalsOf, renderErrorTable, renderOperation } from './reference-operation.ts'
import { type Topic, topicsFor } from '../../server/api/reference/topics.ts'

/** Errors that every address may answer. */
const EVERYWHERE = ['not_found', 'method_not_allowed', 'misdirected_request']

function errorsIn(operations: Reference['operations']) {
  const codes = new Set([...EVERYWHERE, ...operations.flatMap(refusalsOf).map(({ code }) => code)])
  return Object.entries(ERROR_CATALOGUE)
    .filter(([code]) => codes.has(code))
    .map(([code, { status, when }]) => ({ status, code, when }))
}

type Reference = ReturnType<typeof toReference>

export function renderReference(site: Site, { reader, document }: ReaderDocument) {
  const { operations, components } = toReference(document)
  const topics = topicsFor(reader)
  const groups = reader.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags }) => tags.includes(tag.name)),
  }))
  const baseUrl = document.servers?.[0]?.url ?? ''
  return renderPage({
    site,
    name: reader.name,
    title: reader.title,
    summary: reader.summary.replaceAll('`', ''),
    contents: [
      {
        id: 'introduction',
        title: 'Introduction',
        links: topics.map(({ id, title }) => ({ id, title })),
      },
      ...groups.map(toContents),
      { id: 'errors', title: 'Errors', links: [] },
    ],
    alternate: {
      href: `${site.root}/${reader.name}/openapi.json`,
      type: 'application/json',
      title: 'OpenAPI',
    },
    main: html`<section class="introduction operation" aria-labelledby="introduction">
<div class="text">
<h1 id="introduction">${reader.title}</h1>
${renderLead(reader.summary)}
<p class="address"><code>${baseUrl}</code></p>
</div>
${reader.name === 'merchant' ? html`<div class="code">${renderQuickStart(baseUrl)}</div>` : ''}
<div class="topics">
${joinHtml(topics.map(renderTopic), '\n')}
</div>
</section>
${joinHtml(
  groups.map((group) => renderGroup(group, components)),
  '\n',
)}
<section class="group" aria-labelledby="errors">
<header><h2 id="errors">Errors</h2>
<p class="lead">Those of this document. What to do about them is in the <a href="${site.root}/errors">guide</a>.</p></header>
${renderErrorTable(errorsIn(operations), 'Error codes', { isIndex: true })}
</section>`,
  })
}

type Group = ReaderDocument['reader']['tags'][number] & Pick<Reference, 'operations'>

const toContents = ({ name, operations }: Group) => ({
  id: idOf(name),
  title: name,
  links: operations.map(({ operationId, summary, method }) => ({
    id: operationId,
    title: summary,
    method,
  })),
})

const renderGroup = (
  { name, description, operations }: Group,
  components: Reference['components'],
) => html`<section class="group" aria-labelledby="${idOf(name)}">
<header><h2 id="${idOf(name)}">${name}</h2>
${renderLead(description)}</header>
${joinHtml(
  operations.map((operation) => renderOperation(operation, components)),
  '\n',
)}
</section>`

function renderQuickStart(baseUrl: string) {
  const sessions = `${baseUrl}/v1/checkout/sessions`
  const request = { credential: 'SECRET_KEY', isStream: false }
  const body = { items: [{ product: 'linen-shirt', size: 'M', color: 'Sand' }] }
  const create = { ...request, method: 'POST', url: sessions, body }
  const confirm = { ...request, method: 'GET', url: `${sessions}/$SESSION_ID`, body: undefined }
  return [
    renderPanel(
      'Create a session, send the buyer to its url',
      'Quick start: create',
      renderCurl(create),
    ),
    renderPanel(
      'After paying, confirm on your server',
      'Quick start: confirm',
      renderCurl(confirm),
    ),
  ]
}

function renderTopic({ id, title, paragraphs }: Topic) {
  const blocks = html`${joinHtml(
    paragraphs.map((text) =>
      text.startsWith('- ') ? html`<li>${prose(text.slice(2))}</li>` : html`<p>${prose(text)}</p>`,
    ),
    '\n',
  )}`
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${unsafeHtml(blocks.text.replace(/(<li>[^]*<\/li>)/, '<ul>$1</ul>'))}
</section>`
}
