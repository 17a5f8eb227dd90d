import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyKind } from '../contract/platform.ts'
import { CELL, randomBase62, toBase62 } from './random.ts'

const PREFIX = { public: 'pk', secret: 'sk' } as const satisfies Record<KeyKind, string>

/** Of the keys of a test store, or of all others. */
export type KeyMode = 'live' | 'test'

const CHECKSUM_LENGTH = 6

const checksum = (body: string) => toBase62(crc32(body), CHECKSUM_LENGTH)

/**
 * A new key: prefix, two characters of its cell, 30 random base62 characters (178 bits), 6 base62
 * characters of the CRC-32 of all before them (contract §3).
 */
export function createApiKey(kind: KeyKind, mode: KeyMode = 'live') {
  const body = `${PREFIX[kind]}_${mode}_${CELL}${randomBase62(30)}`
  return `${body}${checksum(body)}`
}

/**
 * The kind that the key's prefix states; undefined for text that cannot be one of our keys, which
 * spares the database the question.
 */
export function parseKeyKind(key: string): KeyKind | undefined {
  const kind = /^(pk|sk)_(?:live|test)_[0-9A-Za-z]{38}$/.exec(key)?.[1]
  if (!kind || key.slice(-CHECKSUM_LENGTH) !== checksum(key.slice(0, -CHECKSUM_LENGTH)))
    return undefined
  return kind === 'pk' ? 'public' : 'secret'
}

/**
 * What is kept of a key. At 178 bits there is nothing to guess, so a slow hash would only slow our
 * answers.
 */
export const digestOf = (key: string) => createHash('sha256').update(key).digest()

export const lastFourOf = (key: string) => key.slice(-4)

/**
 * A new key and what the record keeps of it: a public one is no secret, of a secret one there is no
 * text.
 */
export function createStoredKey(kind: KeyKind, { isTest }: { isTest: boolean }) {
  const key = createApiKey(kind, isTest ? 'test' : 'live')
  return {
    key,
    stored: {
      kind,
      digest: digestOf(key),
      last4: lastFourOf(key),
      publicText: kind === 'public' ? key : null,
    },
  }
}
