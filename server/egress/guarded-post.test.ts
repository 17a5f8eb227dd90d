import { once } from 'node:events'
import { type RequestListener, type Server, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { startNameServer } from '../testing/servers/name-server.ts'
import { SAMPLE_CERTIFICATE, SAMPLE_KEY } from '../testing/sample-certificate.ts'
import { createGuardedPost } from './guarded-post.ts'
import { parsePrivateRange } from './reachable.ts'
import { type Egress, findTarget } from './targets.ts'

/** Longer than anything here takes. */
const PATIENCE_MS = 60_000

const LOOPBACK: Egress = { isOnLoopback: true, allowedRanges: [] }
const OUTSIDE: Egress = { isOnLoopback: false, allowedRanges: [] }

const POSTING = { headers: { 'content-type': 'application/json' }, body: '{"é":1}' }

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

async function listen(server: Server) {
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const aServer = (answer: RequestListener) => listen(createServer(answer))

async function names(...answers: Parameters<typeof startNameServer>) {
  const server = await startNameServer(...answers)
  opened.push(server.close)
  return server
}

const post = (url: string, egress: Egress = LOOPBACK, timeoutMs = PATIENCE_MS) =>
  createGuardedPost(egress, { timeoutMs })(url, POSTING)

describe('security, threat 20: what leaves through the guard', () => {
  test('the body goes through the guard as it is, and the answer’s status comes back', async () => {
    const seen: unknown[] = []
    const { port } = await aServer((request, response) => {
      request.setEncoding('utf8').once('data', (body) => {
        seen.push([request.method, request.url, request.headers.host, body])
        response.writeHead(204).end()
      })
    })
    const outcome = await post(`http://localhost:${port}/hook?a=b`)
    expect(outcome).toMatchObject({ status: 204, error: null })
    expect(seen).toEqual([['POST', '/hook?a=b', `localhost:${port}`, POSTING.body]])
  })

  test.each([
    'https://127.0.0.1',
    'https://127.0.0.1:443',
    'http://localhost:1024',
    'http://localhost:443',
  ])('a port may be 443, or one from 1024 on: %s', async (url) => {
    const { signal } = new AbortController()
    expect(await findTarget(url, { ...LOOPBACK, signal })).toMatchObject({ type: 'reachable' })
  })

  test.each([
    'https://127.0.0.1:22',
    'https://127.0.0.1:80',
    'https://127.0.0.1:1023',
    'http://localhost',
    'http://localhost:25',
    'https://127.0.0.1:0',
  ])('every other port is refused: %s', async (url) => {
    const { signal } = new AbortController()
    const reason = 'must have port 443, or one from 1024 on'
    expect(await findTarget(url, { ...LOOPBACK, signal })).toEqual({ type: 'refused', reason })
    expect(await post(url)).toMatchObject({ status: null, error: 'address_not_allowed' })
  })

  test('a post goes to the address that was checked, although the name leads elsewhere since', async () => {
    const { port } = await aServer((_request, response) => response.writeHead(200).end())
    const { address, asked } = await names((_name, nth) => (nth === 1 ? '127.0.0.1' : '127.9.9.9'))
    const url = `http://hooks.shop.example:${port}/`
    expect(await post(url, { ...LOOPBACK, nameServers: [address] })).toMatchObject({ status: 200 })
    expect(asked).toEqual(['hooks.shop.example'])
  })

  test('a post goes nowhere when its name leads inside only once it was checked', async () => {
    const trap = await listen(
      createTlsServer({ cert: SAMPLE_CERTIFICATE, key: SAMPLE_KEY }, (_request, response) =>
        response.end(),
      ),
    )
    // An unused address plays one of the internet.
    const unused = parsePrivateRange('10.255.255.1/32')
    if (!unused) throw new Error('it is private')
    const { address } = await names((_name, nth) => (nth === 1 ? '10.255.255.1' : '127.0.0.1'))
    const outcome = await post(
      `https://hooks.shop.example:${trap.port}/`,
      { isOnLoopback: false, allowedRanges: [unused], nameServers: [address] },
      500,
    )
    expect(outcome.status).toBeNull()
    expect(trap.connections()).toBe(0)
  })

  test.each([
    'https://127.0.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://017700000001:PORT/',
    'https://0.0.0.0:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://localhost:PORT/',
    'https://hooks.localhost:PORT/',
    'https://inside.example:PORT/',
    'https://user:password@inside.example:PORT/',
    'http://inside.example:PORT/',
    'ftp://inside.example:PORT/',
  ])('a post to %s reaches nothing on this machine', async (url) => {
    const trap = await aServer((_request, response) => response.end())
    const { address } = await names(() => '127.0.0.1')
    const outcome = await post(url.replace('PORT', String(trap.port)), {
      ...OUTSIDE,
      nameServers: [address],
    })
    expect(outcome).toMatchObject({ status: null, error: 'address_not_allowed' })
    expect(trap.connections()).toBe(0)
  })

  test('a post is by http on this machine alone', async () => {
    const { address } = await names(() => '93.184.216.34')
    const outcome = await post('http://hooks.shop.example:8080/', {
      ...LOOPBACK,
      nameServers: [address],
    })
    expect(outcome.error).toBe('address_not_allowed')
  })

  test('a post never follows a redirect', async () => {
    const trap = await aServer((_request, response) => response.end())
    const { port } = await aServer((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${trap.port}/` }).end(),
    )
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307 })
    expect(trap.connections()).toBe(0)
  })

  test('a post passes by a proxy that the environment names', async () => {
    const proxy = await aServer((_request, response) => response.end())
    const { port } = await aServer((_request, response) => response.writeHead(200).end())
    const before = { ...process.env }
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'])
      process.env[name] = `http://127.0.0.1:${proxy.port}`
    process.env['NODE_USE_ENV_PROXY'] = '1'
    try {
      expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
    } finally {
      process.env = before
    }
    expect(proxy.connections()).toBe(0)
  })

  test('a post names the host to TLS, and believes no certificate of somebody else', async () => {
    const said: unknown[] = []
    const server = createTlsServer(
      { cert: SAMPLE_CERTIFICATE, key: SAMPLE_KEY },
      (request, response) => {
        said.push((request.socket as { servername?: unknown }).servername)
        response.writeHead(200).end()
      },
    )
    const { port } = await listen(server)
    const { address } = await names(() => '127.0.0.1')
    const egress = { ...LOOPBACK, nameServers: [address] }
    const url = `https://hooks.shop.example:${port}/`
    expect(await post(url, egress)).toMatchObject({
      status: null,
      error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, SAMPLE_CERTIFICATE])
    try {
      expect(await post(url, egress)).toMatchObject({ status: 200 })
      const other = await post(`https://other.shop.example:${port}/`, egress)
      expect(other).toMatchObject({ status: null, error: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    } finally {
      setDefaultCACertificates(before)
    }
    expect(said).toEqual(['hooks.shop.example'])
  })
})

describe('contract §4: a webhook request takes 15 s at most, all of it', () => {
  test('an answer without an end is cut after 64 KiB, its status counts', async () => {
    const { port } = await aServer((_request, response) => {
      response.writeHead(200)
      const write = () => {
        while (response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', write)
      write()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, error: null })
  })

  test('of an answer its first 2 KiB are kept as they came, however it is cut into pieces', async () => {
    const sent = Buffer.alloc(3_000, 'ab\0\xff<pre>', 'latin1')
    const { port } = await aServer((_request, response) => {
      response.writeHead(500)
      for (let from = 0; from < sent.length; from += 700)
        response.write(sent.subarray(from, from + 700))
      response.end()
    })
    const { status, answer } = await post(`http://127.0.0.1:${port}/`)
    expect([status, answer]).toEqual([500, sent.subarray(0, 2_048)])
  })

  test('of an answer without an end no more than 2 KiB are kept', async () => {
    const { port } = await aServer((_request, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(16_384, 'a')));
      }
      response.on('drain', write)
      write()
    })
    const { answer } = await post(`http://127.0.0.1:${port}/`)
    expect(answer?.byteLength).toBe(2_048)
  })

  test('a header without an end is no answer', async () => {
    const server = createServer()
    server.on('connection', (socket) => {
      socket.on('error', () => {})
      const write = () => {
        while (socket.writable && socket.write('a'.repeat(1_024)));
      }
      socket.write('HTTP/1.1 200 OK\r\nX-Endless: ')
      socket.on('drain', write)
      write()
    })
    const { port } = await listen(server)
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      answer: undefined,
      error: 'HPE_HEADER_OVERFLOW',
    })
  })

  test.each<[string, RequestListener]>([
    ['nothing', () => {}],
    ['a beginning alone', (_request, response) => void response.writeHead(200).write('a')],
  ])('an answer of %s is no answer', async (_what, answer) => {
    const { port } = await aServer(answer)
    expect(await post(`http://127.0.0.1:${port}/`, LOOPBACK, 200)).toMatchObject({
      status: null,
      error: 'timeout',
    })
  })

  test('a name server that keeps silent takes no longer than the request may', async () => {
    const silent = { ...LOOPBACK, nameServers: ['127.0.0.1:9'] }
    const outcome = await post('https://hooks.shop.example/', silent, 200)
    expect(['timeout', 'name_not_found']).toContain(outcome.error)
  })

  test('a refused connection and a name that nobody has are said as such', async () => {
    const { port } = await aServer(() => {})
    for (const close of opened.splice(0)) await close()
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'ECONNREFUSED' })
    const { address } = await names(() => undefined)
    const nowhere = { ...LOOPBACK, nameServers: [address] }
    expect(await post('https://hooks.shop.example/', nowhere)).toMatchObject({
      error: 'name_not_found',
    })
  })

  test('a post passes on when the other side wants to be asked again', async () => {
    const { port } = await aServer((_request, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    )
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: 503,
      retryAfter: '120',
    })
  })
})
