import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aStore } from '../testing/builders.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { anEndpoint } from '../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../testing/servers/webhook-receiver.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  links: { traceId: string }[]
}

/** Takes OTLP over HTTP as JSON. */
async function startCollector() {
  const spans: Span[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
      }
      for (const { scopeSpans } of resourceSpans)
        for (const each of scopeSpans) spans.push(...each.spans)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

describe('contract §2, OTEL_EXPORTER_OTLP_ENDPOINT: one trace of a purchase', async () => {
  const collector = await startCollector()
  const receiver = await startWebhookReceiver()
  afterAll(() => {
    collector.close()
    receiver.close()
  })
  const { service, sql } = await openSpecService({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop' },
  })
  const store = await aStore(service)
  await aProduct(service, store)
  await anEndpoint(service, store, { url: receiver.url })
  const created = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
    token: store.keys.secret,
    headers: { traceparent: TRACEPARENT },
    body: { items: [{ product: 'mug' }] },
  })
  const id = created.body.url.split('/').at(-1)!
  const paid = await (await aBuyer(service, id)).pay()

  test('the merchant’s trace has the create, the calls of the provider and the webhook', async () => {
    expect([created.status, paid.status]).toEqual([201, 200])
    const wanted = ['POST /v1/checkout/sessions', 'test authorize', 'test capture']
    await expect
      .poll(() =>
        collector.spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name),
      )
      .toEqual(expect.arrayContaining([...wanted, 'webhook checkout.session.completed']))
    const [create, capture, pay] = [
      'POST /v1/checkout/sessions',
      'test capture',
      'POST /checkout/:id/pay',
    ].map((name) => collector.spans.find((span) => span.name === name)!)
    expect(create!.parentSpanId).toBe('b7ad6b7169203331')
    expect(capture!.parentSpanId).toBe(create!.spanId)
    expect(capture!.links).toMatchObject([{ traceId: pay!.traceId }])
  })

  test('the webhook carries the trace on', async () => {
    await expect.poll(() => receiver.received).toHaveLength(1)
    expect(receiver.received[0]!.headers['traceparent']).toMatch(
      new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`),
    )
  })

  test('lines of the log name the trace', async () => {
    const requestId = created.headers.get('request-id')!
    await expect.poll(() => service.log()).toContain(requestId)
    const line = service
      .log()
      .split('\n')
      .find((each) => each.includes(requestId))!
    expect(JSON.parse(line)).toMatchObject({
      msg: 'request.answered',
      traceId: TRACE,
      spanId: collector.spans.find(({ traceId }) => traceId === TRACE)?.spanId,
    })
  })

  test('spans name nobody, and probes have none', async () => {
    await service.call('GET', '/readyz')
    const exported = JSON.stringify(collector.spans)
    for (const secret of [id, store.keys.secret, 'Ana Example', '600 123 456'])
      expect(exported).not.toContain(secret)
    expect(exported).not.toContain('readyz')
  })

  test('the session keeps the trace of its create', async () => {
    const [kept] = await sql.rows('select traceparent from checkout_sessions where id = $1', [id])
    expect(kept?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-`))
  })
})
