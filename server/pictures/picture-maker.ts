import { createHash } from 'node:crypto'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import type { Picture, PictureMaker } from './pictures.ts'
import { atMost } from './at-most.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { type Layout, Refused } from './picture-layout.ts'
import { isPng, readPng } from './png.ts'
import { isWebp, readWebp } from './webp.ts'

/**
 * What is unpacked at most: while they are made smaller, 16 megapixels of 16 bits a colour take 350
 * MB.
 */
const MAX_PIXELS = 16_000_000
const MAX_SIDE = 8000

const QUALITY = 82

/**
 * Reads what sent pictures are, by their content, and makes WebP of them, off the event loop; one
 * after the other.
 */
export function createPictureMaker(): PictureMaker {
  const inTurn = atMost(1)
  return {
    make: async (sent, { storeId, maxSide }) => {
      const layout = readLayout(sent)
      if (layout instanceof Refused) return { refusal: layout.refusal }
      const content = await inTurn(() => encode(layout, maxSide))
      return content === undefined
        ? { refusal: 'broken' }
        : { picture: toPicture(content, storeId) }
    },
  }
}

/** Behind the end of a file a DataView throws a RangeError: it is not as long as it says. */
function readLayout(sent: Uint8Array): Layout | Refused {
  try {
    const layout = read(sent)
    const { width, height } = layout
    if (width === 0 || height === 0) return new Refused('broken')
    return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS
      ? new Refused('large')
      : layout
  } catch (error) {
    if (error instanceof Refused) return error
    if (error instanceof RangeError) return new Refused('broken')
    throw error
  }
}

function read(sent: Uint8Array) {
  if (isPng(sent)) return readPng(sent)
  if (isJpeg(sent)) return readJpeg(sent)
  if (isWebp(sent)) return readWebp(sent)
  throw new Refused('unknown')
}

/**
 * Undefined when the pixels cannot be read: the library says so in an error, whatever the reason.
 */
async function encode({ bytes, width, height, orientation }: Layout, maxSide: number) {
  const transformer = new Transformer(bytes).rotate(orientation)
  if (Math.max(width, height) > maxSide) {
    transformer.resize({
      width: maxSide,
      height: maxSide,
      fit: ResizeFit.Inside,
      filter: ResizeFilterType.Lanczos3,
    })
  }
  try {
    return await transformer.webp(QUALITY)
  } catch {
    return undefined
  }
}

function toPicture(encoded: Buffer, storeId: string): Picture {
  const content = new Uint8Array(encoded)
  const { width, height } = readWebp(content)
  const digest = createHash('sha256').update(`${storeId}\0`).update(content).digest('base64url')
  return { id: `pic_${digest}`, content, width, height }
}
