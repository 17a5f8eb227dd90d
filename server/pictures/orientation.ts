import { textAt, viewOf } from './picture-layout.ts'

const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY_LENGTH = 12

/** How to turn the picture, by an EXIF block (TIFF 6.0, first directory). Default 1: as it is. */
export function orientationOf(exif: Uint8Array) {
  const tiff = textAt(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = textAt(tiff, 0, 2)
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return 1
  const view = viewOf(tiff)
  const isLittle = order === 'II'
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return 1
  const end = Math.min(
    directory + 2 + view.getUint16(directory, isLittle) * ENTRY_LENGTH,
    tiff.length,
  )
  for (let entry = directory + 2; entry + ENTRY_LENGTH <= end; entry += ENTRY_LENGTH) {
    if (
      view.getUint16(entry, isLittle) !== ORIENTATION ||
      view.getUint16(entry + 2, isLittle) !== SHORT
    )
      continue
    const orientation = view.getUint16(entry + 8, isLittle)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
