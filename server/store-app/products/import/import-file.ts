import { MOST_LANGUAGES, canonicalTag } from '../../../contract/translations.ts'
import { fromCsvCell } from '../../frame/csv-cell.ts'
import { SAFETY_FIELDS } from '../safety-fields.ts'
import { type TextColumn, languageColumn } from './product-texts.ts'

/** A problem of a file; `column` is null when the whole line is wrong. */
export type FileProblem = { line: number; column: string | null; text: string }

export const COLUMNS = [
  'slug',
  'name',
  'description',
  'price',
  'currency',
  'size',
  'color',
  'stock',
  'archived',
  'max_per_order',
  'image_url',
  'withdrawal_days',
  'withdrawal_reason',
  ...SAFETY_FIELDS,
] as const

export type Column = (typeof COLUMNS)[number] | TextColumn

/** A line below the heading. A cell is undefined when the file has no such column. */
export type FileLine = { line: number; cells: Partial<Record<Column, string>> }

const REQUIRED: Column[] = ['slug', 'name', 'price']
const MAX_LINES = 5000

const MOST_COLUMNS = COLUMNS.length + 2 * MOST_LANGUAGES

export function isColumn(name: string): name is Column {
  const { tag } = languageColumn(name) ?? {}
  return tag === undefined ? COLUMNS.some((column) => column === name) : canonicalTag(tag) === tag
}

/** In our spelling: `Name:PT-br` is `name:pt-BR`. */
function toColumn(heading: string) {
  const name = heading.trim().toLowerCase()
  const { field, tag = '' } = languageColumn(name) ?? {}
  return field === undefined
    ? (COLUMNS.find((column) => column.toLowerCase() === name) ?? name)
    : `${field}:${canonicalTag(tag.trim()) ?? tag}`
}

const whole = (line: number, text: string): FileProblem => ({ line, column: null, text })

/** The cells of a CSV file by column; no lines when it has problems. */
export function readFileLines(content: Uint8Array): { lines: FileLine[]; problems: FileProblem[] } {
  const { records, fault } = readRecords(content)
  const [heading, ...rest] = records
  const names = heading?.cells.map(toColumn) ?? []
  const problems = fault ? [fault] : problemsOf(heading, names, rest)
  const lines = problems.length > 0 ? [] : rest
  return {
    lines: lines.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        names.map((name, index) => [name, fromCsvCell(cells[index] ?? '').trim()]),
      ),
    })),
    problems,
  }
}

type FileRecord = { line: number; cells: string[] }

function problemsOf(heading: FileRecord | undefined, names: string[], rest: FileRecord[]) {
  if (!heading || rest.length === 0)
    return [whole(1, 'The file has no products: it needs a heading and a line for each variant.')]
  const { line: first } = heading
  const beyond = rest[MAX_LINES]
  if (beyond) return [whole(beyond.line, `A file can have ${MAX_LINES} lines at most. Split it.`)]
  if (names.length > MOST_COLUMNS) return [whole(first, `The heading has ${names.length} columns.`)]
  const unknown = `Columns are: ${COLUMNS.join(', ')} and, for a language such as pt-BR, name:pt-BR and description:pt-BR.`
  const problems = names.flatMap((column, index) => {
    if (!isColumn(column))
      return [{ line: first, column, text: `There is no column “${column}”. ${unknown}` }]
    const isSecond = names.indexOf(column) < index
    return isSecond ? [{ line: first, column, text: 'This column is there twice.' }] : []
  })
  return [
    ...problems,
    ...REQUIRED.filter((column) => !names.includes(column)).map((column) => ({
      line: first,
      column,
      text: 'This column is missing.',
    })),
    ...rest
      .filter(({ cells }) => cells.length !== names.length)
      .map(({ line, cells: { length } }) =>
        whole(line, `This line has ${length} cells, the heading ${names.length}.`),
      ),
  ]
}

/** The usual separator depends on the country. */
const separatorOf = (text: string) => {
  const [heading = ''] = text.trimStart().split(/[\r\n]/, 1)
  return [',', ';', '\t'].find((separator) => heading.includes(separator)) ?? ','
}

/** A cell, and what ends it. Its time grows with the text alone. */
const cellBefore = (separator: string) =>
  new RegExp(
    `(?:[^\\S\\r\\n${separator}]*"([^"]*(?:""[^"]*)*)"[^\\S\\r\\n${separator}]*|([^"\\r\\n${separator}]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  )

function decode(content: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The lines that are not empty, up to the first unreadable one. */
function readRecords(content: Uint8Array): { records: FileRecord[]; fault?: FileProblem } {
  const records: FileRecord[] = []
  const text = decode(content)
  if (text === undefined)
    return { records, fault: whole(1, 'This is no text in UTF-8. Save the file as “CSV UTF-8”.') }
  const separator = separatorOf(text)
  const cell = cellBefore(separator)
  let record: FileRecord = { line: 1, cells: [] }
  for (let [line, end]: [number, string | undefined] = [1, undefined]; end !== '';) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) return { records, fault: whole(line, faultOf(text.slice(at))) }
    const [, quoted, plain = ''] = found
    record.cells.push(quoted?.replaceAll('""', '"') ?? plain.trim())
    line += quoted?.match(/\r\n|\n|\r/g)?.length ?? 0
    end = found[3]
    if (end === separator) continue
    if (record.cells.some((one) => one.trim() !== '')) records.push(record)
    record = { line: (line += 1), cells: [] }
  }
  return { records }
}

/** What is wrong with the quotation marks at the beginning of the text. */
function faultOf(text: string) {
  if (!/^\s*"/.test(text))
    return 'A quotation mark stands inside of a cell: put the cell into quotation marks, and write the one inside of it twice.'
  return /^\s*"[^"]*(?:""[^"]*)*"(?!")/.test(text)
    ? 'Text follows the end of a cell in quotation marks: write each mark inside of it twice.'
    : 'A quotation mark that opens a cell in this line is not closed.'
}
