import { describe, expect, test } from 'vitest'
import { CARDS, aProduct, aSession, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { now } from '../testing/moments.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { openSql } from '../testing/sql.ts'

const { service } = await openSpecService()
const origin = new URL(service.checkoutUrl).origin
const listed = await aStore(service, {
  allowedOrigins: ['https://shop.example', 'http://localhost:4243'],
})
const unlisted = await aStore(service)
await aProduct(service, listed)
await aProduct(service, unlisted)

const frame = (id: string, query = '') => call('GET', `${service.paymentFrameUrl}/${id}${query}`)
const ancestorsOf = ({ headers }: { headers: Headers }) =>
  /frame-ancestors (.*)$/.exec(headers.get('content-security-policy') ?? '')?.[1]
const CARD = { number: CARDS.succeeds, expMonth: 12, expYear: 2040, cvc: '123' }
const send = (fields: Record<string, unknown>) =>
  call('POST', `${service.paymentFrameUrl}/test-payment-methods`, { body: { ...CARD, ...fields } })

/** A number with a valid check digit, as a real card has. */
const luhn = (digits: string) => {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

describe('contract §5: Payment frame', () => {
  test('the payment frame is on another origin than the checkout', () => {
    expect(new URL(service.paymentFrameUrl).origin).not.toBe(origin)
  })

  test('checkout may frame the payment frame, and so may the embedding page if the store allows', async () => {
    const id = await aSession(service, listed)
    expect(ancestorsOf(await frame(id))).toBe(origin)
    expect(ancestorsOf(await frame(id, '?origin=https://shop.example'))).toBe(
      `${origin} https://shop.example`,
    )
    expect(ancestorsOf(await frame(id, '?origin=http://localhost:4243'))).toBe(
      `${origin} http://localhost:4243`,
    )
    expect(ancestorsOf(await frame(id, `?origin=${origin}`))).toBe(origin)
  })

  test.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://shop.example/',
    'https://SHOP.example',
    'null',
    '*',
    'https://*',
    "https://a.example 'self'",
    'https://a.example; script-src *',
    'https://shop.example&origin=https://evil.example',
    'javascript:alert(1)',
    'data:,x',
    '',
  ])('the payment frame of a listed store may not be framed by %s', async (embedder) => {
    const raw = embedder.includes('&') ? embedder : encodeURIComponent(embedder)
    expect(ancestorsOf(await frame(await aSession(service, listed), `?origin=${raw}`))).toBe(origin)
  })

  test('the frame of a store without a list may be framed by secure pages and this machine’s', async () => {
    const id = await aSession(service, unlisted)
    for (const embedder of [
      'https://anywhere.example',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://shop.localhost',
    ]) {
      expect(ancestorsOf(await frame(id, `?origin=${embedder}`))).toBe(`${origin} ${embedder}`)
    }
    for (const embedder of [
      'http://anywhere.example',
      'null',
      '*',
      'https://*.example',
      'ftp://a.example',
      'https://a.example,https://b.example',
    ]) {
      expect(ancestorsOf(await frame(id, `?origin=${encodeURIComponent(embedder)}`))).toBe(origin)
    }
  })

  test('there is no payment frame for an unknown session', async () => {
    for (const id of [`cs_${'0'.repeat(32)}`, 'x', '%00'])
      expectError(await frame(id), 404, 'session_not_found')
  })
})

describe('contract §5: Payment frame: test payment methods', () => {
  test.each(Object.entries(CARDS))(
    'the payment frame takes the test card %s',
    async (_, number) => {
      expect(await send({ number })).toMatchObject({
        status: 200,
        body: { paymentMethod: expect.stringMatching(/^pm_test_[0-9A-Za-z]{24}$/) },
      })
    },
  )

  test('the payment frame takes a number with spaces, and a year of two digits', async () => {
    expect((await send({ number: '4242 4242 4242 4242', expYear: 40 })).status).toBe(200)
  })

  test('the payment frame takes a card until the end of its month', async () => {
    const today = now()
    const month = (later: number) => {
      const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + later, 1))
      return { expYear: first.getUTCFullYear(), expMonth: first.getUTCMonth() + 1 }
    }
    expect((await send(month(0))).status).toBe(200)
    expectError(await send(month(-1)), 400, 'invalid_request', /^expYear: the card has expired$/)
  })

  test('the payment frame refuses every other number, and neither keeps nor logs it', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) =>
      luhn(`4111${String(index * 7919).padStart(11, '3')}`),
    )
    numbers.push(
      '4242424242424241',
      '42424242424242424242',
      '',
      '0000000000000000',
      'constructor',
      '__proto__',
      '４２４２４２４２４２４２４２４２',
    )
    for (const number of numbers)
      expectError(await send({ number }), 400, 'invalid_request', /^number: /)
    const sql = openSql(service.databaseUrl)
    const kept = JSON.stringify(await sql.rows('select * from test_provider.payment_methods'))
    await sql.close()
    for (const number of [...Object.values(CARDS), ...numbers.filter((text) => text.length > 14)]) {
      expect(service.log()).not.toContain(number)
      expect(kept).not.toContain(number)
    }
  })

  test.each<[Record<string, unknown>, RegExp]>([
    [{ expMonth: 13 }, /^expMonth: /],
    [{ expMonth: 0 }, /^expMonth: /],
    [{ expYear: 2020 }, /^expYear: the card has expired$/],
    [{ expYear: 20 }, /^expYear: /],
    [{ cvc: '12' }, /^cvc: /],
    [{ cvc: 'abc' }, /^cvc: /],
    [{ cvc: undefined }, /^cvc: is required$/],
    [{ number: undefined }, /^number: is required$/],
    [{ number: 4242424242424242 }, /^number: must be a string$/],
    [{ name: 'Ana' }, /^name: is not a known field$/],
  ])('the payment frame refuses the card fields %j', async (fields, message) => {
    expectError(await send(fields), 400, 'invalid_request', message)
  })

  test('nobody but the frame makes payment methods: no other origin may read the answer', async () => {
    const { headers } = await call('POST', `${service.paymentFrameUrl}/test-payment-methods`, {
      body: CARD,
      headers: { origin: 'https://shop.example' },
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})
