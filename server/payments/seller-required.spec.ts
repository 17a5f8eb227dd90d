import { afterAll, describe, expect, test } from 'vitest'
import type { CreateSessionResponse } from '../contract/merchant.ts'
import { SELLER, type TestStore, aProduct, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { textOf } from '../testing/page-text.ts'
import { openSpecService } from '../testing/spec-service.ts'
import { aColleague } from '../testing/store-browser.ts'
import { startStripeDouble } from '../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const { service, sql } = await openSpecService({
  env: { PAYMENT_PROVIDER: 'stripe', ...double.settings },
})
afterAll(() => double.close())

async function aShop(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  await aProduct(service, store)
  return store
}

const create = ({ keys }: TestStore) =>
  service.call<CreateSessionResponse>('POST', '/v1/checkout/sessions', {
    token: keys.secret,
    body: { items: [{ product: 'mug' }] },
  })

/** A store as it was made before anybody asked who sells. */
async function anOldShop() {
  const store = await aShop()
  await sql.rows('update stores set seller_required = false where id = $1', [store.id])
  return store
}

const homeOf = async (store: TestStore, role: 'owner' | 'staff' = 'owner') => {
  const { browser } = await aColleague(service, sql, { store, role })
  return textOf(await browser.open(''))
}

describe('decision 74: a new store says who sells before it takes real money', () => {
  test('no session until then; from then on at once', async () => {
    const store = await aShop()
    for (let tries = 0; tries < 2; tries += 1)
      expectError(await create(store), 403, 'seller_required', /Settings, General/)
    expect(await homeOf(store)).toMatch(/Say who sells before you take real payments/)
    const patched = await service.platform('PATCH', `/stores/${store.id}`, { seller: SELLER })
    expect(patched.status).toBe(200)
    for (let tries = 0; tries < 2; tries += 1) expect((await create(store)).status).toBe(201)
    expect(await homeOf(store)).toMatch(/Say how buyers reach you/)
  })

  test('a test store need not', async () => {
    const store = await aShop({ test: true })
    expect((await create(store)).status).toBe(201)
    expect(await homeOf(store)).not.toMatch(/who sells/)
  })

  test('a store of before goes on selling, and its owners are told', async () => {
    const store = await anOldShop()
    expect((await create(store)).status).toBe(201)
    const home = await homeOf(store)
    expect(home).toMatch(/Say who sells ?: buyers pay without learning whom they buy from/)
    expect(home).toMatch(/Open Settings, General/)
    expect(await homeOf(store, 'staff')).not.toMatch(/Open Settings, General/)
  })

  test('who can be reached and has said who sells is left alone', async () => {
    const store = await aShop({ seller: SELLER })
    await sql.rows(`update stores set contact_email = 'help@loom.example' where id = $1`, [
      store.id,
    ])
    expect(await homeOf(store)).not.toMatch(/Needs your attention/)
  })
})
