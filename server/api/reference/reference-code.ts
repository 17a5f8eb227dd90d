import { htmlText } from '../../web/html-text.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?/g

function kindOf(text: string | undefined, colon: string | undefined) {
  if (text === undefined) return 'number'
  return colon === undefined ? 'string' : 'key'
}

/** Indented JSON, with names, texts and other values marked for colors. */
export function renderJson(value: unknown) {
  const json = JSON.stringify(value, null, 2)
  let html = ''
  let from = 0
  for (const match of json.matchAll(TOKEN)) {
    const [token, text, colon] = match
    html += `${htmlText(json.slice(from, match.index))}<span class="${kindOf(text, colon)}">${htmlText(text ?? token)}</span>${colon ?? ''}`
    from = match.index + token.length
  }
  return html + htmlText(json.slice(from))
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
  const words = [
    `curl ${isStream ? '-N ' : ''}${isImplied ? '' : `-X ${method} `}${url}`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
  ].map(htmlText)
  if (body !== undefined) words.push(`-d '${renderJson(body).replaceAll('&#39;', "'\\''")}'`)
  return words.join(' \\\n  ')
}

export const renderPanel = (title: string, label: string, code: string) => `<figure class="panel">
<figcaption>${htmlText(title)}</figcaption>
<pre tabindex="0" role="group" aria-label="${htmlText(label)}"><code>${code}</code></pre>
</figure>`
