import { type Html, html, joinHtml, unsafeHtml } from '../../server/web/html.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?/g

function kindOf(text: string | undefined, colon: string | undefined) {
  if (text === undefined) return 'number'
  return colon === undefined ? 'string' : 'key'
}

/** Indented JSON, with names, texts and other values marked for colors. */
export function renderJson(value: unknown) {
  const json = JSON.stringify(value, null, 2)
  const parts: (Html | string)[] = []
  let from = 0
  for (const match of json.matchAll(TOKEN)) {
    const [token, text, colon] = match
    parts.push(
      html`${json.slice(from, match.index)}<span class="${kindOf(text, colon)}">${text ?? token}</span>${colon}`,
    )
    from = match.index + token.length
  }
  return html`${parts}${json.slice(from)}`
}

export type CurlRequest = {
  method: string
  url: string
  credential: string | undefined
  body: unknown
  isStream: boolean
}

/** A request for the shell. Keys come from the environment and stay out of its history. */
export function renderCurl({ method, url, credential, body, isStream }: CurlRequest) {
  const isImplied = method === (body === undefined ? 'GET' : 'POST')
  const words: (Html | string)[] = [
    `curl ${isStream ? '-N ' : ''}${isImplied ? '' : `-X ${method} `}${url}`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
  ]
  if (body !== undefined)
    words.push(html`-d '${unsafeHtml(renderJson(body).text.replaceAll('&#39;', "'\\''"))}'`)
  return html`${joinHtml(words, ' \\\n  ')}`
}

export const renderPanel = (
  title: string,
  label: string,
  code: Html | string,
) => html`<figure class="panel">
<figcaption><span>${title}</span><button type="button" class="copy" aria-label="Copy: ${label}">Copy</button></figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
</figure>`
