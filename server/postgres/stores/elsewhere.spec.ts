import { afterAll, describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore, readSession, type TestStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openSql } from '../../testing/sql.ts'
import { PLATFORM_TOKEN, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sql = openSql(service.databaseUrl)

afterAll(async () => {
  await sql.close()
  await service.stop()
})

/** As the move of a store leaves it, or as it stands before it arrives. */
const moveTo = (cell: string | null, { id }: TestStore) =>
  sql.rows('update stores set cell = $1 where id = $2', [cell, id])

const makeLate = () => sql.rows("update checkout_sessions set expires_at = '2026-01-01'")

const stateOf = async (id: string) =>
  (await sql.rows('select state from checkout_sessions where id = $1', [id]))[0]

const create = (store: TestStore) =>
  call('POST', `${service.baseUrl}/v1/checkout/sessions`, {
    token: store.keys.secret,
    body: { items: [{ product: 'mug' }] },
  })

describe('contract §2, CELL: a store that lives in another cell', () => {
  test('is answered 503 with Retry-After, is left alone by all rounds, and goes on at home', async () => {
    const [gone, here] = [await aStore(service), await aStore(service)]
    for (const store of [gone, here]) await aProduct(service, store)
    const [late, own] = [await aSession(service, gone), await aSession(service, here)]
    await moveTo('01', gone)
    const page = `${service.checkoutUrl}/${late}`
    const headers = { origin: new URL(page).origin }
    const refused = [
      await create(gone),
      await readSession(service, gone, late),
      await call('POST', `${page}/token?view=1`, { body: {}, headers }),
    ]
    for (const answer of refused)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await create(here)).status).toBe(201)
    const list = await call('GET', `${service.baseUrl}/platform/v1/stores`, {
      token: PLATFORM_TOKEN,
    })
    expect(list.text).toContain(here.id)
    expect(list.text).not.toContain(gone.id)

    await makeLate()
    await expect.poll(() => stateOf(own)).toEqual({ state: 'expired' })
    expect(await stateOf(late)).toEqual({ state: 'open' })
    await moveTo('00', gone)
    expect((await create(gone)).status).toBe(201)
    expect((await readSession(service, gone, late)).body.status).toBe('expired')
  })
})
