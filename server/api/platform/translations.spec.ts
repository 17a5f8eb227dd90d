import { beforeEach, describe, expect, test } from 'vitest'
import type { ProductList } from '../../contract/merchant.ts'
import type { PlatformProduct, StoreResource } from '../../contract/platform/platform.ts'
import { type TestStore, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
})

const FRENCH = { fr: { name: 'Tasse', description: 'En grès' } }

const put = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  service.platform<PlatformProduct>(
    'PUT',
    `/stores/${store.id}/products/mug`,
    { name: 'Mug', price: 1990, variants: [{ stock: 10 }], ...fields },
    headers,
  )

const read = <Body>(path: string) =>
  service.call<Body>('GET', `/v1/products${path}`, { token: store.keys.public })

const change = (body: unknown, headers: Record<string, string> = {}, token = store.keys.secret) =>
  service.call<PlatformProduct>('PATCH', '/v1/products/mug', { token, body, headers })

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `a${String.fromCodePoint(97 + index)}`,
      { name: 'Mug' },
    ]),
  )

describe('contract §8: the words of a product in other languages', () => {
  test('every read has them, and a product without any has an empty object', async () => {
    expect((await put()).body.translations).toEqual({})
    expect((await put({ translations: FRENCH })).body.translations).toEqual(FRENCH)
    expect((await read('/mug')).body).toHaveProperty('translations', FRENCH)
    expect((await read<ProductList>('')).body.data[0]?.translations).toEqual(FRENCH)
  })

  test('a PUT without them takes them away, as the description', async () => {
    await put({ translations: FRENCH, description: 'Stoneware' })
    expect((await put()).body).toMatchObject({ translations: {}, description: null })
  })

  test('what was read can be written back, in any order, and is the same version', async () => {
    const words = { 'pt-BR': { description: 'De grés', name: 'Caneca' }, ...FRENCH }
    const first = await put({ translations: words })
    const { slug: _, currency: __, ...product } = first.body
    const tag = first.headers.get('etag') ?? ''
    const again = await put(product, { 'if-match': tag })
    expect([again.status, again.headers.get('etag')]).toEqual([200, tag])
    expect((await put({ translations: FRENCH })).headers.get('etag')).not.toBe(tag)
    expectError(await put(product, { 'if-match': tag }), 412, 'product_changed')
    expect(
      await sql.rows(
        `select details->>'translations' as said from audit_log
         where store_id = $1 and action = 'product.changed' order by id`,
        [store.id],
      ),
    ).toEqual([{ said: 'changed' }])
  })

  test('the merchant’s server replaces all of them, and leaves them when it does not name them', async () => {
    const { headers } = await put({ translations: FRENCH })
    expect((await change({ price: 990 })).body.translations).toEqual(FRENCH)
    const tag = headers.get('etag') ?? ''
    const words = { de: { name: 'Becher' } }
    expectError(await change({ translations: words }, { 'if-match': tag }), 412, 'product_changed')
    const { headers: now } = await read('/mug')
    const changed = await change({ translations: words }, { 'if-match': now.get('etag') ?? '' })
    expect(changed.body).toMatchObject({ name: 'Mug', translations: words })
    expect((await change({ translations: {} })).body.translations).toEqual({})
  })

  test('the public key changes none', async () => {
    await put()
    const answer = await change({ translations: FRENCH }, {}, store.keys.public)
    expectError(answer, 401, 'invalid_api_key')
    expect((await read('/mug')).body).toHaveProperty('translations', {})
  })

  test('tags are written in their canonical form', async () => {
    const words = { 'PT-br': { name: 'Caneca' }, iw: { name: 'ספל' }, ZH_: undefined }
    const { body } = await put({ translations: words })
    expect(body.translations).toEqual({ he: { name: 'ספל' }, 'pt-BR': { name: 'Caneca' } })
  })

  test.each<[field: string, words: unknown, reason: RegExp]>([
    ['translations.pt_BR', { pt_BR: { name: 'x' } }, /must be named by a language tag/],
    ['translations.', { '': { name: 'x' } }, /must be named by a language tag/],
    ['translations.x', { x: { name: 'x' } }, /must be named by a language tag/],
    [
      `translations.${'en-'.padEnd(36, 'a')}`,
      { ['en-'.padEnd(36, 'a')]: { name: 'x' } },
      /must be named by a language tag/,
    ],
    ['translations.PT', { pt: { name: 'x' }, PT: { name: 'y' } }, /it is pt, which is there/],
    ['translations', many(21), /must have at most 20 languages/],
    ['translations', [], /must be a JSON object/],
    ['translations.fr', { fr: {} }, /must have a name or a description/],
    ['translations.fr', { fr: 'Tasse' }, /must be a JSON object/],
    ['translations.fr.title', { fr: { title: 'Tasse' } }, /is not a known field/],
    ['translations.fr.name', { fr: { name: 'x'.repeat(201) } }, /at most 200/],
    ['translations.fr.name', { fr: { name: '\u200b' } }, /must not be empty/],
    ['translations.fr.name', { fr: { name: ' Tasse' } }, /must not begin or end with a space/],
    ['translations.fr.description', { fr: { description: 'x'.repeat(5001) } }, /at most 5000/],
    ['translations.fr.description', { fr: { description: 'a\0' } }, /U\+0000/],
  ])('what is no word in a language is refused, naming it: %s', async (field, words, reason) => {
    await put()
    for (const answer of [
      await put({ translations: words }),
      await change({ translations: words }),
    ])
      expectError(answer, 400, 'invalid_request', new RegExp(`^${field}: .*${reason.source}`))
    expect((await read('/mug')).body).toHaveProperty('translations', {})
  })

  test('twenty languages are taken', async () => {
    expect((await put({ translations: many(20) })).status).toBe(200)
  })
})

describe('contract §8: the name of a delivery option in other languages', () => {
  const options = (translations: unknown) => [
    { id: 'post', name: 'By post', fee: 490, translations },
  ]
  const setOptions = (translations: unknown) =>
    service.platform<StoreResource>('PATCH', `/stores/${store.id}`, {
      deliveryOptions: options(translations),
    })

  test('the platform writes and reads them with the option', async () => {
    const set = await setOptions({ FR: { name: 'Par la poste' } })
    expect(set.body.deliveryOptions).toEqual(options({ fr: { name: 'Par la poste' } }))
    const { body } = await service.platform<StoreResource>('GET', `/stores/${store.id}`)
    expect(body.deliveryOptions).toEqual(set.body.deliveryOptions)
  })

  test.each<[field: string, words: unknown]>([
    ['fr_FR', { fr_FR: { name: 'x' } }],
    ['fr.name', { fr: {} }],
    ['fr.name', { fr: { name: 'x'.repeat(121) } }],
    ['fr.name', { fr: { name: '\u200b' } }],
    ['fr.description', { fr: { name: 'x', description: 'y' } }],
  ])('the name has the limits of the option’s: %s', async (field, words) => {
    const path = `^deliveryOptions\\[0\\]\\.translations\\.${field}: `
    expectError(await setOptions(words), 400, 'invalid_request', new RegExp(path))
  })
})
