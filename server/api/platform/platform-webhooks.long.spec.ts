import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type {
  CreateWebhookEndpointResponse,
  WebhookEndpoint,
  WebhookEndpointList,
} from '../../contract/platform/platform-webhooks.ts'
import { aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { inMinutes } from '../../testing/moments.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  anEndpoint,
  changeEndpoint,
  deliveriesOf,
  expireSession,
  testEndpoint,
  toEndpoint,
} from '../../testing/webhook-builders.ts'
import { isVerified, startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts'

const { service, sql } = await openSpecService()
const receiver = await startWebhookReceiver()
afterAll(() => receiver.close())

const HOOK = 'https://93.184.216.34/hook'
const TYPES = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.restarted',
  'order.refunded',
  'order.fulfilled',
  'order.withdrawn',
]

const pathOf = (store: { id: string }, id = '') =>
  `/stores/${store.id}/webhook-endpoints${id === '' ? '' : `/${id}`}`

async function aReceivingStore() {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 100 }] })
  const server = await startWebhookReceiver()
  onTestFinished(server.close)
  const endpoint = await anEndpoint(service, store, { url: server.url })
  return { store, server, endpoint }
}

async function untilDelivered(store: { id: string }, count: number) {
  await expect
    .poll(async () => (await deliveriesOf(service, store, '?status=delivered')).data.length)
    .toBe(count)
}

describe('contract §4: POST …/webhook-endpoints', () => {
  test('making a webhook endpoint answers with it and its secret, which is shown this once', async () => {
    const store = await aStore(service)
    const { status, body } = await service.platform<CreateWebhookEndpointResponse>(
      'POST',
      pathOf(store),
      { url: HOOK },
    )
    expect(status).toBe(201)
    const { secret, ...endpoint } = body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^we_[0-9A-Za-z]{24}$/) as string,
      url: HOOK,
      types: TYPES,
      enabled: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
    })
    const read = await service.platform<WebhookEndpoint>('GET', pathOf(store, endpoint.id))
    expect(read.body).toEqual(endpoint)
    const listed = await service.platform<WebhookEndpointList>('GET', pathOf(store))
    expect(listed.body).toEqual({ data: [endpoint] })
    const rows = await sql.rows('select e::text as row from webhook_endpoints e')
    const kept = Buffer.from(secret.slice(6), 'base64').toString('hex')
    expect(JSON.stringify(rows)).not.toContain(kept)
    expect(service.log()).not.toContain(secret)
  })

  test('making a webhook endpoint takes the types and a description', async () => {
    const store = await aStore(service)
    const types = ['order.refunded', 'checkout.session.completed']
    const endpoint = await anEndpoint(service, store, { url: HOOK, types, description: 'The shop' })
    expect(endpoint).toMatchObject({
      types: ['checkout.session.completed', 'order.refunded'],
      description: 'The shop',
    })
  })

  test.each<[object, RegExp]>([
    [{}, /^url: is required/],
    [{ url: 'hook' }, /^url: must be an absolute https: address/],
    [{ url: 'http://shop.example/hook' }, /^url: /],
    [{ url: 'https://user:secret@shop.example/' }, /^url: .*without user info/],
    [{ url: 'https://10.0.0.1/' }, /^url: must lead only to public addresses/],
    [{ url: 'https://169.254.169.254/latest' }, /^url: must lead only to public addresses/],
    [{ url: 'https://[::ffff:127.0.0.1]/' }, /^url: must lead only to public addresses/],
    [{ url: 'https://0x0a000001/' }, /^url: must lead only to public addresses/],
    [{ url: HOOK, types: [] }, /^types: must be at least 1 elements/],
    [{ url: HOOK, types: ['endpoint.test'] }, /^types\[0\]: must be one of/],
    [{ url: HOOK, types: ['order.refunded', 'order.refunded'] }, /^types: must not repeat a type/],
    [{ url: HOOK, description: ' ' }, /^description: must not be empty/],
    [{ url: HOOK, secret: 'mine' }, /^secret: is not a known field/],
  ])('making a webhook endpoint refuses %j', async (body, message) => {
    const store = await aStore(service)
    const answer = await service.platform('POST', pathOf(store), body)
    expectError(answer, 400, 'invalid_request', message)
  })

  test('a store may have ten webhook endpoints, also when many ask at the same moment', async () => {
    const store = await aStore(service)
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => service.platform('POST', pathOf(store), { url: HOOK })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 409, 'too_many_webhook_endpoints', /10/)
    const { data } = (await service.platform<WebhookEndpointList>('GET', pathOf(store))).body
    await service.platform('DELETE', pathOf(store, data[0]?.id))
    await anEndpoint(service, store, { url: HOOK })
  })
})

describe('contract §4: PATCH and DELETE …/webhook-endpoints/{we}', () => {
  test('changing a webhook endpoint changes what is sent and keeps the rest', async () => {
    const store = await aStore(service)
    const { secret: _, ...endpoint } = await anEndpoint(service, store, { url: HOOK })
    const types = ['order.refunded']
    const change = { id: endpoint.id, types, description: 'Refunds alone', enabled: false }
    const changed = { ...endpoint, types, description: 'Refunds alone', enabled: false }
    expect((await changeEndpoint(service, store, change)).body).toEqual(changed)
    expect((await changeEndpoint(service, store, { id: endpoint.id })).body).toEqual(changed)
    const inside = { id: endpoint.id, url: 'https://192.168.0.1/' }
    expectError(await changeEndpoint(service, store, inside), 400, 'invalid_request', /^url: /)
    expect((await service.platform('DELETE', pathOf(store, endpoint.id))).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expectError(
        await service.platform(method, pathOf(store, endpoint.id)),
        404,
        'webhook_endpoint_not_found',
      )
  })

  test('names of webhook endpoints that nobody could have given are unknown, too', async () => {
    const store = await aStore(service)
    for (const name of ['a%00b', '%00', 'x'.repeat(3_000)]) {
      const answer = await service.platform('GET', pathOf(store, name))
      expectError(answer, 404, 'webhook_endpoint_not_found')
      const path = `/stores/${store.id}/webhook-deliveries`
      const resent = await service.platform('POST', `${path}/${name}/resend`)
      expectError(resent, 404, 'webhook_delivery_not_found')
      const listed = await service.platform('GET', `${path}?endpoint=${name}`)
      expectError(listed, 400, 'invalid_request')
    }
  })

  test('another store’s webhook endpoint is unknown to every call', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id } = await anEndpoint(service, other, { url: HOOK })
    const answers = [
      await service.platform('GET', pathOf(store, id)),
      await changeEndpoint(service, store, { id, enabled: false }),
      await service.platform('DELETE', pathOf(store, id)),
      await toEndpoint(service, store, { id, action: 'roll-secret' }),
      await toEndpoint(service, store, { id, action: 'test' }),
      await toEndpoint(service, store, {
        id,
        action: 'recover',
        body: { since: '2026-11-21T09:00:00Z' },
      }),
    ]
    for (const answer of answers) expectError(answer, 404, 'webhook_endpoint_not_found')
    expect((await service.platform('GET', pathOf(other, id))).body).toMatchObject({ enabled: true })
    const unknown = await service.platform('GET', pathOf({ id: 'st_0' }))
    expectError(unknown, 404, 'store_not_found')
    const stranger = await service.call('GET', `/platform/v1${pathOf(other)}`, {
      token: store.keys.secret,
    })
    expectError(stranger, 401, 'invalid_platform_token')
  })

  test('a webhook endpoint that is switched on again hears of what happens from then on', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    await changeEndpoint(service, store, { id: endpoint.id, enabled: false })
    await expireSession(service, store, await aSession(service, store))
    await changeEndpoint(service, store, { id: endpoint.id, enabled: true })
    const id = await aSession(service, store)
    await expireSession(service, store, id)
    await untilDelivered(store, 1)
    expect(server.received.map(({ event }) => event.data)).toEqual([{ sessionId: id }])
  })
})

describe('contract §4: POST …/roll-secret', () => {
  test('both secrets of a webhook endpoint sign while they overlap, then the new one alone', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    const roll = async (body: object) =>
      (
        await toEndpoint<{ secret: string }>(service, store, {
          id: endpoint.id,
          action: 'roll-secret',
          body,
        })
      ).body.secret
    const second = await roll({ overlapSeconds: 3600 })
    await testEndpoint(service, store, endpoint.id)
    await expect.poll(() => server.received).toHaveLength(1)
    const [both] = server.received
    expect([endpoint.secret, second].map((secret) => both && isVerified(both, secret))).toEqual([
      true,
      true,
    ])
    expect(both?.headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/)
    const third = await roll({ overlapSeconds: 0 })
    await testEndpoint(service, store, endpoint.id)
    await expect.poll(() => server.received).toHaveLength(2)
    const one = server.received[1]
    expect(
      [endpoint.secret, second, third].map((secret) => one && isVerified(one, secret)),
    ).toEqual([false, false, true])
  })

  test.each([{ overlapSeconds: -1 }, { overlapSeconds: 604_801 }, { overlapSeconds: 'a day' }])(
    'rolling a webhook secret refuses %j',
    async (body) => {
      const store = await aStore(service)
      const { id } = await anEndpoint(service, store, { url: HOOK })
      const answer = await toEndpoint(service, store, { id, action: 'roll-secret', body })
      expectError(answer, 400, 'invalid_request', /^overlapSeconds: /)
    },
  )
})

describe('contract §4: test, deliveries, resend, recover', () => {
  test('a test of a webhook endpoint is an event of its own, in no log', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    const deliveryId = await testEndpoint(service, store, endpoint.id)
    expect(deliveryId).toMatch(/^whd_/)
    await untilDelivered(store, 1)
    const [delivery] = (await deliveriesOf(service, store)).data
    expect(delivery).toMatchObject({ id: deliveryId, type: 'endpoint.test', status: 'delivered' })
    expect(server.received[0]?.event).toMatchObject({
      type: 'endpoint.test',
      data: { endpoint: endpoint.id },
    })
    expect(server.received[0] && isVerified(server.received[0], endpoint.secret)).toBe(true)
    expect(await sql.rows('select from events where store_id = $1', [store.id])).toEqual([])
  })

  test('the list of deliveries goes page by page, newest first, by endpoint and by status', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    const other = await anEndpoint(service, store, { url: receiver.url })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1)
      ids.unshift(await testEndpoint(service, store, endpoint.id))
    await untilDelivered(store, 5)
    server.answerWith(500)
    const pending = await testEndpoint(service, store, endpoint.id)
    const ofOther = await testEndpoint(service, store, other.id)
    await untilDelivered(store, 6)
    const first = await deliveriesOf(service, store, '?limit=4')
    const second = await deliveriesOf(service, store, `?limit=4&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([ofOther, pending, ...ids])
    expect(second.nextCursor).toBeNull()
    const idsOf = async (query: string) =>
      (await deliveriesOf(service, store, query)).data.map(({ id }) => id)
    expect(await idsOf(`?endpoint=${other.id}`)).toEqual([ofOther])
    expect(await idsOf('?status=pending')).toEqual([pending])
    expect(await idsOf(`?status=delivered&endpoint=${endpoint.id}&limit=2`)).toEqual(
      ids.slice(0, 2),
    )
    const path = `/stores/${store.id}/webhook-deliveries`
    for (const query of ['?status=lost', '?limit=0', '?cursor=nothing', '?page=2'])
      expectError(await service.platform('GET', path + query), 400, 'invalid_request')
    const elsewhere = await aStore(service)
    expect((await deliveriesOf(service, elsewhere, `?endpoint=${endpoint.id}`)).data).toEqual([])
  })

  test('resend sends the same event again, and begins its schedule anew', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    const deliveryId = await testEndpoint(service, store, endpoint.id)
    await untilDelivered(store, 1)
    const path = `/stores/${store.id}/webhook-deliveries/${deliveryId}/resend`
    expect((await service.platform('POST', path)).status).toBe(202)
    await expect.poll(() => server.received).toHaveLength(2)
    await untilDelivered(store, 1)
    expect(new Set(server.received.map(({ id }) => id)).size).toBe(1)
    const other = await aStore(service)
    for (const unknown of [path.replace(deliveryId, 'whd_0'), path.replace(store.id, other.id)])
      expectError(await service.platform('POST', unknown), 404, 'webhook_delivery_not_found')
  })

  test('resend while an attempt is under way is not lost', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    server.answerWith((response) => arrive(() => response.writeHead(500).end()))
    const deliveryId = await testEndpoint(service, store, endpoint.id)
    const answer = await arrived
    await service.platform('POST', `/stores/${store.id}/webhook-deliveries/${deliveryId}/resend`)
    expect(server.received).toHaveLength(1)
    server.answerWith(200)
    answer()
    await untilDelivered(store, 1)
    expect(server.received).toHaveLength(2)
  })

  test('recover sends again what has failed since, and nothing else', async () => {
    const { store, server, endpoint } = await aReceivingStore()
    await testEndpoint(service, store, endpoint.id)
    await untilDelivered(store, 1)
    server.answerWith(500)
    const failed = [
      await testEndpoint(service, store, endpoint.id),
      await testEndpoint(service, store, endpoint.id),
      await testEndpoint(service, store, endpoint.id),
    ]
    await expect
      .poll(async () =>
        (await deliveriesOf(service, store, '?status=pending')).data.map(
          ({ attempts }) => attempts.length,
        ),
      )
      .toEqual([1, 1, 1])
    await sql.rows(
      `update webhook_deliveries set status = 'failed', next_attempt_at = null, due_at = null,
        ended_at = now() - case when id = $1 then interval '2 days' else interval '1 hour' end
      where id = any($2)`,
      [failed[0], failed],
    )
    server.answerWith(200)
    const recover = (since: Date) =>
      toEndpoint<{ count: number }>(service, store, {
        id: endpoint.id,
        action: 'recover',
        body: { since: since.toISOString() },
      })
    const answer = await recover(inMinutes(-24 * 60))
    expect([answer.status, answer.body]).toEqual([202, { count: 2 }])
    await untilDelivered(store, 3)
    const left = (await deliveriesOf(service, store, '?status=failed')).data
    expect(left.map(({ id }) => id)).toEqual([failed[0]])
    await changeEndpoint(service, store, { id: endpoint.id, enabled: false })
    expectError(await recover(new Date(0)), 409, 'webhook_endpoint_disabled')
    const path = `/stores/${store.id}/webhook-deliveries`
    await sql.rows(`update webhook_deliveries set type = 'order.refunded' where id = $1`, [
      failed[0],
    ])
    expectError(
      await service.platform('POST', `${path}/${failed[0]}/resend`),
      409,
      'webhook_endpoint_disabled',
    )
  })

  test('recover goes through more than one statement’s worth of events, each once', async () => {
    const { store, endpoint } = await aReceivingStore()
    await changeEndpoint(service, store, { id: endpoint.id, url: receiver.url })
    await sql.rows(
      `insert into webhook_deliveries
        (id, store_id, endpoint_id, event_id, type, happened_at, data, status, ended_at, due_at,
          next_attempt_at)
      select 'whd_many' || n, $1, $2, 'evt_many' || n, 'order.refunded', now(), '{"n":' || n || '}',
        'failed', now(), null, null
      from generate_series(1, 501) n`,
      [store.id, endpoint.id],
    )
    const answer = await toEndpoint<{ count: number }>(service, store, {
      id: endpoint.id,
      action: 'recover',
      body: { since: '2026-01-01T00:00:00+02:00' },
    })
    expect(answer.body).toEqual({ count: 501 })
    await expect
      .poll(
        async () =>
          (
            await sql.rows(
              `select from webhook_deliveries where store_id = $1 and status <> 'delivered'`,
              [store.id],
            )
          ).length,
        { timeout: 300_000 },
      )
      .toBe(0)
    const received = receiver.received.filter(({ id }) => id.startsWith('evt_many'))
    expect(new Set(received.map(({ id }) => id)).size).toBe(501)
    expect(received).toHaveLength(501)
  })
})
