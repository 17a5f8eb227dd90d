import { CsvError, parse } from 'csv-parse/sync'

/** What is wrong with a file, and where; `column` is null when it is the whole line. */
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
  'image_url',
] as const

export type Column = (typeof COLUMNS)[number]

/** One line of the file below its heading; a cell that the file has no column for is undefined. */
export type FileLine = { line: number; cells: Partial<Record<Column, string>> }

export type FileLines =
  | { lines: FileLine[]; problems?: undefined }
  | { lines?: undefined; problems: FileProblem[] }

const REQUIRED: Column[] = ['slug', 'name', 'price']
const MAX_LINES = 5000
/** Of the file as it was sent: empty lines and the lines of a description count, too. */
const MAX_BREAKS = 4 * MAX_LINES
const MAX_SEPARATORS = 40 * MAX_LINES

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name)

const whole = (line: number, text: string): FileLines => ({
  problems: [{ line, column: null, text }],
})

/** Spreadsheets separate cells by what is usual in their country. */
const separatorOf = (text: string) => {
  const [heading = ''] = text.split(/[\r\n]/, 1)
  return [',', ';', '\t'].find((separator) => heading.includes(separator)) ?? ','
}

/** The cells of a CSV file by their columns, or why it is none. */
export function readFileLines(content: Uint8Array): FileLines {
  const text = decode(content)
  if (text === undefined) return whole(1, 'This is no text in UTF-8. Save the file as “CSV UTF-8”.')
  const separator = separatorOf(text)
  if (isLongerThan(content, { bytes: '\r\n', limit: MAX_BREAKS }))
    return whole(1, `The file has more than ${MAX_BREAKS} lines, with empty ones. Split it.`)
  if (isLongerThan(content, { bytes: separator, limit: MAX_SEPARATORS }))
    return whole(1, `The file has more than ${MAX_SEPARATORS} cells. Split it.`)
  const records: { line: number; record: string[] }[] = []
  try {
    parse(text, {
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_LINES + 2,
      on_record: (record: string[], { lines }) => {
        records.push({ line: lines - breaksIn(record), record })
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const unclosed =
      'A quotation mark in or before this line is not closed, or stands where none may be.'
    return whole(Number(error['lines'] ?? 1), unclosed)
  }
  const [heading, ...rest] = records
  if (!heading || rest.length === 0)
    return whole(1, 'The file has no products: it needs a heading and a line for each variant.')
  if (rest.length > MAX_LINES)
    return whole(MAX_LINES + 2, `A file can have ${MAX_LINES} lines at most. Split it.`)
  const names = heading.record.map((name) => name.trim().toLowerCase())
  if (names.length > 2 * COLUMNS.length)
    return whole(heading.line, `The heading has ${names.length} columns.`)
  const uneven = rest
    .filter(({ record }) => record.length !== names.length)
    .map(({ line, record }) => ({
      line,
      column: null,
      text: `This line has ${record.length} cells, the heading ${names.length}.`,
    }))
  const problems = [...headingProblems(names, heading.line), ...uneven]
  return problems.length > 0
    ? { problems }
    : {
        lines: rest.map(({ line, record }) => ({
          line,
          cells: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
        })),
      }
}

function decode(content: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Whether more than `limit` of the content are any of these bytes: known before it is parsed. */
function isLongerThan(content: Uint8Array, { bytes, limit }: { bytes: string; limit: number }) {
  const counted = new Set(Buffer.from(bytes))
  let count = 0
  for (const byte of content) if (counted.has(byte) && (count += 1) > limit) return true
  return false
}

const breaksIn = (record: string[]) => record.join('').match(/\r\n|\r|\n/g)?.length ?? 0

const headingProblems = (names: string[], line: number): FileProblem[] => [
  ...names.flatMap((name, index) => {
    if (!isColumn(name)) {
      const text = `There is no column “${name}”. Columns are: ${COLUMNS.join(', ')}.`
      return [{ line, column: name, text }]
    }
    return names.indexOf(name) === index
      ? []
      : [{ line, column: name, text: 'This column is there twice.' }]
  }),
  ...REQUIRED.filter((column) => !names.includes(column)).map((column) => ({
    line,
    column,
    text: 'This column is missing.',
  })),
]
