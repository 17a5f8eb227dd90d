import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openSpecService } from '../testing/spec-service.ts'

const { service } = await openSpecService()
async function send(bytes: string) {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
}

const envelope = (message: string) => ({ error: { code: 'invalid_request', message } })

describe('spec §7 Errors: what is no HTTP request', () => {
  test('a line that is no request line is 400 in the envelope', async () => {
    expect(await send('HELLO\r\n\r\n')).toEqual({
      status: 400,
      body: envelope('request: is not valid HTTP'),
    })
  })

  test('a request with both Content-Length and Transfer-Encoding is 400', async () => {
    const bytes =
      'POST /v1/checkout/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(await send(bytes)).toEqual({ status: 400, body: envelope('request: is not valid HTTP') })
  })

  test.each(['localhost', 'evil.example'])('a second Host header, %s, is 400', async (host) => {
    const bytes = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: ${host}\r\nConnection: close\r\n\r\n`
    expect(await send(bytes)).toEqual({ status: 400, body: envelope('Host: must be sent once') })
  })

  test('a host that only X-Forwarded-Host names is no host', async () => {
    const bytes =
      'GET /v1/products HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\nConnection: close\r\n\r\n'
    expect(await send(bytes)).toMatchObject({ status: 421 })
  })

  test('headers of more than 16 KiB are answered with 431', async () => {
    const bytes = `GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`
    expect(await send(bytes)).toEqual({
      status: 431,
      body: envelope('headers: must be at most 16 KiB'),
    })
  })
})
