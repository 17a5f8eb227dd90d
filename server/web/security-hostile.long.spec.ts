import { describe, expect, test } from 'vitest'
import {
  aBuyer,
  aPayRequest,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../testing/builders.ts'
import type { Answer } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 100_000 }] })

/** As they stand in JSON text. */
const STRINGS = [
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u202Eevil\u202C"`,
  String.raw`"\u200B"`,
  String.raw`"\uFEFF"`,
  '"é"',
  '"e\u0301"',
  '"İ"',
  '"ﬀ"',
  '"👩‍👩‍👧"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"<script>alert(1)</script>"',
  `"'; drop table stores; --"`,
  '"%s%n%00"',
  '"$1"',
  '"${7*7}"',
  '"{{7*7}}"',
  '"../../etc/passwd"',
  '"\\\\"',
  '"\\r\\nSet-Cookie: a=b"',
  `"${'x'.repeat(5000)}"`,
  '""',
  '" "',
  '"null"',
  '"NaN"',
]
const VALUES = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1e400',
  '-1e400',
  '1e21',
  '9007199254740993',
  '1.5',
  '1e-400',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
]
const HOSTILE = [...STRINGS, ...VALUES]

/** Every part of a request, filled with `X`. */
const CREATE = [
  'X',
  '{"items":X}',
  '{"items":[X]}',
  '{"items":[{"product":X}]}',
  '{"items":[{"product":"mug","size":X}]}',
  '{"items":[{"product":"mug","color":X}]}',
  '{"items":[{"product":"mug","quantity":X}]}',
  '{"items":[{"product":"mug"}],"successUrl":X}',
  '{"items":[{"product":"mug"}],"cancelUrl":X}',
  '{"items":[{"product":"mug"}],"customer":X}',
  '{"items":[{"product":"mug"}],"customer":{"name":X}}',
  '{"items":[{"product":"mug"}],"customer":{"phone":X}}',
  '{"items":[{"product":"mug"}],"customer":{"email":X}}',
  '{"items":[{"product":"mug"}],"customer":{"details":X}}',
  '{"items":[{"product":"mug"}],"customer":{"unknown":X}}',
  '{"items":[{"product":"mug"}],"metadata":X}',
  '{"items":[{"product":"mug"}],"metadata":{"a":X}}',
  '{"items":[{"product":"mug"}],"__proto__":X}',
  '{"items":[{"product":"mug","__proto__":X}]}',
  '{"items":[{"product":"mug"}],"constructor":X}',
]
const KEYS = [
  '{"items":[{"product":"mug"}],X:1}',
  '{"items":[{"product":"mug",X:1}]}',
  '{"items":[{"product":"mug"}],"metadata":{X:1}}',
  '{"items":[{"product":"mug"}],"customer":{X:1}}',
]

const fill = (templates: string[], values: string[]) =>
  templates.flatMap((template) => values.map((value) => template.replace('X', () => value)))

/** So few that none waits longer for the same stock than the service lets it, on any machine. */
const AT_ONCE = 4

/** Sends all, some at a time, and returns those whose answer is not one of `expected`. */
async function findOthers<Body>(
  texts: string[],
  send: (text: string) => Promise<Answer<Body>>,
  expected: number[],
) {
  const others: { text: string; status: number; answer: string }[] = []
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    await Promise.all(
      texts.slice(start, start + AT_ONCE).map(async (text) => {
        const { status, text: answer } = await send(text)
        if (!expected.includes(status)) others.push({ text: text.slice(0, 120), status, answer })
      }),
    )
  }
  return others
}

describe('security §1: Hostile input', () => {
  test('creating a session answers 201 or 400, wherever a hostile value stands', async () => {
    const texts = [...fill(CREATE, HOSTILE), ...fill(KEYS, STRINGS)]
    const create = (text: string) =>
      service.call('POST', '/v1/checkout/sessions', { token: store.keys.secret, text })
    expect(await findOthers(texts, create, [201, 400, 404])).toEqual([])
  })

  test('a hostile value that was taken comes back as it was sent', async () => {
    const values = [...STRINGS, '{"__proto__":{"a":1}}', '-0', '1e400', '9007199254740993']
    for (const metadata of values.map((value) => `{"a":${value}}`)) {
      const { status, body } = await service.call<{ url: string }>(
        'POST',
        '/v1/checkout/sessions',
        { token: store.keys.secret, text: `{"items":[{"product":"mug"}],"metadata":${metadata}}` },
      )
      expect(status, metadata).toBe(201)
      expect((await readSession(service, store, body.url.split('/').at(-1) ?? '')).text).toBe(
        `{"status":"open","order":null,"metadata":${metadata}}`,
      )
    }
  })

  test('paying answers 200, 400, 402 or 409, wherever a hostile value stands', async () => {
    const paymentMethod = await aPaymentMethod(service)
    const request = { ...aPayRequest(), paymentMethod }
    const fields = [
      ['customer', 'name'],
      ['customer', 'phone'],
      ['customer', 'email'],
      ['fulfillment', 'option'],
      ['fulfillment', 'details'],
      ['fulfillment', 'method'],
    ] as const
    const templates = [
      'X',
      ...fields.map(([part, field]) =>
        JSON.stringify({ ...request, [part]: { ...request[part], [field]: '@@' } }).replace(
          '"@@"',
          () => 'X',
        ),
      ),
      JSON.stringify({ ...request, paymentMethod: '@@' }).replace('"@@"', () => 'X'),
      JSON.stringify({ ...request, customer: '@@' }).replace('"@@"', () => 'X'),
    ]
    const pay = async (text: string) => {
      const id = await aSession(service, store)
      const buyer = await aBuyer(service, id)
      return service.call('POST', `${service.checkoutUrl}/${id}/pay`, {
        token: buyer.token,
        text,
        headers: buyer.headers,
      })
    }
    expect(await findOthers(fill(templates, HOSTILE), pay, [200, 400, 402, 409])).toEqual([])
  })

  test('the platform API answers 200, 201 or 400, wherever a hostile value stands', async () => {
    const send = (method: string, path: string) => (text: string) =>
      service.call(method, `/platform/v1${path}`, {
        token: 'platform-token-of-all-of-the-tests',
        text,
      })
    const stores = fill(
      [
        'X',
        '{"name":X,"plan":"pro","currency":"EUR"}',
        '{"name":"a","plan":X,"currency":"EUR"}',
        '{"name":"a","plan":"pro","currency":X}',
        '{"name":"a","plan":"pro","currency":"EUR","allowedOrigins":[X]}',
        '{"name":"a","plan":"pro","currency":"EUR","deliveryOptions":[{"id":X,"name":X,"fee":1}]}',
        '{"name":"a","plan":"pro","currency":"EUR","deliveryOptions":[{"id":"a","name":"a","fee":X}]}',
      ],
      HOSTILE,
    )
    expect(await findOthers(stores, send('POST', '/stores'), [201, 400, 413])).toEqual([])
    const products = fill(
      [
        'X',
        '{"name":X,"price":1,"variants":[{"stock":1}]}',
        '{"name":"a","price":X,"variants":[{"stock":1}]}',
        '{"name":"a","price":1,"variants":[{"stock":X}]}',
        '{"name":"a","price":1,"variants":[{"size":X,"colorName":X,"stock":1}]}',
        '{"name":"a","price":1,"description":X,"variants":[{"stock":1}]}',
        '{"name":"a","price":1,"imageUrl":X,"variants":[{"stock":1}]}',
      ],
      HOSTILE,
    )
    expect(
      await findOthers(
        products,
        send('PUT', `/stores/${store.id}/products/hostile`),
        [200, 400, 413],
      ),
    ).toEqual([])
    expect(
      await findOthers(
        fill(['X', '{"delta":X}', '{"delta":1,"size":X}'], HOSTILE),
        send('POST', `/stores/${store.id}/products/mug/stock`),
        [200, 400],
      ),
    ).toEqual([])
  })

  test('paths and queries of any kind are answered, never with 500', async () => {
    const parts = [
      '%00',
      '%ED%A0%80',
      '%E0%A4%A',
      '%',
      '%2e%2e%2f',
      '__proto__',
      'constructor',
      "'%20or%201=1",
      '%F0%9F%98%80',
      'x'.repeat(3000),
      '%0d%0aSet-Cookie:a=b',
      '*',
      '[object%20Object]',
    ]
    const paths = parts.flatMap((part) => [
      `/v1/products/${part}`,
      `/v1/checkout/sessions/${part}`,
      `/v1/products?cursor=${part}`,
      `/v1/products?limit=${part}`,
      `/v1/products?${part}=1`,
      `/${part}`,
      `/checkout/${part}/view`,
    ])
    const read = (path: string) => service.call('GET', path, { token: store.keys.secret })
    expect(await findOthers(paths, read, [200, 400, 401, 404])).toEqual([])
  })

  test('a size is asked for byte by byte: another spelling of the same letters is another size', async () => {
    const [composed, decomposed] = ['Écru', 'E\u0301cru']
    await aProduct(service, store, {
      slug: 'scarf',
      variants: [{ size: composed, stock: 1 }],
    })
    const buy = (size: string) =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'scarf', size }] },
      })
    expect((await buy(composed)).status).toBe(201)
    for (const size of [decomposed, 'ÉCRU'])
      expect(await buy(size)).toMatchObject({
        status: 400,
        body: { error: { code: 'variant_not_found' } },
      })
  })
})
