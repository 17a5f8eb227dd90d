import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSealing } from './sealing.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

describe('payments §8: sealing', () => {
  test('sealing gives back any well-formed text for the same purpose', () => {
    const sealing = createSealing([older])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sealing.open(sealing.seal(text, 'a'), 'a')).toBe(text)
      }),
    )
  })

  test('sealing uses the first key, and opening every one', () => {
    const before = createSealing([older]).seal('text', 'a')
    const after = createSealing([newer, older]).seal('text', 'a')
    expect(createSealing([newer, older]).open(before, 'a')).toBe('text')
    expect(createSealing([newer]).open(after, 'a')).toBe('text')
    expect(createSealing([older]).open(after, 'a')).toBeUndefined()
  })

  test('sealing never gives the same bytes for the same text', () => {
    const sealing = createSealing([older])
    expect(sealing.seal('text', 'a')).not.toEqual(sealing.seal('text', 'a'))
  })

  test('what was altered, cut or sealed for another purpose does not open', () => {
    const sealing = createSealing([older])
    const sealed = sealing.seal('text', 'a')
    expect(sealing.open(sealed, 'b')).toBeUndefined()
    for (const index of sealed.keys()) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index)
      expect(sealing.open(altered, 'a')).toBeUndefined()
      expect(sealing.open(sealed.subarray(0, index), 'a')).toBeUndefined()
    }
  })

  test('sealing needs a key, and keys of 32 bytes', () => {
    expect(() => createSealing([])).toThrow('at least one key')
    expect(() => createSealing([newer, randomBytes(31)])).toThrow('32 bytes')
  })
})
