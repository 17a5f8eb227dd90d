import { afterAll, describe, expect, test } from 'vitest'
import { aStore } from '../testing/builders.ts'
import { openSpecService } from '../testing/spec-service.ts'
import { anEndpoint, testEndpoint } from '../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../testing/webhook-receiver.ts'

const { service, sql } = await openSpecService()
const dead = await startWebhookReceiver(() => {})
const good = await startWebhookReceiver()
afterAll(() => {
  dead.close()
  good.close()
})

/** As many as may be in a store. */
const OF_A_STORE = 10
const EVENTS_EACH = 20

/** One whose turn comes only when dead ones are given up waits for 15 s. */
const REQUEST_MS = 15_000

async function deadEndpoints(count: number) {
  const ids: string[] = []
  for (let made = 0; made < count; made += OF_A_STORE) {
    const store = await aStore(service)
    for (let each = 0; each < OF_A_STORE; each += 1)
      ids.push((await anEndpoint(service, store, { url: dead.url })).id)
  }
  return ids
}

const giveEvents = (ids: string[]) =>
  sql.rows(
    `with given as (
      insert into webhook_deliveries
        (id, store_id, endpoint_id, event_id, type, happened_at, data)
      select 'whd_' || e.id || n, e.store_id, e.id, 'evt_' || e.id || n, 'order.refunded', now(), '{}'
      from webhook_endpoints e, generate_series(1, $2::integer) n
      where e.id = any($1))
    update webhook_endpoints set due_at = now() - interval '1 hour' where id = any($1)`,
    [ids, EVENTS_EACH],
  )

/** How long each of so many events took from the request for it to its arrival. */
async function arrivalsAt(store: { id: string }, id: string) {
  const times: number[] = []
  for (let count = 0; count < 100; count += 1) {
    const before = good.received.length
    const startedAt = performance.now()
    await testEndpoint(service, store, id)
    await expect.poll(() => good.received.length, { interval: 5 }).toBe(before + 1)
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((one, other) => one - other)
}

describe('contract §4: a slow endpoint delays no other', () => {
  test.each([
    ['that nobody knows to be dead yet', false],
    ['that are known to fail', true],
  ])('a good one gets its events beside 120 dead ones %s', async (_what, isKnown) => {
    const ids = await deadEndpoints(120)
    if (isKnown)
      await sql.rows(
        `update webhook_endpoints set failing_since = now() - interval '1 hour' where id = any($1)`,
        [ids],
      )
    const store = await aStore(service)
    const { id } = await anEndpoint(service, store, { url: good.url })
    const asked = dead.received.length
    await giveEvents(ids)
    await expect.poll(() => dead.received.length - asked).toBeGreaterThanOrEqual(90)
    const times = await arrivalsAt(store, id)
    expect(times.at(-1)).toBeLessThan(REQUEST_MS / 2)
    await sql.rows(`update webhook_endpoints set is_enabled = false where id = any($1)`, [ids])
  })
})
