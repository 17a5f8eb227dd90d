import { ERROR_CATALOGUE } from '../../checkout/errors.ts'
import { htmlText } from '../../web/html-text.ts'
import { hashSource } from '../../web/security-headers.ts'
import { type OpenApiDocument, TAGS } from './document.ts'
import { INTRODUCTION, TEST_CARDS, TOPICS, type Topic } from './guide.ts'
import { renderCurl, renderPanel } from './reference-code.ts'
import { prose } from './reference-fields.ts'
import { toReference } from './reference-model.ts'
import { methodTag, renderErrorTable, renderOperation } from './reference-operation.ts'
import { STYLES } from './reference.styles.ts'

/**
 * The page never changes while the service runs, so its one sheet is allowed by its hash. Nothing
 * else may load or run.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLES)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ALL_ERRORS = Object.entries(ERROR_CATALOGUE).map(([code, { status, when }]) => ({
  status,
  code,
  when,
}))

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** The API as a page for people: no script, no request but itself. */
export function renderReference(document: OpenApiDocument) {
  const { operations, components } = toReference(document)
  const baseUrl = document.servers?.[0]?.url ?? ''
  const groups = TAGS.map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags }) => tags.includes(tag.name)),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${htmlText(document.info.title)} reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${htmlText(INTRODUCTION)}">
<style>${STYLES}</style>
</head>
<body>
<a class="skip" href="#introduction">Skip to content</a>
<header class="top">
<a class="brand" href="#introduction">Hosted Checkout <span>API reference</span></a>
<a class="contents-link" href="#contents">Contents</a>
<a href="openapi.json">OpenAPI</a>
</header>
<div class="page">
<nav id="contents" aria-label="Contents"><details>
<summary>Contents</summary>
${renderNavGroup(
  'Introduction',
  TOPICS.map(({ id, title }) => ({ id, title })),
)}
${groups
  .map((group) =>
    renderNavGroup(
      group.name,
      group.operations.map(({ operationId, summary, method }) => ({
        id: operationId,
        title: summary,
        method,
      })),
    ),
  )
  .join('\n')}
${renderNavGroup('Errors', [{ id: 'errors', title: 'All error codes' }])}
</details></nav>
<main>
<section class="introduction operation" aria-labelledby="introduction">
<div class="text">
<h1 id="introduction">${htmlText(document.info.title)}</h1>
<p class="lead">${htmlText(INTRODUCTION)}</p>
<p class="address"><code>${htmlText(baseUrl)}</code></p>
</div>
<div class="code">
${renderQuickStart(baseUrl)}
</div>
<div class="topics">
${TOPICS.map(renderTopic).join('\n')}
</div>
</section>
${groups
  .map(
    (group) => `<section class="group" aria-labelledby="${idOf(group.name)}">
<header><h2 id="${idOf(group.name)}">${htmlText(group.name)}</h2>
<p class="lead">${prose(group.description)}</p>
${group.name === 'Test provider' ? renderTestCards() : ''}</header>
${group.operations.map((operation) => renderOperation(operation, components)).join('\n')}
</section>`,
  )
  .join('\n')}
<section class="group" aria-labelledby="errors">
<header><h2 id="errors">Errors</h2>
<p class="lead">Every error is JSON: <code>{"error": {"code", "message"}}</code>.
Decide by the code; the message is for people and may change.</p>
<p>Any address may also answer <code>not_found</code>, <code>method_not_allowed</code>
or <code>misdirected_request</code>.</p></header>
${renderErrorTable(ALL_ERRORS, 'All error codes', { isIndex: true })}
</section>
</main>
</div>
</body>
</html>
`
}

function renderQuickStart(baseUrl: string) {
  const sessions = `${baseUrl}/v1/checkout/sessions`
  const request = { credential: 'SECRET_KEY', isStream: false }
  const body = { items: [{ product: 'linen-shirt', size: 'M', color: 'Sage' }] }
  const create = { ...request, method: 'POST', url: sessions, body }
  const confirm = { ...request, method: 'GET', url: `${sessions}/$SESSION_ID`, body: undefined }
  return (
    renderPanel(
      'Create a session, send the buyer to its url',
      'Quick start: create',
      renderCurl(create),
    ) +
    renderPanel('After paying, confirm on your server', 'Quick start: confirm', renderCurl(confirm))
  )
}

type NavLink = { id: string; title: string; method?: string }

const renderNavGroup = (name: string, links: NavLink[]) =>
  `<p class="nav-title"><a href="#${idOf(name)}">${htmlText(name)}</a></p>
<ul>${links
    .map(
      ({ id, title, method }) =>
        `<li><a href="#${id}">${htmlText(title)}${method === undefined ? '' : ` ${methodTag(method)}`}</a></li>`,
    )
    .join('')}</ul>`

function renderTopic({ id, title, paragraphs }: Topic) {
  const blocks = paragraphs
    .map((text) =>
      text.startsWith('- ') ? `<li>${prose(text.slice(2))}</li>` : `<p>${prose(text)}</p>`,
    )
    .join('\n')
  return `<section aria-labelledby="${id}"><h2 id="${id}">${htmlText(title)}</h2>
${blocks.replace(/(<li>[^]*<\/li>)/, '<ul>$1</ul>')}
</section>`
}

const renderTestCards = () => `<table class="cards">
<caption>Test cards, with any future date and any code</caption>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>${TEST_CARDS.map(
  ([number, outcome]) => `<tr><td><code>${number}</code></td><td>${htmlText(outcome)}</td></tr>`,
).join('')}</tbody>
</table>`
