import { type RawResponse, type RawRequest, headerOf } from '../buyer/exchange.ts'
import type { Operation, readOperations } from './operations.ts'

/** The statuses of forms and pages of the store application. */
const PAGE_STATUSES = [200, 204, 303, 304, 400, 403, 404, 405, 409, 413, 415, 422, 429, 503]

/** Without script the hosted page is sent as a form, and gets a page as answer. */
const isPageOfForm = ({ method, path }: RawRequest, answer: RawResponse) =>
  method === 'POST' && /^\/checkout\/[^/]+$/.test(path) && typeOf(answer) === 'text/html'

const typeOf = (answer: RawResponse) => headerOf(answer, 'content-type')?.split(';')[0] ?? ''

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first event of a stream. */
const firstEventOf = (text: string) => parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')

const codeOf = (body: unknown) => (body as { error?: { code?: string } } | undefined)?.error?.code

/** Only these codes may come with 503. */
const UNAVAILABLE = ['busy', 'payments_unavailable']

type JudgeInput = Pick<ReturnType<typeof readOperations>, 'isError'> & {
  operation: Operation | undefined
  sent: RawRequest
}

/** How an answer of the API differs from `openapi.json`. */
export function judgeApi(
  answer: RawResponse,
  { operation, sent, isError }: JudgeInput,
): string | undefined {
  const { status, text } = answer
  if (status === 0) return 'no answer'
  if (headerOf(answer, 'request-id') === undefined) return 'no Request-Id'
  if (!operation) {
    if (status >= 500) return `${status} for a method that there is not`
    const isSaid =
      status < 400 || sent.method === 'HEAD' || isPageOfForm(sent, answer) || isError(parse(text))
    return isSaid ? undefined : 'an error without its envelope'
  }
  // Another host name gets this answer from every address.
  if (status === 421 && sent.headers?.host !== undefined)
    return isError(parse(text)) ? undefined : '421 without its envelope'
  const documented = operation.answers[status]
  if (!documented) return `${status} is not documented`
  if (status === 500) return '500'
  const type = typeOf(answer)
  const isAsSaid = documented[type]
  if (!isAsSaid && Object.keys(documented).length > 0)
    return `${status} is documented as ${Object.keys(documented).join(', ')}, not as ${type || 'nothing'}`
  const isStream = type === 'text/event-stream'
  const body = isStream ? firstEventOf(text) : parse(text)
  const isText = /^text\/|\+xml$/.test(type) && !isStream
  if (isAsSaid && !isAsSaid(isText ? text : body))
    return `${status} is not as its schema: ${isAsSaid.errors?.[0]?.instancePath} ${isAsSaid.errors?.[0]?.message}`
  if (type !== 'application/json') return undefined
  if (
    status === 503 &&
    operation.id !== 'getReadiness' &&
    !UNAVAILABLE.includes(codeOf(body) ?? '')
  )
    return `503 ${codeOf(body)}`
  const hasToWait = status === 429 || (status === 503 && operation.id !== 'getReadiness')
  return hasToWait && headerOf(answer, 'retry-after') === undefined
    ? `${status} without Retry-After`
    : undefined
}

/** What is wrong with an answer of the store application. `foreign`: words of another store. */
export function judgePage(answer: RawResponse, foreign: string[]): string | undefined {
  const { status, text } = answer
  if (status === 0) return 'no answer'
  if (!PAGE_STATUSES.includes(status)) return `${status} is none of a page`
  if (text.includes('<script>alert(1)')) return 'a script that was sent stands in the page'
  const word = foreign.find((each) => text.includes(each))
  if (word !== undefined) return `the page shows another store's ${word}`
  const location = headerOf(answer, 'location')
  if (status === 303 && !(location ?? '').startsWith('/store')) return `303 leads to ${location}`
  return status >= 400 && typeOf(answer) !== 'text/html'
    ? `${status} as ${typeOf(answer) || 'nothing'}`
    : undefined
}
