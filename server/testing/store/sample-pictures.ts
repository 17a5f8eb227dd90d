import { crc32 } from 'node:zlib'
import { Transformer } from '@napi-rs/image'

export type Kind = 'png' | 'jpeg' | 'webp' | 'webpLossless'
export const KINDS = ['png', 'jpeg', 'webp', 'webpLossless'] as const satisfies Kind[]

/** White, with a red first quarter. */
function pixelsOf(width: number, height: number) {
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height / 2; y += 1)
    for (let x = 0; x < width / 2; x += 1) pixels.set([255, 0, 0, 255], (y * width + x) * 4)
  return pixels
}

export const aPicture = (kind: Kind, { width = 40, height = 20 } = {}): Promise<Buffer> =>
  Transformer.fromRgbaPixels(pixelsOf(width, height), width, height)[kind]()

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])

/** An EXIF block with the orientation, and a text that says where the picture was taken. */
export function exif(
  { orientation, text = '' }: { orientation: number; text?: string },
  order: 'II' | 'MM' = 'MM',
) {
  const block = Buffer.alloc(26)
  const [put16, put32] =
    order === 'II'
      ? [block.writeUInt16LE.bind(block), block.writeUInt32LE.bind(block)]
      : [block.writeUInt16BE.bind(block), block.writeUInt32BE.bind(block)]
  block.write(order)
  for (const [value, offset] of [
    [42, 2],
    [1, 8],
    [0x0112, 10],
    [3, 12],
    [orientation, 18],
  ] as const)
    put16(value, offset)
  for (const [value, offset] of [
    [8, 4],
    [1, 14],
  ] as const)
    put32(value, offset)
  return Buffer.concat([block, Buffer.from(text)])
}

export function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const PNG_HEAD = 33

/** Inserts a chunk behind the header of a PNG. */
export const withPngChunk = (png: Buffer, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, PNG_HEAD), pngChunk(type, data), png.subarray(PNG_HEAD)])

/** A PNG whose header claims that size. */
export function pngOf(png: Buffer, { width, height }: { width: number; height: number }) {
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(PNG_HEAD)])
}

/** Inserts a segment behind the start of a JPEG. */
export const withSegment = (jpeg: Buffer, marker: number, data: Buffer) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker]),
    uint16(data.length + 2),
    data,
    jpeg.subarray(2),
  ])

/** Where the frame header of a JPEG begins: height, width and colors are 5, 7 and 9 bytes on. */
export const frameOf = (jpeg: Buffer) =>
  jpeg.findIndex((byte, at) => byte === 0xff && (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2))

export function riffChunk(type: string, data: Buffer) {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

export function riff(...chunks: Buffer[]) {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return riffChunk('RIFF', body)
}

/** The header of a WebP with several chunks: the size of the canvas, and flags. */
export function webpCanvas({
  width,
  height,
  flags = 0,
}: {
  width: number
  height: number
  flags?: number
}) {
  const canvas = Buffer.alloc(10)
  canvas[0] = flags
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', canvas)
}

const EXIF_FLAG = 0x08

export async function aTurnedPicture(kind: Kind, block: Buffer) {
  const picture = await aPicture(kind)
  switch (kind) {
    case 'png':
      return withPngChunk(picture, 'eXIf', block)
    case 'jpeg':
      return withSegment(picture, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]))
    case 'webp':
    case 'webpLossless':
      return riff(
        webpCanvas({ width: 40, height: 20, flags: EXIF_FLAG }),
        picture.subarray(12),
        riffChunk('EXIF', block),
      )
    default:
      return kind satisfies never
  }
}
