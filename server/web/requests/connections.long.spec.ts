import { once } from 'node:events'
import { Agent, type IncomingMessage, request as ask } from 'node:http'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aProduct, aStore } from '../../testing/builders.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const metricsPort = await findFreePort()
const { service } = await openSpecService({
  env: { TRUST_PROXY: '0', METRICS_PORT: String(metricsPort) },
})
const store = await aStore(service)
await aProduct(service, store)

const portOf = ({ baseUrl }: { baseUrl: string }) => Number(new URL(baseUrl).port)

const aRequest = (key: string, head = '') =>
  `GET /v1/products HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${head}\r\n`

const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g

/** What is answered until the connection is closed. */
async function answersTo(bytes: string, port = portOf(service)) {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const answers = await text(socket).catch(() => '')
  return [...answers.matchAll(STATUS_LINE)].map(([, status]) => Number(status))
}

async function readDropped(reason: string) {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const line = new RegExp(
    `^checkout_connections_dropped_total\\{reason="${reason}"\\} (\\d+)$`,
    'm',
  )
  return Number(line.exec(metrics)?.[1])
}

/** Answers, as an agent gets them. */
async function send(agent: Agent, { key = store.keys.secret, method = 'GET', body = '' } = {}) {
  const path = method === 'GET' ? '/v1/products' : '/v1/checkout/sessions'
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = ask(`${service.baseUrl}${path}`, { agent, method, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await text(response)
  return response
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

async function open(): Promise<Socket> {
  const socket = connect(portOf(service), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

describe('security §4: the connections of an address', () => {
  test.each([
    ['is closed with its thousandth answer', 1, 0],
    ['is ended when more comes at once, and counted', 2, 1],
  ])('a connection %s', async (_, last, dropped) => {
    const socket = await open()
    let seen = ''
    let answered = 0
    const nearly = Promise.withResolvers<void>()
    const ask = (count: number) =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      seen = chunk
      answered += [...chunk.matchAll(STATUS_LINE)].length
      if (answered < 999) ask(1)
      else nearly.resolve()
    })
    ask(1)
    await nearly.promise
    const before = await readDropped('too_many_requests')
    ask(last)
    await once(socket, 'close')
    expect((await readDropped('too_many_requests')) - before).toBe(dropped)
    if (dropped > 0) return
    expect(answered).toBe(1000)
    expect(seen).toContain('\r\nConnection: close\r\n')
  })

  test('a merchant’s server creates 100 sessions at once, on 100 connections, also when strangers of its address were refused', async () => {
    await answersTo(`${aRequest('sk_x').repeat(5)}${aRequest('sk_x', 'Connection: close\r\n')}`)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const body = '{"items":[{"product":"mug"}]}'
    const answers = await Promise.all(times(100).map(() => send(agent, { method: 'POST', body })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  })

  test('past 256 of them one that never had a good answer goes, and a merchant’s does not', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const merchants = await send(agent)
    const before = await readDropped('too_many_connections')
    const [first] = await Promise.all(times(256).map(open))
    await once(first as Socket, 'close')
    expect(await readDropped('too_many_connections')).toBeGreaterThan(before)
    expect((await send(agent)).socket).toBe(merchants.socket)
  })
})
