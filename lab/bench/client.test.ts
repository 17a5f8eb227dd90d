import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Unexpected, type Visit, runLoad } from './client.ts'

async function aServer(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** So many visits of two requests each. */
function visits(count: number) {
  let left = count
  function* twice(): Visit {
    for (let times = 0; times < 2; times += 1) {
      const { status } = yield GET
      if (status !== 200) throw new Unexpected(`get ${status}`)
    }
  }
  return () => (left-- > 0 ? twice() : undefined)
}

const PATIENT = { seconds: 60, atOnce: 3 }

describe('performance: bench, the client', () => {
  test('the client makes every visit, also to a server that ends connections', async () => {
    const server = createServer((_, response) => response.end('hello'))
    server.maxRequestsPerSocket = 3
    let asked = 0
    server.on('request', () => (asked += 1))
    const port = await aServer(server)
    const { times, unexpected } = await runLoad({ port, ...PATIENT, next: visits(20) })
    expect(unexpected).toEqual([])
    expect([times.length, asked]).toEqual([20, 40])
  })

  test('the client says what came instead of what was promised, and counts no such visit', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked += 1
      if (asked === 2) request.socket.destroy()
      else if (asked === 3) response.writeHead(503).end()
      else response.end('hello')
    })
    const port = await aServer(server)
    const { times, unexpected } = await runLoad({ port, ...PATIENT, atOnce: 1, next: visits(5) })
    expect(unexpected).toEqual(['no answer', 'get 503'])
    expect(times).toHaveLength(3)
  })

  test('the client begins no visit when the time is over', async () => {
    const port = await aServer(createServer((_, response) => response.end()))
    const { times } = await runLoad({ port, seconds: 0, atOnce: 2, next: visits(5) })
    expect(times).toEqual([])
  })
})
