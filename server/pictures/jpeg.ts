import { type Layout, Refused, startsWith, textAt, viewOf } from './picture-layout.ts'
import { orientationOf } from './orientation.ts'

const START = [0xff, 0xd8, 0xff]
const END = 0xd9
const SCAN = 0xda
const EXIF = 0xe1

/** Progressive pictures have about ten. Each scan may go over all pixels again, for a few bytes. */
const MAX_SCANS = 64

/** Four colours are for a printing press (CMYK). */
const PRINT_COLOURS = 4

export const isJpeg = (bytes: Uint8Array) => startsWith(bytes, START)

/** SOF0 to SOF15 have the picture's size. DHT, JPG and DAC have numbers between them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Markers without a length: TEM and the restarts within a scan. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** The next marker. Within a scan a 0xff byte is followed by 0 or by a restart's number. */
function endOfScan(bytes: Uint8Array, start: number) {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isAlone(next)) return at
  }
  throw new Refused('broken')
}

/** Cameras put previews and data behind the picture: they are cut off. All else is refused. */
function assertOfCamera(rest: Uint8Array) {
  if (rest.length > 0 && rest[0] !== 0 && !startsWith(rest, START)) throw new Refused('more')
}

/** ITU T.81: segments of marker, length and data. After a scan's header come the pixels. */
export function readJpeg(bytes: Uint8Array): Layout {
  const view = viewOf(bytes)
  let frame: { width: number; height: number; colours: number } | undefined
  let orientation: number | undefined
  let scans = 0
  let offset = 2
  for (;;) {
    if (view.getUint8(offset) !== 0xff) throw new Refused('broken')
    while (view.getUint8(offset + 1) === 0xff) offset += 1
    const marker = view.getUint8(offset + 1)
    if (marker === END) break
    if (isAlone(marker)) {
      offset += 2
      continue
    }
    const end = offset + 2 + view.getUint16(offset + 2)
    if (isFrame(marker)) {
      if (frame) throw new Refused('broken')
      frame = {
        height: view.getUint16(offset + 5),
        width: view.getUint16(offset + 7),
        colours: view.getUint8(offset + 9),
      }
    }
    if (marker === EXIF && textAt(bytes, offset + 4, 4) === 'Exif')
      orientation ??= orientationOf(bytes.subarray(offset + 4, end))
    if (marker === SCAN) scans += 1
    offset = marker === SCAN ? endOfScan(bytes, end) : end
  }
  assertOfCamera(bytes.subarray(offset + 2))
  if (!frame || scans === 0 || scans > MAX_SCANS) throw new Refused('broken')
  if (frame.colours === PRINT_COLOURS) throw new Refused('print')
  return {
    width: frame.width,
    height: frame.height,
    orientation: orientation ?? 1,
    bytes: bytes.subarray(0, offset + 2),
  }
}
