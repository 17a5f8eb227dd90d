import encode from 'qr'

/** Draws each run of dark squares in a row as one rectangle. */
function runsOf(row: boolean[], y: number) {
  const bits = row.map((isDark) => (isDark ? '1' : '0')).join('')
  const runs = [...bits.matchAll(/1+/g)]
  return runs.map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`).join('')
}

/**
 * A QR code as the path of an SVG, with the border of four empty squares that scanners need.
 * `correction`: how much of it may be lost: low 7 %, medium 15 %.
 */
export function qrPath(text: string, correction: 'low' | 'medium') {
  const rows = encode(text, 'raw', { ecc: correction, border: 4 })
  return { size: rows.length, path: rows.map(runsOf).join('') }
}
