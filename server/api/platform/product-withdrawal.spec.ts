import { beforeEach, describe, expect, test } from 'vitest'
import type { PlatformProduct } from '../../contract/platform/platform.ts'
import { type TestStore, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
})

const MUG = { name: 'Mug', price: 1990, variants: [{ stock: 10 }] }
const put = (fields: Record<string, unknown> = {}) =>
  service.platform<PlatformProduct>('PUT', `/stores/${store.id}/products/mug`, {
    ...MUG,
    ...fields,
  })

describe('contract §7: products carry withdrawalDays', () => {
  test('they are 14 by default, and stay as they are when they are left out', async () => {
    expect((await put()).body).toMatchObject({ withdrawalDays: 14, withdrawalReason: null })
    const none = { withdrawalDays: 0, withdrawalReason: 'Made to your measures' }
    expect((await put(none)).body).toMatchObject(none)
    expect((await put({ price: 2190 })).body).toMatchObject(none)
    expect((await put({ withdrawalReason: null })).body).toMatchObject({
      withdrawalDays: 0,
      withdrawalReason: null,
    })
  })

  test('what was read can be written back, and a change makes another version', async () => {
    const first = await put({ withdrawalDays: 30 })
    const { slug: _, currency: __, ...read } = first.body
    const again = await put(read)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    const changed = await put({ withdrawalDays: 31 })
    expect(changed.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  test('0 to 365 days, and a reason of 1 to 200 characters', async () => {
    for (const withdrawalDays of [-1, 366, 1.5])
      expectError(await put({ withdrawalDays }), 400, 'invalid_request', /^withdrawalDays: /)
    for (const withdrawalReason of ['', 'x'.repeat(201)])
      expectError(await put({ withdrawalReason }), 400, 'invalid_request', /^withdrawalReason: /)
  })

  test('the merchant’s API answers with the product as it was', async () => {
    await put({ withdrawalDays: 0 })
    const token = store.keys.secret
    const { body } = await service.call<object>('GET', '/v1/products/mug', { token })
    expect(Object.keys(body).filter((name) => name.startsWith('withdrawal'))).toEqual([])
  })

  test('a session keeps the days and the reason that it was created with', async () => {
    await put({ withdrawalDays: 0, withdrawalReason: 'Made to your measures' })
    const id = await aSession(service, store)
    await aProduct(service, store, { withdrawalDays: 30, withdrawalReason: null })
    expect(
      await sql.rows(
        'select withdrawal_days, withdrawal_reason from checkout_sessions where id = $1',
        [id],
      ),
    ).toEqual([{ withdrawal_days: 0, withdrawal_reason: 'Made to your measures' }])
  })
})
