import { describe, expect, test } from 'vitest'
import { aProduct, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { createWriteProbe } from './write-probe.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store)

const readiness = async () => {
  const { status, body } = await service.call<{ database: boolean }>('GET', '/readyz')
  return { status, database: body.database }
}

const create = () =>
  service.call('POST', '/v1/checkout/sessions', {
    token: store.keys.secret,
    body: { items: [{ product: 'mug' }] },
  })

describe('contract §6: a database that cannot grow', () => {
  test('with a full disk the service is not ready, creates are busy, and it comes back by itself', async () => {
    await sql.rows(`
      create function disk_is_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before update on write_probe
        for each row execute function disk_is_full();
      create trigger full_disk before insert on checkout_sessions
        for each row execute function disk_is_full()`)
    await expect.poll(readiness).toEqual({ status: 503, database: false })
    const refused = await create()
    expectError(refused, 503, 'busy')
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(service.log()).toContain('database.writes.refused')
    await sql.rows('drop function disk_is_full() cascade')
    await expect.poll(readiness).toEqual({ status: 200, database: true })
    expect((await create()).status).toBe(201)
    expect(service.log()).toContain('database.writable')
  })

  test('however often it is asked, the database is tried once a second', async () => {
    let passed = 0
    let tried = 0
    const isWritable = createWriteProbe(
      {
        transaction: async () => {
          tried += 1
          throw new Error('the disk is full')
        },
      },
      { monotonicMs: () => passed, onRefused: () => undefined, onWritable: () => undefined },
    )
    expect(await Promise.all([isWritable(), isWritable()])).toEqual([false, false])
    passed = 999
    await isWritable()
    expect(tried).toBe(1)
    passed = 1000
    await isWritable()
    expect(tried).toBe(2)
  })
})
