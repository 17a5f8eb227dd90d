import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A text that many answers begin with, compressed once. */
export type Beginning = {
  text: string
  length: number
  crc: number
  packed: Buffer
  /** What the rest of an answer may repeat without saying it again. */
  dictionary: Buffer
}

/** No name, no time, the best compression, no word of the system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])

/** More of it saves few bytes, and costs time with each answer. */
const DICTIONARY_BYTES = 4096

export function packBeginning(text: string): Beginning {
  const plain = Buffer.from(text)
  const blocks = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return {
    text,
    length: plain.length,
    crc: crc32(plain),
    packed: Buffer.concat([HEADER, blocks]),
    dictionary: plain.subarray(-DICTIONARY_BYTES),
  }
}

/** The whole text as gzip: after a full flush other blocks can follow, as if made in one go. */
export function gzipAfter(beginning: Beginning, rest: string): Buffer {
  const plain = Buffer.from(rest)
  const blocks = deflateRawSync(plain, { level: 6, dictionary: beginning.dictionary })
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(plain, beginning.crc))
  trailer.writeUInt32LE(beginning.length + plain.length, 4)
  return Buffer.concat([beginning.packed, blocks, trailer])
}
