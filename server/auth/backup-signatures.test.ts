import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readSigned, signBackup } from './backup-signatures.ts'

const KEY = 'the signing key of the service, as text'
const OTHER = 'the signing key of another service, as text'
const CONTENT = Buffer.from('what was backed up, in more bytes than a signature has')

async function* inParts(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const sign = (material = KEY, content = CONTENT) =>
  buffer(signBackup(inParts(content, 50), material))
const read = (stored: Buffer, { keys = [KEY], length = 50 } = {}) =>
  buffer(readSigned(inParts(stored, length), keys))

function flipped(bytes: Buffer, bit: number) {
  const copy = Buffer.from(bytes)
  copy[bit >> 3] = copy.readUInt8(bit >> 3) ^ (1 << (bit & 7))
  return copy
}

describe('contract §8: the signature of a backup', () => {
  test('the content is read however the bytes arrive, with either key of a rotation', async () => {
    const signed = await sign()
    for (const length of [1, 7, 48, 4096])
      expect(await read(signed, { length, keys: [OTHER, KEY] })).toEqual(CONTENT)
    const empty = Buffer.alloc(0)
    expect(await read(await sign(KEY, empty))).toEqual(empty)
  })

  test('any flipped bit is noticed', async () => {
    const signed = await sign()
    const bits = Array.from({ length: signed.length * 8 }, (_, bit) => bit)
    const outcomes = await Promise.all(
      bits.map((bit) =>
        read(flipped(signed, bit), { length: 512 }).then(
          () => bit,
          () => 'refused',
        ),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['refused']))
  })

  test('what was cut off, added or taken from another backup is refused', async () => {
    const signed = await sign()
    for (let length = 0; length < signed.length; length++)
      await expect(read(signed.subarray(0, length), { length: 512 })).rejects.toThrow(
        /signature|signed/,
      )
    await expect(read(signed.subarray(-48, -10))).rejects.toThrow('no signature')
    await expect(read(Buffer.concat([signed, Buffer.from('x')]))).rejects.toThrow('no signature')
    const other = await sign(KEY, Buffer.from(`${CONTENT.toString()}!`))
    const mixed = Buffer.concat([signed.subarray(0, CONTENT.length), other.subarray(-48)])
    await expect(read(mixed)).rejects.toThrow('not what was signed')
    await expect(read(Buffer.concat([signed, signed]))).rejects.toThrow('not what was signed')
  })

  test('a key that did not sign it is named as such, and so is a backup without a signature', async () => {
    await expect(read(await sign(OTHER))).rejects.toThrow(/^No key here has signed the backup/)
    await expect(read(await sign(), { keys: [] })).rejects.toThrow(/^No key here/)
    await expect(read(CONTENT)).rejects.toThrow(/^The backup has no signature.*--unsigned/)
  })
})
