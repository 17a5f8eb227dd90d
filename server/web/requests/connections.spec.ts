import { once } from 'node:events'
import { Agent, type IncomingMessage, request as ask } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApiKey } from '../../auth/api-keys.ts'
import { aStore } from '../../testing/builders.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const metricsPort = await findFreePort()
const { service } = await openSpecService({ env: { METRICS_PORT: String(metricsPort) } })
const store = await aStore(service)

const aRequest = (key: string, head = '') =>
  `GET /v1/products HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${head}\r\n`

/** The statuses that are answered until the connection is closed. */
async function answersTo(bytes: string) {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.write(bytes)
  const answers = await text(socket).catch(() => '')
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

async function countPipelined() {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(
    /^checkout_connections_dropped_total\{reason="pipelined"\} (\d+)$/m.exec(metrics)?.[1],
  )
}

/** What an agent with one connection is answered, one after the other. */
async function askInTurn(keys: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const answers: [number | undefined, string | undefined][] = []
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}` }
    const sent = ask(`${service.baseUrl}/v1/products`, { agent, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await text(response)
    answers.push([response.statusCode, response.headers.connection])
  }
  return answers
}

const many = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make)

describe('security §4: a connection', () => {
  test('eight requests that are sent at once are all answered', async () => {
    const { secret } = store.keys
    const bytes = `${aRequest(secret).repeat(7)}${aRequest(secret, 'Connection: close\r\n')}`
    expect(await answersTo(bytes)).toEqual(many(8, () => 200))
  })

  test('a connection with more than eight requests at once is ended, answers none, and is counted', async () => {
    expect(await answersTo(aRequest(store.keys.secret).repeat(300))).toEqual([])
    expect(await countPipelined()).toBe(1)
    await expect
      .poll(service.log)
      .toContain('"reasons":{"pipelined":1},"msg":"connections.dropped"')
  })

  test('nine requests that are sent at once are one too many', async () => {
    expect(await answersTo(aRequest(store.keys.secret).repeat(9))).toEqual([])
  })

  test('a connection is closed after five refusals in a row', async () => {
    const answers = await askInTurn(many(7, () => createApiKey('secret')))
    expect(answers).toEqual([
      ...many(5, () => [401, 'keep-alive']),
      [401, 'close'],
      [401, 'keep-alive'],
    ])
  })

  test('a known key keeps its connection, also between refusals', async () => {
    const keys = many(4, () => [store.keys.secret, ...many(4, () => createApiKey('secret'))])
    for (const [, connection] of await askInTurn(keys.flat())) expect(connection).toBe('keep-alive')
  })
})
