import { createServer } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { aStore } from '../../testing/builders.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { PLATFORM_TOKEN } from '../../testing/servers/test-service.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { answerBrokenRequests } from './broken-requests.ts'

const metricsPort = await findFreePort()
const { service } = await openSpecService({ env: { METRICS_PORT: String(metricsPort) } })
const store = await aStore(service)

async function send(bytes: string) {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const requestId = /^Request-Id: (\S+)/im.exec(head)?.[1] ?? 'none'
  await expect.poll(service.log).toContain(`"requestId":"${requestId}"`)
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

  test.each(['itself', 'evil.example'])(
    'a second Host header, %s, is 400 where no Express is asked',
    async (name) => {
      const { host } = new URL(service.baseUrl)
      const second = name === 'itself' ? host : name
      const bytes = `GET /v1/checkout/sessions/cs_1 HTTP/1.1\r\nHost: ${host}\r\nhost: ${second}\r\nConnection: close\r\n\r\n`
      expect(await send(bytes)).toEqual({ status: 400, body: envelope('Host: must be sent once') })
    },
  )

  test.each(['/healthz', '/v1/products', '/v1/checkout/sessions/cs_1', '/checkout/cs_1'])(
    'no Host header is 400: %s',
    async (path) => {
      const bytes = `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`
      expect(await send(bytes)).toEqual({ status: 400, body: envelope('Host: must be sent once') })
    },
  )

  test.each([
    ['/v1/products', 'invalid_api_key'],
    ['/v1/checkout/sessions/cs_x', 'invalid_api_key'],
    ['/platform/v1/stores', 'invalid_platform_token'],
  ])('a second Authorization header is 401: %s', async (path, code) => {
    const key = path.startsWith('/platform') ? PLATFORM_TOKEN : store.keys.secret
    const twice = `Authorization: Bearer ${key}\r\n`.repeat(2)
    const bytes = `GET ${path} HTTP/1.1\r\nHost: ${new URL(service.baseUrl).host}\r\n${twice}Connection: close\r\n\r\n`
    expect(await send(bytes)).toMatchObject({ status: 401, body: { error: { code } } })
  })

  test.each([
    ['http://evil.example/v1/products', 421],
    ['http://evil.example/healthz', 421],
    ['https://evil.example/checkout/cs_x', 421],
    ['http://localhost@evil.example/v1/products', 421],
    ['evil.example/v1/products', 400],
    ['http://localhost/v1/products', 200],
    ['http://localhost/.well-known/jwks.json', 200],
  ])('a target in absolute form has to name the host of the header: %s', async (target, status) => {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${store.keys.secret}\r\nConnection: close\r\n\r\n`
    const answer = await send(bytes)
    expect(answer.status).toBe(status)
    if (status === 421)
      expect(answer.body).toMatchObject({ error: { code: 'misdirected_request' } })
  })

  test('a target in absolute form of another host is 421 whatever the header says', async () => {
    const bytes =
      'GET http://localhost/v1/products HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
    expect(await send(bytes)).toMatchObject({ status: 421 })
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

  test('a request that takes too long is 408, with an id that the log has', async () => {
    const server = createServer()
    const requestAnswered = vi.fn()
    answerBrokenRequests(server, { events: { requestAnswered }, requests: { record: vi.fn() } })
    const socket = new PassThrough()
    server.emit(
      'clientError',
      Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
    const [head, body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(body)).toEqual(envelope('request: took too long to arrive'))
    const [[{ requestId, status }]] = requestAnswered.mock.calls as [
      [Record<string, string | number>],
    ]
    expect([head?.includes(`\r\nRequest-Id: ${requestId}\r\n`), status]).toEqual([true, 408])
  })

  test('what is expected of us beside 100-continue is 417', async () => {
    const bytes =
      'POST /v1/checkout/sessions HTTP/1.1\r\nHost: localhost\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}'
    expect(await send(bytes)).toEqual({
      status: 417,
      body: envelope('Expect: only 100-continue is understood'),
    })
  })

  test('what Node refuses has the headers of every answer, a line of the log and a metric', async () => {
    const answer = await fetch(`${service.baseUrl}/v1/products`, {
      headers: { x: 'x'.repeat(17_000) },
    })
    expect(answer.status).toBe(431)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toMatch(
      /^checkout_http_request_duration_seconds_count\{method="none",route="none",status="4xx"\} [1-9]/m,
    )
  })
})
