import { encode } from 'uqr'

/** Draws each run of dark squares in a row as one rectangle. */
function runsOf(row: boolean[], y: number) {
  const bits = row.map((isDark) => (isDark ? '1' : '0')).join('')
  const runs = [...bits.matchAll(/1+/g)]
  return runs.map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`).join('')
}

/**
 * A QR code as the path of an SVG, with the border of four empty squares that scanners need.
 * `correction`: how much of it may be lost: L 7 %, M 15 %.
 */
export function qrPath(text: string, correction: 'L' | 'M') {
  const { size, data } = encode(text, { ecc: correction, border: 4 })
  return { size, path: data.map(runsOf).join('') }
}
