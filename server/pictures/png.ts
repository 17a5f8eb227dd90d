import { type Layout, Refused, startsWith, textAt, viewOf } from './picture-layout.ts'
import { orientationOf } from './orientation.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The chunks with pixels. Texts and profiles stay unread: they may unpack to a thousandfold. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

export const isPng = (bytes: Uint8Array) => startsWith(bytes, SIGNATURE)

/** PNG, third edition: a signature, then chunks of length, type, data and checksum. */
export function readPng(bytes: Uint8Array): Layout {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, SIGNATURE.length)]
  let orientation = 1
  let offset = SIGNATURE.length
  let type = ''
  while (type !== 'IEND') {
    const end = offset + 12 + view.getUint32(offset)
    if (end > bytes.length) throw new Refused('broken')
    type = textAt(bytes, offset + 4, 4)
    if (type === 'acTL') throw new Refused('animated')
    if (type === 'eXIf') orientation = orientationOf(bytes.subarray(offset + 8, end - 4))
    if (KEPT.has(type)) kept.push(bytes.subarray(offset, end))
    offset = end
  }
  if (offset < bytes.length) throw new Refused('more')
  if (textAt(bytes, 12, 4) !== 'IHDR') throw new Refused('broken')
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    orientation,
    bytes: Buffer.concat(kept),
  }
}
