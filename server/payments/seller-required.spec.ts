import { afterAll, describe, expect, test } from 'vitest'
import type { CreateSessionResponse } from '../contract/merchant.ts'
import { LIVE, SELLER, type TestStore, aProduct, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { textOf } from '../testing/store/page-text.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { aColleague } from '../testing/store/store-browser.ts'
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

const patch = ({ id }: TestStore, fields: Record<string, unknown>) =>
  service.platform('PATCH', `/stores/${id}`, fields)

const REFUSED_UNTIL_THEN =
  'before you take real payments: checkout sessions are refused until then\\.'

describe('decision 74: a new store says who sells and how buyers reach it before it takes real money', () => {
  test('a new live store sells nothing until it says seller and contact; what is missing is said', async () => {
    const store = await aShop()
    const refused = async (what: string) => {
      for (let tries = 0; tries < 2; tries += 1) {
        expectError(
          await create(store),
          403,
          'seller_required',
          new RegExp(`^This store has not said ${what}: set that under Settings, General,`),
        )
      }
    }
    await refused('who sells and how buyers reach it \\(an email or a phone\\)')
    expect(await homeOf(store)).toMatch(
      new RegExp(
        `Say who sells and how buyers reach you ${REFUSED_UNTIL_THEN} Open Seller and terms +Open General settings`,
      ),
    )
    expect((await patch(store, { seller: SELLER })).status).toBe(200)
    await refused('how buyers reach it \\(an email or a phone\\)')
    expect(await homeOf(store)).toMatch(
      new RegExp(`Say how buyers reach you ${REFUSED_UNTIL_THEN} Open General settings`),
    )
    expect((await patch(store, { contactPhone: '+34 600 123 456' })).status).toBe(200)
    for (let tries = 0; tries < 2; tries += 1) expect((await create(store)).status).toBe(201)
    expect(await homeOf(store)).not.toMatch(/Needs your attention/)
  })

  test.each([{ contactEmail: 'help@loom.example' }, { contactPhone: '+34 600 123 456' }])(
    'a store with %j alone has not said who sells; with a seller it sells at once',
    async (contact) => {
      expectError(await create(await aShop(contact)), 403, 'seller_required', /said who sells: /)
      const store = await aShop({ seller: SELLER, ...contact })
      expect((await create(store)).status).toBe(201)
      expect(await homeOf(store)).not.toMatch(/Needs your attention/)
    },
  )

  test('a buy link sells nothing until the store has said it', async () => {
    const store = await aShop()
    const look = async () =>
      (await call('GET', `${service.checkoutUrl}/buy/${store.id}/mug`)).status
    expect(await look()).toBe(404)
    await patch(store, LIVE)
    expect(await look()).toBe(200)
  })

  test('no buyer starts again as long as nobody says how the store is reached', async () => {
    const store = await aShop(LIVE)
    await sql.rows('update stores set restarts = true where id = $1', [store.id])
    const { body } = await create(store)
    await sql.rows(
      'update checkout_sessions set expires_at = clock_timestamp() where store_id = $1',
      [store.id],
    )
    const restart = () =>
      call('POST', `${body.url}/restart`, {
        text: '{}',
        headers: { origin: new URL(service.checkoutUrl).origin },
      })
    await sql.rows('update stores set contact_email = null where id = $1', [store.id])
    expectError(await restart(), 409, 'not_restartable')
    await patch(store, { contactEmail: 'help@loom.example' })
    expect((await restart()).status).toBe(200)
  })

  test('a test store need not say who sells', async () => {
    const store = await aShop({ test: true })
    expect((await create(store)).status).toBe(201)
    expect(await homeOf(store)).not.toMatch(/Say who sells and how/)
  })

  test('a store of before goes on selling, and its owners are told', async () => {
    const store = await anOldShop()
    expect((await create(store)).status).toBe(201)
    expect(await homeOf(store)).toMatch(
      /Say who sells and how buyers reach you ?: buyers do not learn whom they buy from and by which terms, and see neither an email nor a phone\. Open Seller and terms/,
    )
    expect(await homeOf(store, 'staff')).not.toMatch(/Open Seller and terms/)
    await patch(store, { seller: SELLER })
    expect(await homeOf(store)).toMatch(
      /Say how buyers reach you ?: buyers see neither an email nor a phone\. Open General settings/,
    )
    expect((await create(store)).status).toBe(201)
  })
})
