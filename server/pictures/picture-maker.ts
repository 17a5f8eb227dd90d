import { createHash } from 'node:crypto'
import type { Picture } from '../checkout/stores/pictures.ts'
import type { PictureMaker } from './pictures.ts'
import { busy } from '../checkout/errors.ts'
import { atMost } from '../threads/at-most.ts'
import { ThreadError, createThread, threadFile } from '../threads/thread.ts'
import type { Encoding } from './encode.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { type Layout, Refused } from './picture-layout.ts'
import { isPng, readPng } from './png.ts'
import { isWebp, readWebp } from './webp.ts'

/** The most that is unpacked: shrinking 16 megapixels with 16 bits a colour takes 350 MB. */
const MAX_PIXELS = 16_000_000
const MAX_SIDE = 8000

/** The largest picture takes a fifth of this on a slow machine. */
const BUDGET_MS = 15_000
/** All that one store may send at once, and a few of other stores. */
const MAX_WAITING = 48

/** Reads what a sent file is by its content. Makes a WebP of it in its own thread, one by one. */
export function createPictureMaker(): PictureMaker & { close(): Promise<void> } {
  const thread = createThread<Encoding, Uint8Array | undefined>(
    threadFile('picture-thread', import.meta),
  )
  const inTurn = atMost(1, MAX_WAITING)
  const encode = async (encoding: Encoding) => {
    try {
      return await inTurn(() => thread.run(encoding, { budgetMs: BUDGET_MS }))
    } catch (error) {
      throw error instanceof ThreadError ? busy(error) : error
    }
  }
  return {
    make: async (sent, { storeId, maxSide }) => {
      const layout = readLayout(sent)
      if (layout instanceof Refused) return { refusal: layout.refusal }
      const content = await encode({ layout, maxSide })
      return content === undefined
        ? { refusal: 'broken' }
        : { picture: toPicture(content, storeId) }
    },
    close: () => thread.close(),
  }
}

/** A DataView throws a RangeError behind the file's end: the file is shorter than it says. */
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

function toPicture(content: Uint8Array, storeId: string): Picture {
  const { width, height } = readWebp(content)
  const digest = createHash('sha256').update(`${storeId}\0`).update(content).digest('base64url')
  return { id: `pic_${digest}`, content, width, height }
}
