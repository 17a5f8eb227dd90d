import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../../testing/servers/test-service.ts'

describe('security §27: a quiet connection', () => {
  test.each([
    ['of a client is closed after 5 s', '0', 'timeout=5, max=1000'],
    ['of a proxy is kept for longer than the proxy keeps it', '1', 'timeout=75, max=1000'],
  ])('a quiet connection %s', async (_, TRUST_PROXY, kept) => {
    const service = await startTestService({ env: { TRUST_PROXY } })
    onTestFinished(service.stop)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const request = get(`${service.baseUrl}/healthz`, { agent })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.headers['keep-alive']).toBe(kept)
  })
})
