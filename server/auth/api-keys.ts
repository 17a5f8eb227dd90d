import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyKind } from '../contract/platform/platform.ts'
import { FIRST_CELL, randomBase62, toBase62 } from './random.ts'

const PREFIX = { public: 'pk', secret: 'sk' } as const satisfies Record<KeyKind, string>

/** `test` for keys of test stores, `live` for all others. */
export type KeyMode = 'live' | 'test'

const CHECKSUM_LENGTH = 6

const checksum = (body: string) => toBase62(crc32(body), CHECKSUM_LENGTH)

/**
 * A new key: prefix, the two characters of its cell, 30 random base62 characters (178 bits), and the
 * CRC-32 of all before as 6 base62 characters (contract §3).
 */
export function createApiKey(kind: KeyKind, mode: KeyMode = 'live', cell = FIRST_CELL) {
  const body = `${PREFIX[kind]}_${mode}_${cell}${randomBase62(30)}`
  return `${body}${checksum(body)}`
}

/** The kind in the key's prefix; undefined for text that can be no key, without a query. */
export function parseKeyKind(key: string): KeyKind | undefined {
  const kind = /^(pk|sk)_(?:live|test)_[0-9A-Za-z]{38}$/.exec(key)?.[1]
  if (!kind || key.slice(-CHECKSUM_LENGTH) !== checksum(key.slice(0, -CHECKSUM_LENGTH)))
    return undefined
  return kind === 'pk' ? 'public' : 'secret'
}

/** The record keeps this digest. Nobody guesses 178 bits, so a slow hash would gain nothing. */
export const digestOf = (key: string) => createHash('sha256').update(key).digest()

/** The part by which nearly all keys differ, at next to no cost. */
export const markOf = (key: string) => key.slice(-CHECKSUM_LENGTH)

export const lastFourOf = (key: string) => key.slice(-4)

/** A new key and what the record keeps: the text of a public key, and no text of a secret one. */
export function createStoredKey(
  kind: KeyKind,
  { isTest, cell }: { isTest: boolean; cell?: string },
) {
  const key = createApiKey(kind, isTest ? 'test' : 'live', cell)
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
