import { afterAll, describe, expect, test } from 'vitest'
import { aStore } from '../testing/builders.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { anEndpoint, testEndpoint } from '../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../testing/servers/webhook-receiver.ts'

// Nobody is given up: a store that had to wait for the turn of a dead one would wait for ever.
const { service, sql } = await openSpecService({ timeouts: { webhookMs: 3_600_000 } })
const good = await startWebhookReceiver()
afterAll(() => {
  good.close()
})

/** As many as may be in a store. */
const OF_A_STORE = 10
const EVENTS_EACH = 20

async function deadEndpoints(url: string, count: number) {
  const ids: string[] = []
  for (let made = 0; made < count; made += OF_A_STORE) {
    const store = await aStore(service)
    for (let each = 0; each < OF_A_STORE; each += 1)
      ids.push((await anEndpoint(service, store, { url })).id)
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

describe('contract §4: a slow endpoint delays no other', () => {
  test.each([
    ['that nobody knows to be dead yet', false],
    ['that are known to fail', true],
  ])('a good endpoint gets its events while 120 dead ones %s are asked', async (_what, isKnown) => {
    const dead = await startWebhookReceiver(() => {})
    const ids = await deadEndpoints(dead.url, 120)
    if (isKnown)
      await sql.rows(
        `update webhook_endpoints set failing_since = now() - interval '1 hour' where id = any($1)`,
        [ids],
      )
    const store = await aStore(service)
    const { id } = await anEndpoint(service, store, { url: good.url })
    await giveEvents(ids)
    await expect.poll(() => dead.received.length).toBeGreaterThanOrEqual(90)
    const before = good.received.length
    for (let count = 1; count <= 100; count += 1) {
      await testEndpoint(service, store, id)
      await expect.poll(() => good.received.length, { interval: 5 }).toBe(before + count)
    }
    await sql.rows(`update webhook_endpoints set is_enabled = false where id = any($1)`, [ids])
    dead.close()
  })
})
