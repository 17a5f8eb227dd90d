import { afterAll, describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore, readSession, type TestStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openSql } from '../../testing/sql.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { PLATFORM_TOKEN, startTestService } from '../../testing/servers/test-service.ts'
import { anEndpoint, testEndpoint } from '../../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts'

const HOME = '07'

const database = await createTestDatabase()
const sql = openSql(database.url)
await sql.rows('update service_identity set cell = $1', [HOME])
const service = await startTestService({
  databaseUrl: database.url,
  env: { CELL: HOME, MIGRATE: 'never' },
})
const receiver = await startWebhookReceiver((response) => response.writeHead(500).end())

afterAll(async () => {
  await sql.close()
  await service.stop()
  receiver.close()
  await database.drop()
})

/** As the move of a store leaves it, or as it is before it arrives. */
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

/** A store whose webhook has been refused once. */
async function aRefusedWebhook() {
  const store = await aStore(service)
  const { id } = await anEndpoint(service, store, { url: receiver.url })
  await testEndpoint(service, store, id)
  await expect.poll(() => triesOf(store)).toBe(1)
  return store
}

const triesOf = async ({ id }: TestStore) =>
  (
    await sql.rows<{ tries: number }>('select tries from webhook_deliveries where store_id = $1', [
      id,
    ])
  )[0]?.tries

test('contract §2, CELL: stores, their keys and sessions carry the code of the cell', async () => {
  const store = await aStore(service)
  await aProduct(service, store)
  const path = `/stores/${store.id}/keys/secret/regenerate`
  const { body } = await service.platform<{ key: string }>('POST', path, {})
  expect(store.id).toMatch(/^st_07/)
  for (const key of [store.keys.public, store.keys.secret, body.key])
    expect(key).toMatch(/^[ps]k_(live|test)_07/)
  const fresh = { ...store, keys: { ...store.keys, secret: body.key } }
  expect(await aSession(service, fresh)).toMatch(/^cs_.{7}07/)
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
      await call('POST', `${service.baseUrl}/v1/orders/00000-00000/deliver`, {
        token: gone.keys.secret,
      }),
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
    await moveTo(HOME, gone)
    expect((await create(gone)).status).toBe(201)
    expect((await readSession(service, gone, late)).body.status).toBe('expired')
  })
  test('its webhooks are left to that cell', async () => {
    const [gone, here] = [await aRefusedWebhook(), await aRefusedWebhook()]
    await moveTo('01', gone)
    await sql.rows(
      `with due as (update webhook_deliveries set next_attempt_at = now(), due_at = now())
      update webhook_endpoints set due_at = now()`,
    )
    await expect.poll(() => triesOf(here)).toBe(2)
    expect(await triesOf(gone)).toBe(1)
    const claims = await sql.rows('select claims from webhook_deliveries where store_id = $1', [
      gone.id,
    ])
    expect(claims).toEqual([{ claims: 1 }])
  })
})
