import decode from 'qr/decode.js'

const SCALE = 4

/** What a camera reads in the SVG of a QR code, whose path has runs of dark squares. */
export function readQrCode(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * SCALE
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const start = (row * size + Number(x) * SCALE) * 4
      data.fill(0, start, start + Number(length) * SCALE * 4)
    }
  return decode({ width: size, height: size, data })
}
