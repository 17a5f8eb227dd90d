import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The text that many answers begin with, compressed once. */
export type Beginning = {
  text: string
  length: number
  crc: number
  packed: Buffer
  /** The end of the text, which the rest of an answer can refer to. */
  dictionary: Buffer
}

/** A gzip header without name and time, for best compression and an unknown system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])

/** A longer dictionary saves few bytes and costs time with each answer. */
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

/** The whole text as gzip: blocks can follow others that end with a full flush. */
export function gzipAfter(beginning: Beginning, rest: string): Buffer {
  const plain = Buffer.from(rest)
  // More memory for a moment takes less time, and gives the same bytes.
  const blocks = deflateRawSync(plain, { level: 6, memLevel: 9, dictionary: beginning.dictionary })
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(plain, beginning.crc))
  trailer.writeUInt32LE(beginning.length + plain.length, 4)
  return Buffer.concat([beginning.packed, blocks, trailer])
}
