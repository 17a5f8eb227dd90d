import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { WebhookDelivery } from '../contract/platform/platform-webhooks.ts'
import { openPool } from '../postgres/database.ts'
import { openWebhookRecords } from '../postgres/webhooks/open-webhook-records.ts'
import { aBuyer, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { aStoreWithOwner } from '../testing/store/store-builders.ts'
import {
  anEndpoint,
  changeEndpoint,
  deliveriesOf,
  expireSession,
  testEndpoint,
} from '../testing/webhook-builders.ts'
import { isVerified, startWebhookReceiver } from '../testing/servers/webhook-receiver.ts'

const { service, sql } = await openSpecService()
const receiver = await startWebhookReceiver()
afterAll(() => receiver.close())

async function aShop(fields: Record<string, unknown> = {}) {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 100 }] })
  const server = await startWebhookReceiver()
  onTestFinished(server.close)
  const endpoint = await anEndpoint(service, store, { url: server.url, ...fields })
  return { store, server, endpoint }
}

async function anExpiredSession(store: Awaited<ReturnType<typeof aStore>>) {
  const id = await aSession(service, store)
  expect((await expireSession(service, store, id)).status).toBe(200)
  return id
}

async function anOwnedStore() {
  const store = await aStoreWithOwner(service)
  return { store, email: store.email }
}

const only = async (store: { id: string }): Promise<WebhookDelivery> => {
  const { data } = await deliveriesOf(service, store)
  expect(data).toHaveLength(1)
  return data[0] ?? expect.unreachable()
}

/** Until the newest delivery has come so far. */
const untilNewest = async (
  store: { id: string },
  want: Partial<WebhookDelivery> & { tries?: number },
) => {
  const { tries, ...fields } = want
  await expect
    .poll(async () => {
      const newest = (await deliveriesOf(service, store)).data[0]
      return newest && { ...newest, tries: newest.attempts.length }
    })
    .toMatchObject({ ...fields, ...(tries !== undefined && { tries }) })
  return (await deliveriesOf(service, store)).data[0] ?? expect.unreachable()
}

/** The clock of the schedule: what waits is due now. */
const makeDue = (store: { id: string }) =>
  sql.rows(
    `with due as (
      update webhook_deliveries set next_attempt_at = now(), due_at = now()
      where store_id = $1 and status = 'pending' returning endpoint_id)
    update webhook_endpoints set due_at = now() where id in (select endpoint_id from due)`,
    [store.id],
  )

describe('contract §4: Webhook request', () => {
  test('a webhook announces a payment with the log’s ids alone, signed for the official library', async () => {
    const { store, server, endpoint } = await aShop()
    const sessionId = await aSession(service, store)
    expect((await (await aBuyer(service, sessionId)).pay()).status).toBe(200)
    await expect.poll(() => server.received).toHaveLength(1)
    const { order } = (await readSession(service, store, sessionId)).body
    const [event] = await sql.rows<{ created_at: Date }>(
      'select created_at from events where session_id = $1',
      [sessionId],
    )
    const webhook = server.received[0] ?? expect.unreachable()
    expect(webhook.event).toEqual({
      type: 'checkout.session.completed',
      timestamp: event?.created_at.toISOString(),
      data: { sessionId, orderNumber: order?.orderNumber },
    })
    expect(webhook.id).toMatch(/^evt_/)
    expect(webhook.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(isVerified(webhook, endpoint.secret)).toBe(true)
    expect(isVerified({ ...webhook, body: `${webhook.body} ` }, endpoint.secret)).toBe(false)
    const delivery = await untilNewest(store, { status: 'delivered' })
    expect(delivery).toEqual({
      id: expect.stringMatching(/^whd_/) as string,
      eventId: webhook.id,
      type: 'checkout.session.completed',
      endpoint: endpoint.id,
      status: 'delivered',
      attempts: [
        {
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
          status: 204,
          durationMs: expect.any(Number) as number,
          error: null,
        },
      ],
      nextAttemptAt: null,
    })
  })

  test('the webhook of an expired session has no order number', async () => {
    const { store, server } = await aShop()
    const sessionId = await anExpiredSession(store)
    await expect.poll(() => server.received).toHaveLength(1)
    expect(server.received[0]?.event).toMatchObject({
      type: 'checkout.session.expired',
      data: { sessionId },
    })
    expect(Object.keys(server.received[0]?.event.data ?? {})).toEqual(['sessionId'])
  })

  test('every endpoint gets what it wants, once, and nothing that happened before', async () => {
    const { store, server } = await aShop({ types: ['checkout.session.completed'] })
    const all = await startWebhookReceiver()
    onTestFinished(all.close)
    const before = await anExpiredSession(store)
    await anEndpoint(service, store, { url: all.url })
    const expired = await anExpiredSession(store)
    const paid = await aSession(service, store)
    await (await aBuyer(service, paid)).pay()
    await expect.poll(() => all.received).toHaveLength(2)
    await expect.poll(() => server.received).toHaveLength(1)
    const sessionsOf = (each: typeof all) =>
      each.received.map(({ event }) => event.data['sessionId'])
    expect(sessionsOf(all).toSorted()).toEqual([expired, paid].toSorted())
    expect(sessionsOf(all)).not.toContain(before)
    expect(sessionsOf(server)).toEqual([paid])
  })

  test('a webhook brings nothing of another store', async () => {
    const [one, other] = [await aShop(), await aShop()]
    const sessionId = await anExpiredSession(one.store)
    await expect.poll(() => one.server.received).toHaveLength(1)
    const own = await anExpiredSession(other.store)
    await expect.poll(() => other.server.received).toHaveLength(1)
    expect(other.server.received[0]?.event.data).toEqual({ sessionId: own })
    expect(one.server.received[0]?.event.data).toEqual({ sessionId })
  })

  test('an event that a restored database does not number any more is delivered once', async () => {
    const { store, server } = await aShop()
    await anExpiredSession(store)
    await untilNewest(store, { status: 'delivered' })
    await sql.rows('select raise_epoch()')
    const sessionId = await anExpiredSession(store)
    await expect.poll(() => server.received).toHaveLength(2)
    expect(server.received[1]?.event.data).toEqual({ sessionId })
  })
})

describe('contract §4: attempts', () => {
  test.each([302, 400, 404, 500, 503])(
    'the status %i is a failure of a webhook, which comes again',
    async (status) => {
      const { store, server } = await aShop()
      server.answerWith((response) =>
        response.writeHead(status, { location: receiver.url, 'content-length': 0 }).end(),
      )
      await anExpiredSession(store)
      const failed = await untilNewest(store, { tries: 1, status: 'pending' })
      expect(failed.attempts[0]).toMatchObject({ status, error: null })
      const pauseMs =
        Date.parse(failed.nextAttemptAt ?? '') - Date.parse(failed.attempts[0]?.at ?? '')
      expect(pauseMs).toBeGreaterThanOrEqual(5_000)
      server.answerWith(200)
      await makeDue(store)
      await untilNewest(store, { tries: 2, status: 'delivered' })
      const ids = server.received.map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set([failed.eventId]))
      expect(receiver.received).toEqual([])
    },
  )

  test('a webhook has failed after ten attempts', async () => {
    const { store, server } = await aShop()
    server.answerWith(500)
    await anExpiredSession(store)
    for (let tries = 1; tries < 10; tries += 1) {
      await untilNewest(store, { tries, status: 'pending' })
      await makeDue(store)
    }
    const failed = await untilNewest(store, { tries: 10, status: 'failed' })
    expect(failed.nextAttemptAt).toBeNull()
    expect(server.received).toHaveLength(10)
  })

  test('a webhook server that is not there is a failure with a reason', async () => {
    const { store, server } = await aShop()
    server.close()
    await anExpiredSession(store)
    const failed = await untilNewest(store, { tries: 1, status: 'pending' })
    expect(failed.attempts[0]).toMatchObject({ status: null, error: 'ECONNREFUSED' })
  })

  test('status 410 disables the endpoint, and nothing more is sent there', async () => {
    const { store, server, endpoint } = await aShop()
    server.answerWith(500)
    await anExpiredSession(store)
    await untilNewest(store, { tries: 1, status: 'pending' })
    server.answerWith(410)
    await anExpiredSession(store)
    await expect
      .poll(async () => (await deliveriesOf(service, store, '?status=failed')).data.length)
      .toBe(2)
    const path = `/stores/${store.id}/webhook-endpoints/${endpoint.id}`
    expect((await service.platform('GET', path)).body).toMatchObject({ enabled: false })
    await anExpiredSession(store)
    await testEndpoint(service, store, endpoint.id)
    await expect.poll(() => server.received.at(-1)?.event.type).toBe('endpoint.test')
    expect((await deliveriesOf(service, store)).data).toHaveLength(3)
  })

  test('Retry-After makes the pause before a webhook longer, up to the next step', async () => {
    const { store, server } = await aShop()
    server.answerWith((response) => response.writeHead(429, { 'retry-after': '60' }).end())
    await anExpiredSession(store)
    const { attempts, nextAttemptAt } = await untilNewest(store, { tries: 1, status: 'pending' })
    const pauseMs = Date.parse(nextAttemptAt ?? '') - Date.parse(attempts[0]?.at ?? '')
    expect(pauseMs).toBeGreaterThanOrEqual(60_000)
  })
})

describe('contract §4: what stops retries', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a type that is switched off', { types: ['checkout.session.completed'] }],
    ['an endpoint that is switched off', { enabled: false }],
  ])('retries of a webhook stop at %s', async (_what, change) => {
    const { store, server, endpoint } = await aShop()
    server.answerWith(500)
    await anExpiredSession(store)
    await untilNewest(store, { tries: 1, status: 'pending' })
    await changeEndpoint(service, store, { id: endpoint.id, ...change })
    expect(await only(store)).toMatchObject({ status: 'failed', nextAttemptAt: null })
  })

  test('retries stop at a deleted endpoint; its deliveries can still be read', async () => {
    const { store, server, endpoint } = await aShop()
    server.answerWith(500)
    await anExpiredSession(store)
    await untilNewest(store, { tries: 1, status: 'pending' })
    const path = `/stores/${store.id}/webhook-endpoints/${endpoint.id}`
    expect((await service.platform('DELETE', path)).status).toBe(204)
    expect(await only(store)).toMatchObject({ status: 'failed', endpoint: endpoint.id })
    const [row] = await sql.rows(
      'select sealed, key_id, previous_sealed from webhook_endpoints where id = $1',
      [endpoint.id],
    )
    expect(row).toEqual({ sealed: null, key_id: null, previous_sealed: null })
  })

  test('a webhook on its way when its endpoint is switched off is not tried again', async () => {
    const { store, server, endpoint } = await aShop()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    server.answerWith((response) => arrive(() => response.writeHead(500).end()))
    await anExpiredSession(store)
    const answer = await arrived
    await changeEndpoint(service, store, { id: endpoint.id, enabled: false })
    answer()
    expect(await untilNewest(store, { status: 'failed' })).toMatchObject({ nextAttemptAt: null })
  })

  test('five days of failures alone disable an endpoint; a success in between does not', async () => {
    const { store, server, endpoint } = await aShop()
    const path = `/stores/${store.id}/webhook-endpoints/${endpoint.id}`
    const failAfter = async (days: number, tries: number) => {
      await sql.rows(
        `update webhook_endpoints set failing_since = failing_since - make_interval(mins => $2)
        where id = $1`,
        [endpoint.id, Math.round(days * 24 * 60)],
      )
      await makeDue(store)
      await expect
        .poll(async () => (await deliveriesOf(service, store)).data[0]?.attempts.length)
        .toBe(tries)
    }
    server.answerWith(500)
    await anExpiredSession(store)
    await untilNewest(store, { tries: 1 })
    await failAfter(4.9, 2)
    expect((await service.platform('GET', path)).body).toMatchObject({ enabled: true })
    server.answerWith(200)
    await makeDue(store)
    await untilNewest(store, { status: 'delivered' })
    server.answerWith(500)
    await anExpiredSession(store)
    await untilNewest(store, { tries: 1 })
    await failAfter(4.9, 2)
    expect((await service.platform('GET', path)).body).toMatchObject({ enabled: true })
    await failAfter(0.2, 3)
    expect((await service.platform('GET', path)).body).toMatchObject({ enabled: false })
    expect(await untilNewest(store, { status: 'failed' })).toMatchObject({ nextAttemptAt: null })
  })
})

describe('contract §4: the owners are told', () => {
  /** The log is where mails go without a mail server. */
  const mailsTo = (email: string) =>
    service
      .log()
      .split('\n')
      .filter((line) => line.includes('mail.written') && line.includes(email))
      .map((line) => (JSON.parse(line) as { subject: string }).subject)

  test('the owners are told after a day of webhook failures, and when the endpoint is disabled', async () => {
    const { email, store } = await anOwnedStore()
    const server = await startWebhookReceiver((response) => response.writeHead(500).end())
    onTestFinished(server.close)
    const { id } = await anEndpoint(service, store, { url: server.url })
    await testEndpoint(service, store, id)
    await untilNewest(store, { tries: 1 })
    expect(mailsTo(email)).toEqual([])
    const failsSince = async (hours: number, tries: number) => {
      await sql.rows(
        `update webhook_endpoints set failing_since = now() - make_interval(hours => $2)
        where id = $1`,
        [id, hours],
      )
      await makeDue(store)
      await untilNewest(store, { tries })
    }
    await failsSince(23, 2)
    expect(mailsTo(email)).toEqual([])
    await failsSince(25, 3)
    const failing = expect.stringContaining('does not take the events') as string
    await expect.poll(() => mailsTo(email)).toEqual([failing])
    await failsSince(49, 4)
    await failsSince(121, 5)
    const disabled = expect.stringContaining('no longer sent') as string
    await expect.poll(() => mailsTo(email)).toEqual([failing, disabled])
    expect(service.log()).toMatch(/"what":"disabled_as_failing".*webhook\.endpoint\.failing/)
  })

  test('the owners are told when an endpoint says that it is gone', async () => {
    const { email, store } = await anOwnedStore()
    const server = await startWebhookReceiver((response) => response.writeHead(410).end())
    onTestFinished(server.close)
    const { id } = await anEndpoint(service, store, { url: server.url })
    await testEndpoint(service, store, id)
    await untilNewest(store, { status: 'failed' })
    await expect
      .poll(() => mailsTo(email))
      .toEqual([expect.stringContaining('no longer sent') as string])
  })
})

describe('contract §4: an attempt whose claim was lost to another process', () => {
  test('says nothing of its delivery, whether it came through or failed; who has the claim does', async () => {
    const { store, endpoint } = await aShop()
    const pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => {} })
    onTestFinished(() => pool.close())
    const { recordDelivered, recordFailed } = openWebhookRecords(pool)
    const id = `whd_${endpoint.id}`
    await sql.rows(
      `insert into webhook_deliveries (id, store_id, endpoint_id, event_id, type, happened_at, data,
        claims, due_at)
      values ($1, $2, $3, 'evt_1', 'order.refunded', now(), '{}', 2, now() + interval '1 minute')`,
      [id, store.id, endpoint.id],
    )
    const attempt = { status: 204, durationMs: 5, error: null }
    const answer = Buffer.from('of the lost one')
    const mine = { id, endpointId: endpoint.id, claims: 2, resends: 0, attempt, answer }
    const lost = { ...mine, claims: 1 }
    await recordDelivered(lost)
    await recordFailed({ ...lost, nextInMs: undefined, isGone: false })
    expect(await only(store)).toMatchObject({ status: 'pending', attempts: [] })
    expect(await sql.rows('select from webhook_answers')).toEqual([])
    await recordDelivered(mine)
    expect(await only(store)).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }] })
  })
})
