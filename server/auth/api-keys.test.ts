import { isSessionId } from '../checkout/sessions/session.ts'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApiKey, createStoredKey, digestOf, lastFourOf, parseKeyKind } from './api-keys.ts'
import { parseBearer } from './bearer.ts'
import { isPlatformToken } from './platform-token.ts'
import { FIRST_CELL, createIds, ids, numberOfCell, randomBase62, toBase62 } from './random.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const fromBase62 = (text: string) =>
  [...text].reduce((number, digit) => number * 62 + ALPHABET.indexOf(digit), 0)

describe('spec §5: API keys', () => {
  test.each([
    ['public', 'live', 'pk_live_'],
    ['secret', 'live', 'sk_live_'],
    ['public', 'test', 'pk_test_'],
    ['secret', 'test', 'sk_test_'],
  ] as const)('a %s %s key is prefix, random part and checksum', (kind, mode, prefix) => {
    const key = createApiKey(kind, mode)
    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`))
    expect(fromBase62(key.slice(-6))).toBe(crc32(key.slice(0, -6)))
    expect(parseKeyKind(key)).toBe(kind)
  })

  test('a typing mistake is no key', () => {
    const key = createApiKey('secret')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: key.length - 1 }),
        fc.constantFrom(...ALPHABET, '_', ' ', 'é'),
        (at, character) => {
          fc.pre(key[at] !== character)
          expect(
            parseKeyKind(`${key.slice(0, at)}${character}${key.slice(at + 1)}`),
          ).toBeUndefined()
        },
      ),
    )
    for (const wrong of [
      '',
      key.slice(0, -1),
      `${key}0`,
      key.replace('sk', 'pk'),
      key.replace('live', 'test'),
      `${key}\n`,
    ])
      expect(parseKeyKind(wrong)).toBeUndefined()
  })

  test('of an API key a SHA-256 and four characters are kept', () => {
    const key = createApiKey('public')
    expect(digestOf(key)).toEqual(createHash('sha256').update(key).digest())
    expect(lastFourOf(key)).toBe(key.slice(-4))
  })
})

describe('spec §5 rule 1: Bearer tokens', () => {
  test('bearer tokens are exactly Bearer, a space and the token', () => {
    for (const header of ['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer  abc', 'Bearer \tabc'])
      expect(parseBearer(header)).toBe('abc')
    for (const header of [
      '',
      'Bearer',
      'Bearer ',
      'Bearerabc',
      'Bearer a b',
      'Bearer abc ',
      ' Bearer abc',
      'Basic abc',
      'Bearer é',
      'Bearer a\tb',
    ]) {
      expect(parseBearer(header)).toBeUndefined()
    }
  })

  test('bearer tokens are at most as long as allowed', () => {
    expect(parseBearer(`Bearer ${'x'.repeat(128)}`)).toHaveLength(128)
    expect(parseBearer(`Bearer ${'x'.repeat(129)}`)).toBeUndefined()
    expect(parseBearer(`Bearer ${'x'.repeat(129)}`, { maxLength: 129 })).toHaveLength(129)
  })

  test('the platform token is compared whole', () => {
    expect(isPlatformToken('token', ['token'])).toBe(true)
    expect(isPlatformToken('other', ['token', 'other'])).toBe(true)
    for (const given of ['', 'toke', 'tokens', 'Token'])
      expect(isPlatformToken(given, ['token', 'other'])).toBe(false)
  })
})

describe('spec §2.1: Random ids', () => {
  test('session ids are 32 base62 characters, recognised as such and nothing else', () => {
    expect(isSessionId(ids.session(ids.store()))).toBe(true)
    for (const text of [
      '',
      'cs_',
      `cs_${'a'.repeat(31)}`,
      `cs_${'a'.repeat(33)}`,
      `CS_${'a'.repeat(32)}`,
      `cs_${'a'.repeat(31)}-`,
      `cs_${'a'.repeat(32)}\n`,
    ])
      expect(isSessionId(text)).toBe(false)
  })

  test('ids begin with their time and their cell, so that those of one time stand together', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const idsOf = (time: string) => {
      vi.setSystemTime(time)
      return [ids.session(ids.store()).slice(3), ids.attempt().slice(4)]
    }
    const [before, after, last] = [
      idsOf('2026-11-22T10:00:00.000Z'),
      idsOf('2026-11-22T10:00:00.001Z'),
      idsOf('2081-01-01T00:00:00.000Z'),
    ]
    for (const [index, id] of before.entries()) {
      expect(id.slice(7, 9)).toBe(FIRST_CELL)
      expect(id < (after[index] ?? '')).toBe(true)
      expect((after[index] ?? '') < (last[index] ?? '')).toBe(true)
    }
  })

  test('what begins in a cell carries its code, and a session its store’s tag', () => {
    const { session, attempt, store, webhookDelivery, testEvent } = createIds('0b')
    const storeId = store()
    expect(storeId).toMatch(/^st_0b[0-9A-Za-z]{16}$/)
    expect(session(storeId).slice(10, 17)).toBe(`0b${storeId.slice(-5)}`)
    for (const id of [attempt(), webhookDelivery(), testEvent()])
      expect(id).toMatch(/^[a-z]+_.{7}0b/)
    expect(createStoredKey('public', { isTest: true, cell: '0b' }).key).toMatch(/^pk_test_0b/)
    expect(['00', '01', '10', 'zz'].map(numberOfCell)).toEqual([0, 1, 62, 3843])
  })

  test('all characters come equally often, and no id comes twice', () => {
    const sample = Array.from({ length: 4000 }, () => randomBase62(31))
    expect(new Set(sample).size).toBe(sample.length)
    const counts = Map.groupBy(sample.join(''), (character) => character)
    const expected = (sample.length * 31) / 62
    const chiSquare = [...ALPHABET].reduce(
      (sum, character) => sum + ((counts.get(character)?.length ?? 0) - expected) ** 2 / expected,
      0,
    )
    // 61 degrees of freedom: above 130 once in a million runs.
    expect(chiSquare).toBeLessThan(130)
  })

  test('numbers in base 62 keep their value', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        expect(fromBase62(toBase62(number, 6))).toBe(number)
      }),
    )
  })
})
