import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { StoreResource } from '../../contract/platform/platform.ts'
import {
  SELLER,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()

afterAll(() => expectInvariants(sql))

const AGREED = { ...SELLER, mustAgree: true }

async function aShop(seller: object | undefined) {
  const store = await aStore(service, { seller })
  await aProduct(service, store)
  return store
}

async function aCheckout(seller: object | undefined) {
  const store = await aShop(seller)
  const id = await aSession(service, store)
  return { store, id, buyer: await aBuyer(service, id) }
}

const viewOf = async (id: string) =>
  (await (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')).body

const patch = ({ id }: TestStore, seller: unknown) =>
  service.platform<StoreResource>('PATCH', `/stores/${id}`, { seller })

const versionsOf = ({ id }: TestStore) =>
  sql.rows<{ version: number; content: object }>(
    'select version, content from store_terms where store_id = $1 order by version',
    [id],
  )

/** What is kept with the order: which version was shown, and whether a box was ticked. */
const keptWith = async (id: string) =>
  (
    await sql.rows<{ version: number | null; agreed: boolean }>(
      `select t.version, a.agreed_to_terms as agreed
      from checkout_sessions s
      join payment_attempts a on a.session_id = s.id
      left join store_terms t on t.id = s.terms_id
      where s.id = $1`,
      [id],
    )
  )[0]

describe('decision 74: who sells, and by which terms', () => {
  test('the seller is in the view; there is none where the store has said nothing', async () => {
    const { id } = await aCheckout(SELLER)
    expect((await viewOf(id)).store).toMatchObject({ seller: SELLER })
    expect((await viewOf((await aCheckout(undefined)).id)).store).not.toHaveProperty('seller')
  })

  test('a session keeps the seller it was created with, on every way to its view', async () => {
    const { store, id } = await aCheckout(SELLER)
    const changed = { ...SELLER, termsUrl: 'https://loom.example/terms/4', mustAgree: true }
    expect((await patch(store, changed)).body.seller).toEqual(changed)
    expect((await viewOf(id)).store.seller).toEqual(SELLER)
    const page = await call<string>('GET', `${service.checkoutUrl}/${id}`)
    expect(page.text).toContain('https://loom.example/terms/3')
    expect(page.text).not.toContain('https://loom.example/terms/4')
    expect((await viewOf(await aSession(service, store))).store.seller).toEqual(changed)
    expect((await (await aBuyer(service, id)).pay()).status).toBe(200)
    expect(await keptWith(id)).toEqual({ version: 1, agreed: false })
  })

  test('each change of the seller is a version, the same again is none, and none is lost', async () => {
    const store = await aShop(SELLER)
    await patch(store, SELLER)
    await patch(store, { ...SELLER, mustAgree: false })
    await patch(store, AGREED)
    await patch(store, SELLER)
    expect(await versionsOf(store)).toEqual([
      { version: 1, content: SELLER },
      { version: 2, content: AGREED },
      { version: 3, content: SELLER },
    ])
  })

  test('two who change the seller at the same moment make two versions', async () => {
    const store = await aShop(SELLER)
    const answers = await Promise.all(
      ['a', 'b'].map((legalName) => patch(store, { ...SELLER, legalName })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await versionsOf(store)).map(({ version }) => version)).toEqual([1, 2, 3])
  })

  test.each([
    ['seller.termsUrl', { ...SELLER, termsUrl: 'http://loom.example/terms' }],
    ['seller.privacyUrl', { ...SELLER, privacyUrl: 'javascript:alert(1)' }],
    ['seller.returnsUrl', { ...SELLER, returnsUrl: '' }],
    ['seller.returnsUrl', { ...SELLER, returnsUrl: undefined }],
    ['seller.accessibilityUrl', { ...SELLER, accessibilityUrl: 'http://loom.example/access' }],
    ['seller.legalName', { ...SELLER, legalName: ' ' }],
    ['seller.address', { ...SELLER, address: undefined }],
    ['seller.vat', { ...SELLER, vat: 'ES1' }],
    ['seller', null],
  ])('a wrong seller field is refused by its name: %s', async (field, seller) => {
    const store = await aShop(SELLER)
    expectError(await patch(store, seller), 400, 'invalid_request', new RegExp(`^${field}: `))
    expect(await versionsOf(store)).toHaveLength(1)
  })

  test('a store is not made with a seller who does not say how buyers withdraw', async () => {
    const answer = await service.platform('POST', '/stores', {
      name: 'Loom & Co',
      plan: 'pro',
      currency: 'EUR',
      seller: { ...SELLER, returnsUrl: undefined },
    })
    expectError(answer, 400, 'invalid_request', /^seller\.returnsUrl: is required$/)
  })

  test('a seller of before the question of withdrawal is read and shown as it is', async () => {
    const store = await aShop(SELLER)
    const { returnsUrl: _, ...said } = SELLER
    await sql.rows('update store_terms set content = $2 where store_id = $1', [
      store.id,
      JSON.stringify(said),
    ])
    expect((await service.platform('GET', `/stores/${store.id}`)).body).toMatchObject({
      seller: said,
    })
    const renamed = await service.platform<StoreResource>('PATCH', `/stores/${store.id}`, {
      name: 'Loom',
    })
    expect(renamed.body.seller).toEqual(said)
    expect((await viewOf(await aSession(service, store))).store.seller).toEqual(said)
  })
})

describe('decision 74: a box that agrees to the terms', () => {
  test.each([
    ['without it', {}],
    ['with it empty', { agreedToTerms: false }],
  ])('nobody pays %s of agreement, and nothing is begun', async (_how, more) => {
    const { store, id, buyer } = await aCheckout(AGREED)
    expectError(await buyer.pay(more), 400, 'agreement_required', /^agreedToTerms: /)
    expect((await readSession(service, store, id)).body.status).toBe('open')
    expect(await stockOf(service, store)).toEqual([10])
    expect(await keptWith(id)).toBeUndefined()
  })

  test('with the box ticked the buyer pays, and the order keeps the version that was agreed to', async () => {
    const { store, id, buyer } = await aCheckout(AGREED)
    await patch(store, SELLER)
    expect((await buyer.pay({ agreedToTerms: true })).status).toBe(200)
    expect(await keptWith(id)).toEqual({ version: 1, agreed: true })
  })

  test('clients that send agreedToTerms where nobody asks, or do not know of it, go on as before', async () => {
    const [one, other] = [await aCheckout(SELLER), await aCheckout(undefined)]
    expect((await one.buyer.pay()).status).toBe(200)
    expect((await other.buyer.pay({ agreedToTerms: true })).status).toBe(200)
  })

  test.each([
    ['a seller who has no box', SELLER, 1],
    ['no seller', undefined, null],
  ])('an order of %s never claims that a buyer agreed', async (_whose, seller, version) => {
    const { id, buyer } = await aCheckout(seller)
    expect((await buyer.pay({ agreedToTerms: true })).status).toBe(200)
    expect(await keptWith(id)).toEqual({ version, agreed: false })
  })

  test('agreedToTerms must be yes or no', async () => {
    const { buyer } = await aCheckout(AGREED)
    const answer = await buyer.pay({ agreedToTerms: 'yes' })
    expectError(answer, 400, 'invalid_request', /^agreedToTerms: /)
  })
})
