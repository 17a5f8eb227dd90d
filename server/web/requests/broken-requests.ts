import type { RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { send } from '../answers/answer.ts'
import { STATUS_CODES } from './node-http.ts'
import { type LogContext, beginLog, createRequestId } from './request-log.ts'
import { API_HEADERS, COMMON_HEADERS } from '../answers/security-headers.ts'

const ANSWERS: Record<string, { status: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'headers: must be at most 16 KiB' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'request: took too long to arrive' },
}
const BROKEN = { status: 400, message: 'request: is not valid HTTP' }

const HEADERS = { ...COMMON_HEADERS, ...API_HEADERS }

const envelopeOf = (message: string) =>
  JSON.stringify({ error: { code: 'invalid_request', message } })

/** Answers what is no valid request with an error body, an id and a line of the log, and closes. */
export function answerBrokenRequests(server: Server, { events }: LogContext) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, message } = ANSWERS[error.code ?? ''] ?? BROKEN
    const requestId = createRequestId()
    const body = envelopeOf(message)
    const headers = {
      ...HEADERS,
      'Request-Id': requestId,
      Connection: 'close',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    }
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        '',
        body,
      ].join('\r\n'),
    )
    events.requestAnswered({ requestId, method: 'none', route: 'none', status, durationMs: 0 })
  })
}

/** For what a client expects of us beside `100-continue`, which Node does by itself. */
export const refuseExpectation =
  (context: LogContext): RequestListener =>
  (request, response) => {
    beginLog(context, { request, response, routeOf: () => 'none' })
    const json = envelopeOf('Expect: only 100-continue is understood')
    send(response, { status: 417, headers: { ...HEADERS, Connection: 'close' }, json })
  }
