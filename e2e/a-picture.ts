import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A PNG of one colour, as a file that a browser can choose. */
export function aPicture({ width = 560, height = 140, colour = [31, 79, 216] } = {}) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const line = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  const buffer = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
  return { name: 'picture.png', mimeType: 'image/png', buffer }
}
