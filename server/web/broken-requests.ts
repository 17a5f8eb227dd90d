import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

const ANSWERS: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'headers: must be at most 16 KiB',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'request: took too long to arrive',
  },
}
const BROKEN = { status: '400 Bad Request', message: 'request: is not valid HTTP' }

/** What never becomes a request gets the envelope, too, and its connection is closed. */
export function answerBrokenRequests(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, message } = ANSWERS[error.code ?? ''] ?? BROKEN
    const body = JSON.stringify({ error: { code: 'invalid_request', message } })
    socket.end(
      [
        `HTTP/1.1 ${status}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
  })
}
