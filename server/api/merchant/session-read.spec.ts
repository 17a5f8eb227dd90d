import { describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aProduct, aSession, aStore, readSession } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectMoment } from '../../testing/record-clock.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'

const { service, sql } = await openSpecService({ env: { REDIS_URL: testRedisUrl(11) } })
const store = await aStore(service, { deliveryOptions: [{ id: 'post', name: 'Post', fee: 450 }] })
await aProduct(service, store, { variants: [{ stock: 1000 }] })

const aPaidSession = async (body: Record<string, unknown> = {}) => {
  const id = await aSession(service, store, body)
  const answer = await (
    await aBuyer(service, id)
  ).pay({ fulfillment: { method: 'DELIVERY', option: 'post', details: '1 Elm Street' } })
  expect(answer.status).toBe(200)
  return id
}

const endTime = (id: string) =>
  sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [id])

describe('spec §4.2 Get session', () => {
  test('an open session reads as status and an empty order', async () => {
    const { status, text } = await readSession(service, store, await aSession(service, store))
    expect({ status, text }).toEqual({ status: 200, text: '{"status":"open","order":null}' })
  })

  test('an expired session reads as status and an empty order', async () => {
    const id = await aSession(service, store)
    await endTime(id)
    expect((await readSession(service, store, id)).text).toBe('{"status":"expired","order":null}')
  })

  test('a complete session reads with its order, field for field', async () => {
    const { body } = await expectMoment(
      sql,
      async () =>
        readSession(
          service,
          store,
          await aPaidSession({ items: [{ product: 'mug', quantity: 3 }] }),
        ),
      (answer) => answer.body.order?.paidAt,
    )
    expect(body).toEqual({
      status: 'complete',
      order: {
        orderNumber: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
        amountTotal: 3 * 1990 + 450,
        quantity: 3,
        customer: { name: 'Ana Example', phone: '+34 600 123 456' },
        fulfillment: { method: 'DELIVERY', details: 'Post, 1 Elm Street', fee: 450 },
        paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    })
  })

  test.each([
    ['keys that look like numbers', '{"10":1,"9":2,"b":3,"a":4}'],
    ['numbers as they are written', '{"a":1.0,"b":1e3,"c":-0,"d":12345678901234567890,"e":0.10}'],
    ['spaces and line ends', '{ "a" :\n\t[ 1 , 2 ] }'],
    ['escapes', String.raw`{"a":"\u00e9\/\ud83d\ude00","\u0062":"\\ \" }{][","c":"\u0000 \ud800"}`],
    [
      'nested objects and keys of prototypes',
      '{"__proto__":{"x":1},"constructor":{"prototype":null}}',
    ],
    ['an empty object', '{}'],
    ['characters of four bytes', '{"😀":"𝄞"}'],
  ])('a session returns metadata byte for byte: %s', async (_, metadata) => {
    const created = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      text: `{ "items" : [{"product":"mug"}] , "metadata" :  ${metadata}  }`,
    })
    expect(created.status).toBe(201)
    const id = created.body.url.split('/').at(-1) ?? ''
    expect((await readSession(service, store, id)).text).toBe(
      `{"status":"open","order":null,"metadata":${metadata}}`,
    )
    await (
      await aBuyer(service, id)
    ).pay({ fulfillment: { method: 'DELIVERY', option: 'post', details: 'x' } })
    const paid = await readSession(service, store, id)
    expect(paid.body.status).toBe('complete')
    expect(paid.text.endsWith(`,"metadata":${metadata}}`)).toBe(true)
  })

  test('of metadata with a name that comes twice, the last value counts everywhere', async () => {
    const { body } = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      text: String.raw`{"metadata":{"a":1},"items":[{"product":"mug"}],"met\u0061data":{"b":2}}`,
    })
    const { text } = await readSession(service, store, body.url.split('/').at(-1) ?? '')
    expect(text).toBe('{"status":"open","order":null,"metadata":{"b":2}}')
  })

  test('an unknown, a malformed and a foreign session id get the same 404, byte for byte', async () => {
    const other = await aStore(service)
    await aProduct(service, other)
    const foreign = await aSession(service, other)
    const answers = await Promise.all(
      [
        `cs_${'0'.repeat(32)}`,
        foreign,
        'cs_1',
        'x',
        `${foreign}0`,
        'cs_%00',
        '%E0%A4%A',
        '%ZZ',
        '..%2F..%2Fetc',
        'ünknown',
        'x'.repeat(4000),
      ].map((id) => readSession(service, store, id)),
    )
    for (const answer of answers) expectError(answer, 404, 'session_not_found')
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await readSession(service, other, foreign)).status).toBe(200)
  })

  test('a foreign session that is paid and cached stays unknown', async () => {
    const id = await aPaidSession()
    await expect
      .poll(async () => (await readSession(service, store, id)).body.status)
      .toBe('complete')
    const other = await aStore(service)
    expectError(await readSession(service, other, id), 404, 'session_not_found')
  })

  test('reading a session needs the secret key and says so', async () => {
    const id = await aSession(service, store)
    expectError(
      await service.call('GET', `/v1/checkout/sessions/${id}`, { token: store.keys.public }),
      401,
      'invalid_api_key',
      /secret key/,
    )
  })

  test('an open session always comes from the record, however old the copies are', async () => {
    const id = await aSession(service, store)
    await readSession(service, store, id)
    await endTime(id)
    expect((await readSession(service, store, id)).body.status).toBe('expired')
  })

  test('an expired session stays expired when its deadline is moved', async () => {
    const id = await aSession(service, store)
    await endTime(id)
    await readSession(service, store, id)
    await sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() + interval '1 hour' where id = $1`,
      [id],
    )
    expect((await readSession(service, store, id)).body.status).toBe('expired')
    expectError(await (await aBuyer(service, id)).pay(), 409, 'session_expired')
  })

  test('a complete session keeps its bytes after its deadline and after further tries to pay', async () => {
    const id = await aPaidSession({ metadata: { a: 1 } })
    const before = await readSession(service, store, id)
    await endTime(id)
    const buyer = await aBuyer(service, id)
    expectError(await buyer.pay(), 409, 'session_complete')
    expectError(await buyer.pay({ card: CARDS.declined }), 409, 'session_complete')
    expect((await readSession(service, store, id)).text).toBe(before.text)
  })

  test('a session may be asked for by HEAD, and answers no other method', async () => {
    const id = await aSession(service, store)
    expect(
      await service.call('HEAD', `/v1/checkout/sessions/${id}`, { token: store.keys.secret }),
    ).toMatchObject({ status: 200, text: '' })
    expectError(
      await service.call('DELETE', `/v1/checkout/sessions/${id}`, { token: store.keys.secret }),
      405,
      'method_not_allowed',
    )
  })
})
