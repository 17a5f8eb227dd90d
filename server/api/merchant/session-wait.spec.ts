import { afterAll, describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'
import { startTestService } from '../../testing/servers/test-service.ts'

const env = { REDIS_URL: testRedisUrl(19) }
const { service, sql } = await openSpecService({ env })
const other = await startTestService({ databaseUrl: service.databaseUrl, env })
afterAll(() => other.stop())
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1_000 }] })

const LONG = 25

const wait = (id: string, { seconds = LONG as number | string, at = service } = {}) =>
  at.call<{ status: string; order: unknown }>(
    'GET',
    `/v1/checkout/sessions/${id}?wait=${seconds}`,
    {
      token: store.keys.secret,
    },
  )

describe('contract §3: waiting for a session to end', () => {
  test('a wait answers with the order as soon as the session is paid, in every process', async () => {
    const id = await aSession(service, store)
    const waiting = [wait(id), wait(id), wait(id, { at: other })]
    await (await aBuyer(service, id)).pay()
    for (const { status, body } of await Promise.all(waiting))
      expect([status, body]).toEqual([
        200,
        { status: 'complete', order: expect.objectContaining({ amountTotal: expect.any(Number) }) },
      ])
  })

  test('a wait answers when the session’s deadline is there, and not a round later', async () => {
    const id = await aSession(service, store)
    await sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() + interval '2 s' where id = $1`,
      [id],
    )
    expect((await wait(id)).body).toEqual({ status: 'expired', order: null })
  })

  test('a wait answers with the session’s state at its end', async () => {
    const id = await aSession(service, store)
    expect((await wait(id, { seconds: 1 })).body).toEqual({ status: 'open', order: null })
  })

  test('a wait answers a final session at once, and 404 for one that is not there', async () => {
    const id = await aSession(service, store)
    await (await aBuyer(service, id)).pay()
    expect((await wait(id)).body.status).toBe('complete')
    expectError(await wait(`cs_${'a'.repeat(32)}`), 404, 'session_not_found')
  })

  test.each(['0', '26', '1.5', 'x', ''])(
    'a wait of "%s" for a session is refused',
    async (seconds) => {
      const id = await aSession(service, store)
      expectError(await wait(id, { seconds }), 400, 'invalid_request', /^wait: /)
    },
  )

  test('an unknown field beside a wait for a session is refused', async () => {
    const id = await aSession(service, store)
    const answer = await service.call('GET', `/v1/checkout/sessions/${id}?waits=1`, {
      token: store.keys.secret,
    })
    expectError(answer, 400, 'invalid_request', /^waits: /)
  })
})
