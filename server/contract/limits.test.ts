import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { PayRequest } from './buyer.ts'
import { Amount, EmailAddress, Origin, PageQuery, Quantity, WebAddress } from './fields.ts'
import { CheckoutItem, IdempotencyHeaders, CustomerPrefill, Metadata } from './merchant.ts'

const isTaken = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

const xs = (length: number) => 'x'.repeat(length)

/** A value inside of `levels` objects. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Metadata whose JSON has so many bytes. */
const ofBytes = (bytes: number, letter = 'x') => {
  const frame = JSON.stringify({ text: '' }).length
  const letters = Math.floor((bytes - frame) / bytesOf(letter))
  const rest = bytes - frame - letters * bytesOf(letter)
  return { text: letter.repeat(letters) + xs(rest) }
}

const paying = (change: { customer?: object; fulfillment?: object; paymentMethod?: string }) => ({
  paymentMethod: 'pm_1',
  ...change,
  customer: { name: 'Ana', phone: '+34 600 123 456', ...change.customer },
  fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Here', ...change.fulfillment },
})

describe('contract §3 to §5: every limit, at its value and one step beyond', () => {
  test.each<[string, z.ZodType, last: unknown, beyond: unknown]>([
    ['quantity: at least 1', Quantity, 1, 0],
    ['quantity: at most 100', Quantity, 100, 101],
    ['amount: at least 0', Amount, 0, -1],
    ['amount: at most 999,999,999,999', Amount, 999_999_999_999, 1_000_000_000_000],
    ['product: at most 200 characters', CheckoutItem, { product: xs(200) }, { product: xs(201) }],
    ['metadata: at most 50 keys', Metadata, keys(50), keys(51)],
    ['metadata: keys of at most 40 characters', Metadata, { [xs(40)]: 1 }, { [xs(41)]: 1 }],
    ['metadata: at most 8 KiB', Metadata, ofBytes(8192), ofBytes(8193)],
    ['metadata: 8 KiB are bytes, not characters', Metadata, ofBytes(8192, '€'), ofBytes(8193, '€')],
    ['metadata: at most 5 levels deep', Metadata, nested(5), nested(6)],
    ['customer.name: at most 120', CustomerPrefill, { name: xs(120) }, { name: xs(121) }],
    ['customer.phone: at most 32', CustomerPrefill, { phone: xs(32) }, { phone: xs(33) }],
    ['customer.email: at most 254', CustomerPrefill, { email: xs(254) }, { email: xs(255) }],
    ['customer.details: at most 500', CustomerPrefill, { details: xs(500) }, { details: xs(501) }],
    ['an email address: without brackets', EmailAddress, 'ana@a.b', '<ana@a.b>'],
    ['an email address: without control characters', EmailAddress, 'a"b@a.b', 'a\u0001b@a.b'],
    ['an email address: at most 254', EmailAddress, `${xs(250)}@a.b`, `${xs(251)}@a.b`],
    [
      'Idempotency-Key: at most 255 characters',
      IdempotencyHeaders,
      { 'Idempotency-Key': xs(255) },
      { 'Idempotency-Key': xs(256) },
    ],
    [
      'successUrl and cancelUrl: at most 2048 characters',
      WebAddress,
      `https://shop.example/${xs(2027)}`,
      `https://shop.example/${xs(2028)}`,
    ],
    ['an origin: at most 255 characters', Origin, `https://${xs(247)}`, `https://${xs(248)}`],
    ['limit of a list: at least 1', PageQuery, { limit: '1' }, { limit: '0' }],
    ['limit of a list: at most 100', PageQuery, { limit: '100' }, { limit: '101' }],
    ['cursor: at most 100 characters', PageQuery, { cursor: xs(100) }, { cursor: xs(101) }],
  ])('a limit holds at its value and one step beyond: %s', (_, schema, last, beyond) => {
    expect([isTaken(schema, last), isTaken(schema, beyond)]).toEqual([true, false])
  })

  test.each<[string, last: object, beyond: object]>([
    ['name: 120', { customer: { name: xs(120) } }, { customer: { name: xs(121) } }],
    [
      'phone: 32 characters',
      { customer: { phone: `1234567${' '.repeat(25)}` } },
      { customer: { phone: `1234567${' '.repeat(26)}` } },
    ],
    [
      'phone: at least 7 digits',
      { customer: { phone: '1234567' } },
      { customer: { phone: '123456' } },
    ],
    [
      'phone: at most 15 digits',
      { customer: { phone: '123456789012345' } },
      { customer: { phone: '1234567890123456' } },
    ],
    [
      'phone: no letters',
      { customer: { phone: '+49 (0) 151/23-45.67' } },
      { customer: { phone: 'call me 1234567' } },
    ],
    [
      'email: 254',
      { customer: { email: `${xs(250)}@a.b` } },
      { customer: { email: `${xs(251)}@a.b` } },
    ],
    [
      'email: without brackets',
      { customer: { email: 'ana@a.b' } },
      { customer: { email: '<ana@a.b>' } },
    ],
    [
      'email: without control characters',
      { customer: { email: 'a"b@a.b' } },
      { customer: { email: 'a\u0001b@a.b' } },
    ],
    ['option: 64', { fulfillment: { option: xs(64) } }, { fulfillment: { option: xs(65) } }],
    ['details: 500', { fulfillment: { details: xs(500) } }, { fulfillment: { details: xs(501) } }],
    ['paymentMethod: 255', { paymentMethod: xs(255) }, { paymentMethod: xs(256) }],
  ])('a limit of what the buyer sends holds: %s', (_, last, beyond) => {
    expect(isTaken(PayRequest, paying(last))).toBe(true)
    expect(isTaken(PayRequest, paying(beyond))).toBe(false)
  })

  test('a list has 20 entries unless it is asked for another number', () => {
    expect(PageQuery.parse({})).toEqual({ limit: 20 })
  })
})
