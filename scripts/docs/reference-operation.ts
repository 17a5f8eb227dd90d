import { STATUS_CODES } from '../../server/web/requests/node-http.ts'
import { ERROR_CATALOGUE } from '../../server/checkout/errors.ts'
import { html, joinHtml } from '../../server/web/html.ts'
import { methodTag } from './docs-frame.ts'
import { renderCurl, renderJson, renderPanel } from './reference-code.ts'
import {
  type Components,
  type Schema,
  prose,
  renderField,
  renderFields,
} from './reference-fields.ts'

type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, unknown> }
>
/** The answer for one status. */
export type Answer = { description: string; content?: Content }
type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  example?: string
  schema: Schema
}

/** The part of an OpenAPI operation that the document uses, with its address. */
export type Operation = {
  method: string
  path: string
  server: string
  /** The service sends this request to the merchant's server. */
  isWebhook: boolean
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}

const CREDENTIALS: Record<string, { name: string; variable: string }> = {
  secretKey: { name: 'secret key', variable: 'SECRET_KEY' },
  publicKey: { name: 'public key', variable: 'PUBLIC_KEY' },
  platformToken: { name: 'platform token', variable: 'PLATFORM_TOKEN' },
  buyerToken: { name: 'buyer token', variable: 'BUYER_TOKEN' },
}

const credentialsOf = ({ security = [] }: Operation) =>
  security.flatMap((scheme) => Object.keys(scheme)).flatMap((name) => CREDENTIALS[name] ?? [])

const isError = ([status]: [string, Answer]) => /^[45]/.test(status)
const isRefusal = (entry: [string, Answer]) =>
  isError(entry) && entry[1].content?.['application/json']?.examples !== undefined

export function renderOperation(operation: Operation, components: Components) {
  const { operationId, summary, description, method, server, path } = operation
  const answers = Object.entries(operation.responses).filter((entry) => !isRefusal(entry))
  return html`<section class="operation" aria-labelledby="${operationId}">
<div class="text">
<h3 id="${operationId}"><a href="#${operationId}">${summary}</a></h3>
<p class="address">${methodTag(method)} <code><span class="server">${server}</span>${path}</code></p>
<p>${prose(description)}</p>
${renderCredentials(operation)}
${renderParameters(operation, components)}
${renderBody(operation, components)}
${answers.map((entry) => renderAnswer(entry, components))}
${renderErrors(operation)}
</div>
<div class="code">
${renderRequest(operation)}
${answers.map((entry) => renderExample(entry, summary))}
</div>
</section>`
}

function renderRequest(operation: Operation) {
  const { isWebhook, summary, requestBody } = operation
  return isWebhook
    ? renderPanel(
        'Body',
        `Body: ${summary}`,
        renderJson(requestBody?.content['application/json']?.example),
      )
    : renderPanel('Request', `Request: ${summary}`, renderCurl(toCurl(operation)))
}

function renderCredentials(operation: Operation) {
  if (operation.isWebhook) return ''
  const names = credentialsOf(operation).map(({ name }) => name)
  return html`<p class="credential">${names.length === 0 ? 'Needs no key.' : `Needs the ${names.join(' or the ')}.`}</p>`
}

function renderParameters({ parameters = [] }: Operation, components: Components) {
  if (parameters.length === 0) return ''
  return html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    ({ name, schema, required = false }) =>
      renderField({ name, schema, isRequired: required }, components, true),
  )}</ul>`
}

function renderBody({ requestBody }: Operation, components: Components) {
  const schema = requestBody?.content['application/json']?.schema
  return schema ? html`<h4>Body</h4>${renderFields(schema, components, true)}` : ''
}

const titleOf = (status: string) => `${status} ${STATUS_CODES[status] ?? ''}`

function renderAnswer(
  [status, { description, content = {} }]: [string, Answer],
  components: Components,
) {
  const [schema] = Object.values(content).map((media) => media.schema)
  const fields = schema ? renderFields(schema, components, false) : ''
  return html`<h4>Answer <code>${titleOf(status)}</code></h4><p>${prose(description)}</p>${fields}`
}

function renderExample([status, { content = {} }]: [string, Answer], summary: string) {
  const [media] = Object.entries(content)
  if (!media || media[1].example === undefined) return ''
  const [type, { example }] = media
  const code =
    type === 'text/event-stream'
      ? `event: status\ndata: ${JSON.stringify(example)}`
      : renderJson(example)
  return renderPanel(titleOf(status), `Answer ${status}: ${summary}`, code)
}

const MEANINGS = new Map<string, string>(
  Object.entries(ERROR_CATALOGUE).map(([code, { when }]) => [code, when]),
)

/** One row for each error code of an operation. */
export const refusalsOf = ({ responses }: Operation): ErrorRow[] =>
  Object.entries(responses)
    .filter(isRefusal)
    .flatMap(([status, { content }]) =>
      Object.keys(content?.['application/json']?.examples ?? {}).map((code) => ({
        status,
        code,
        when: MEANINGS.get(code) ?? '',
      })),
    )

function renderErrors(operation: Operation) {
  const rows = refusalsOf(operation)
  if (rows.length === 0) return ''
  return html`<details class="errors"><summary>Errors <span class="count">${rows.length}</span></summary>
${renderErrorTable(rows, `Errors: ${operation.summary}`)}
</details>`
}

export type ErrorRow = { status: number | string; code: string; when: string }

/** `isIndex`: the table to which all links to errors lead. */
export const renderErrorTable = (
  rows: ErrorRow[],
  caption: string,
  { isIndex = false } = {},
) => html`<table>
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>
${joinHtml(
  rows.map(({ status, code, when }) => {
    const name = isIndex
      ? html`<code>${code}</code>`
      : html`<a href="#error-${code}"><code>${code}</code></a>`
    return html`<tr${isIndex ? html` id="error-${code}"` : ''}><td>${status}</td><td>${name}</td><td>${prose(when)}</td></tr>`
  }),
  '\n',
)}
</tbody>
</table>`

function toCurl(operation: Operation) {
  const { method, server, path, parameters = [], requestBody, responses } = operation
  const examples = new Map(parameters.map(({ name, example }) => [name, example]))
  return {
    method,
    url:
      server +
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? `{${name}}`),
    credential: credentialsOf(operation)[0]?.variable,
    body: requestBody?.content['application/json']?.example,
    isStream: responses['200']?.content?.['text/event-stream'] !== undefined,
  }
}
