import { afterAll, describe, expect, test } from 'vitest'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anEndpoint } from '../../testing/webhook-builders.ts'
import { openPool } from '../database.ts'
import { openWebhookRecords } from './open-webhook-records.ts'

const { service, sql } = await openSpecService()
const pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => {} })
const records = openWebhookRecords(pool)
afterAll(() => pool.close())

/** More than an endpoint has slots. */
const MANY = 250

/** An endpoint with deliveries that one process has claimed. */
async function anEndpointOf(count: number) {
  const store = await aStore(service)
  const { id: endpointId } = await anEndpoint(service, store, { url: 'https://93.184.216.34/' })
  const rows = await sql.rows<{ id: string }>(
    `insert into webhook_deliveries (id, store_id, endpoint_id, event_id, type, happened_at, data,
      claims, due_at)
    select 'whd_' || $2 || n, $1, $2, 'evt_' || n, 'order.refunded', now(), '{}', 1,
      now() + interval '1 hour'
    from generate_series(1, $3::integer) n
    returning id`,
    [store.id, endpointId, count],
  )
  const attemptOf = (id: string, status: number, said: string) => ({
    id,
    endpointId,
    claims: 1,
    resends: 0,
    attempt: { status, durationMs: 5, error: null },
    answer: Buffer.from(said),
  })
  return {
    ids: rows.map(({ id }) => id),
    fail: (id: string, said: string, nextInMs?: number) =>
      records.recordFailed({ ...attemptOf(id, 500, said), nextInMs, isGone: false }),
    deliver: (id: string, said: string) => records.recordDelivered(attemptOf(id, 200, said)),
    answerTo: async (deliveryId: string) =>
      (
        await records.findDelivery({ storeId: store.id, endpointId, deliveryId })
      )?.answer?.toString() ?? null,
    kept: async () =>
      (await sql.rows('select from webhook_answers where endpoint_id = $1', [endpointId])).length,
  }
}

describe('webhooks: how many answers are kept', () => {
  test('of an endpoint so many answers are kept and no more, and those of failures outlast the rest', async () => {
    const { ids, fail, deliver, answerTo, kept } = await anEndpointOf(MANY)
    const [first = '', ...others] = ids
    await fail(first, 'of a failure')
    for (const id of others) await deliver(id, `to ${id}`)
    expect(await kept()).toBe(102)
    expect(await answerTo(first)).toBe('of a failure')
    const last = others.at(-1) ?? ''
    expect(await answerTo(last)).toBe(`to ${last}`)
    expect(await answerTo(others[0] ?? '')).toBeNull()
  })

  test('what was said to an attempt is not shown for a later one that was told nothing', async () => {
    const { ids, fail, deliver, answerTo } = await anEndpointOf(1)
    const [id = ''] = ids
    await fail(id, 'the first', 1_000)
    expect(await answerTo(id)).toBe('the first')
    await fail(id, 'the second', 1_000)
    expect(await answerTo(id)).toBe('the second')
    await deliver(id, '')
    expect(await answerTo(id)).toBeNull()
  })

  test('an answer goes with its delivery', async () => {
    const { ids, fail, kept } = await anEndpointOf(1)
    await fail(ids[0] ?? '', 'kept')
    expect(await kept()).toBe(1)
    await sql.rows('delete from webhook_deliveries where id = $1', [ids[0]])
    expect(await kept()).toBe(0)
  })
})
