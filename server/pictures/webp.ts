import { type Layout, Refused, textAt, viewOf } from './picture-layout.ts'
import { orientationOf } from './orientation.ts'

const SIDE = 0x3fff
const ANIMATED = 0x02

export const isWebp = (bytes: Uint8Array) =>
  textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP'

type Size = { width: number; height: number }

/** The size in a chunk: of a lossy picture, of a lossless one, or of the canvas around one. */
function sizeIn(type: string, data: Uint8Array): Size | undefined {
  const view = viewOf(data)
  switch (type) {
    case 'VP8 ':
      return { width: view.getUint16(6, true) & SIDE, height: view.getUint16(8, true) & SIDE }
    case 'VP8L': {
      const bits = view.getUint32(1, true)
      return { width: (bits & SIDE) + 1, height: ((bits >>> 14) & SIDE) + 1 }
    }
    case 'VP8X': {
      if ((view.getUint8(0) & ANIMATED) !== 0) throw new Refused('animated')
      return {
        width: (view.getUint32(4, true) & 0xffffff) + 1,
        height: (view.getUint32(6, true) >>> 8) + 1,
      }
    }
    default:
      return undefined
  }
}

/** RFC 9649: a RIFF of chunks. All sizes must be the same, because the pixels take the memory. */
export function readWebp(bytes: Uint8Array): Layout {
  const view = viewOf(bytes)
  const length = view.getUint32(4, true) + 8
  if (length < bytes.length) throw new Refused('more')
  if (length > bytes.length) throw new Refused('broken')
  const sizes: Size[] = []
  let orientation = 1
  let offset = 12
  while (offset < length) {
    const type = textAt(bytes, offset, 4)
    const dataLength = view.getUint32(offset + 4, true)
    const data = bytes.subarray(offset + 8, offset + 8 + dataLength)
    if (data.length < dataLength) throw new Refused('broken')
    if (type === 'ANIM' || type === 'ANMF') throw new Refused('animated')
    if (type === 'EXIF') orientation = orientationOf(data)
    const size = sizeIn(type, data)
    if (size) sizes.push(size)
    offset += 8 + dataLength + (dataLength % 2)
  }
  const [size] = sizes
  if (!size || sizes.some(({ width, height }) => width !== size.width || height !== size.height))
    throw new Refused('broken')
  return { ...size, orientation, bytes }
}
