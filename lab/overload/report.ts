import { percentile } from '../measure/percentile.ts'
import { textTable } from '../measure/text-table.ts'
import { type Row, failuresOf, isMeasured, p99Ratio, reasonsAgainst } from './row.ts'

const NOT_VALID = 'not valid'

const HEADINGS = [
  'attack',
  'answers to the attacker',
  'buyers paid',
  'again',
  '5xx but 503',
  'for sale',
  'quiet p50/p99',
  'attacked p50/p99',
  'ratio',
  'lag',
  'others',
  '',
]

const timesOf = (times: number[]) =>
  times.length === 0
    ? '–'
    : `${percentile(times, 0.5).toFixed(0)}/${percentile(times, 0.99).toFixed(0)} ms`

const answersOf = ({ answers }: Row) =>
  [...answers]
    .toSorted(([left], [right]) => left - right)
    .map(([status, times]) => `${status === 0 ? 'none' : status} ×${times}`)
    .join(' ')

/** Times are always shown; the ratio says what they are worth. */
const cellsOf = (row: Row) => [
  row.attack,
  answersOf(row),
  `${row.attacked.paid} of ${row.attacked.begun}`,
  String(row.attacked.triedAgain),
  String(failuresOf(row)),
  row.leastForSale === undefined ? '–' : `${row.leastForSale} at least`,
  timesOf(row.quiet?.times ?? []),
  timesOf(row.attacked.times),
  isMeasured(row) ? `${p99Ratio(row).toFixed(1)}×` : NOT_VALID,
  `${row.lagMs.toFixed(0)} ms${isMeasured(row) ? '' : `, ${NOT_VALID}`}`,
  row.foreignLoad === undefined ? 'unknown' : `${(row.foreignLoad * 100).toFixed(0)} %`,
  reasonsAgainst(row).length === 0 ? '✓' : '✗',
]

/** A table, and a line for each reason why an attack got through. */
export function describeRows(rows: Row[]) {
  const lines = textTable([HEADINGS, ...rows.map(cellsOf)])
  const reasons = rows.flatMap((row) =>
    reasonsAgainst(row).map((reason) => `✗ ${row.attack}: ${reason}`),
  )
  return [...lines, ...reasons].join('\n')
}
