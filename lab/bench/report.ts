import { textTable } from '../measure/text-table.ts'
import { type Figure, type FigureTable, median, reasonsAgainstFigure } from './figure.ts'
import {
  type Ratio,
  type Row,
  type Shots,
  foreignLoadOf,
  medianRate,
  mistakesOf,
  ratioOf,
  reasonsAgainst,
  timesOf,
  useOf,
} from './row.ts'

export const NOT_VALID = 'not valid'
const VALID = '✓'

/** A group of rows has the same sides. */
export type Tables = { rows: Row[][]; figures: FigureTable[] }

const numberText = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

const spreadText = ({ median: middle, least, most }: Ratio) =>
  `${middle.toFixed(2)} (${least.toFixed(2)}..${most.toFixed(2)})`

function useText(shots: Shots) {
  const use = useOf(shots)
  return use === undefined
    ? 'not known'
    : [use.node, use.postgres, use.redis].map((each) => each.toFixed(0)).join(' / ')
}

function loadText(load: Figure['foreignLoad']) {
  if (load === 'does not matter') return '–'
  return load === undefined ? 'not known' : `${(load * 100).toFixed(0)} %`
}

const verdictOf = (reasons: string[]) => (reasons.length === 0 ? VALID : NOT_VALID)

const headingsOf = ([row]: Row[]) => [
  'what',
  'c',
  'of',
  'a second',
  ...(row?.beside ?? []).map(({ side }) => `÷ ${side}`),
  'CPU µs: Node / PostgreSQL / Redis',
  'p50 ms',
  'p99 ms',
  'others',
  '',
]

function cellsOfSide(shots: Shots) {
  const { p50, p99 } = timesOf(shots)
  return {
    rate: numberText(medianRate(shots)),
    rest: [useText(shots), p50.toFixed(1), p99.toFixed(1)],
  }
}

/** One line per side. The last cell says whether the figures count. */
export function cellsOfRow(row: Row): string[][] {
  const { name, atOnce, measured, beside } = row
  const { rate, rest } = cellsOfSide(measured)
  const ratios = beside.map((other) => spreadText(ratioOf(measured, other)))
  const load = loadText(foreignLoadOf(row))
  return [
    [
      name,
      `${atOnce}`,
      measured.side,
      rate,
      ...ratios,
      ...rest,
      load,
      verdictOf(reasonsAgainst(row)),
    ],
    ...beside.map((shots) => {
      const other = cellsOfSide(shots)
      return ['', '', shots.side, other.rate, ...ratios.map(() => ''), ...other.rest, '', '']
    }),
  ]
}

const toSpread = (values: number[]) =>
  values.length === 1
    ? numberText(values[0] ?? Number.NaN)
    : `${numberText(median(values))} (${numberText(Math.min(...values))}..${numberText(Math.max(...values))})`

export function cellsOfFigure(figure: Figure): string[] {
  const { what, unit, values, foreignLoad } = figure
  const [own = [], other] = values
  return [
    what,
    unit,
    ...values.map((each) => (each.length === 0 ? 'not known' : toSpread(each))),
    ...(other === undefined ? [] : [(median(own) / median(other)).toFixed(2)]),
    loadText(foreignLoad),
    verdictOf(reasonsAgainstFigure(figure)),
  ]
}

const headingsOfFigures = (sides: string[]) => [
  'what',
  'in',
  ...sides,
  ...sides.slice(1).map((side) => `÷ ${side}`),
  'others',
  '',
]

/** Each table begins with its headings. */
export const tablesOf = ({ rows, figures }: Tables): string[][][] => [
  ...rows.map((group) => [headingsOf(group), ...group.flatMap(cellsOfRow)]),
  ...figures.map((group) => [headingsOfFigures(group.sides), ...group.figures.map(cellsOfFigure)]),
]

const nameOf = ({ name, atOnce, measured }: Row) => `${name}, c=${atOnce}, ${measured.side}`

/** A sentence for each reason why something does not count. */
export const reasonsOf = ({ rows, figures }: Tables) => [
  ...rows.flat().flatMap((row) => reasonsAgainst(row).map((reason) => `${nameOf(row)}: ${reason}`)),
  ...figures
    .flatMap((group) => group.figures)
    .flatMap((figure) => reasonsAgainstFigure(figure).map((reason) => `${figure.what}: ${reason}`)),
]

/** Whether something is wrong that no machine excuses. */
export const hasMistakes = ({ rows, figures }: Tables) =>
  rows.flat().some((row) => mistakesOf(row).length > 0) ||
  figures.some((group) => group.figures.some(({ mistakes = [] }) => mistakes.length > 0))

/** For a terminal. */
export const describeTables = (tables: Tables) =>
  [
    ...tablesOf(tables).map((table) => textTable(table).join('\n')),
    reasonsOf(tables)
      .map((reason) => `${NOT_VALID}: ${reason}`)
      .join('\n'),
  ].join('\n\n')
