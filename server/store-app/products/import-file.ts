import { CsvError, parse } from 'csv-parse/sync'

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
  'image_url',
  'withdrawal_days',
  'withdrawal_reason',
] as const

export type Column = (typeof COLUMNS)[number]

/** A line below the heading. A cell is undefined when the file has no such column. */
export type FileLine = { line: number; cells: Partial<Record<Column, string>> }

export type FileLines =
  | { lines: FileLine[]; problems?: undefined }
  | { lines?: undefined; problems: FileProblem[] }

const REQUIRED: Column[] = ['slug', 'name', 'price']
const MAX_LINES = 5000
/** Empty lines and lines within descriptions count, too. */
const MAX_BREAKS = 4 * MAX_LINES
/** How lines may end; one file may mix them. */
const ENDS = ['\r\n', '\n', '\r']
const END = /\r\n|\n|\r/g
const MAX_SEPARATORS = 40 * MAX_LINES

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name)

const whole = (line: number, text: string): FileLines => ({
  problems: [{ line, column: null, text }],
})

/** The usual separator depends on the country. */
const separatorOf = (text: string) => {
  const [heading = ''] = text.trimStart().split(/[\r\n]/, 1)
  return [',', ';', '\t'].find((separator) => heading.includes(separator)) ?? ','
}

/** The cells of a CSV file by column, or why it cannot be read. */
export function readFileLines(content: Uint8Array): FileLines {
  const text = decode(content)
  if (text === undefined) return whole(1, 'This is no text in UTF-8. Save the file as “CSV UTF-8”.')
  const separator = separatorOf(text)
  if (hasMore(text, { of: END, than: MAX_BREAKS }))
    return whole(1, `The file has more than ${MAX_BREAKS} lines, with empty ones. Split it.`)
  if (hasMore(text, { of: separator, than: MAX_SEPARATORS }))
    return whole(1, `The file has more than ${MAX_SEPARATORS} cells. Split it.`)
  const { records, fault } = readRecords(text, separator)
  if (fault) return { problems: [fault] }
  const [heading, ...rest] = records
  if (!heading || rest.length === 0)
    return whole(1, 'The file has no products: it needs a heading and a line for each variant.')
  const [beyond] = rest.slice(MAX_LINES)
  if (beyond) return whole(beyond.line, `A file can have ${MAX_LINES} lines at most. Split it.`)
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

/** The CSV reader's errors, which are all about quotation marks. */
const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark that opens a cell in this line is not closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the end of a cell in quotation marks: write each mark inside of it twice.',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands inside of a cell: put the cell into quotation marks, and write the one inside of it twice.',
}

type FileRecord = { line: number; record: string[] }

/** The lines that are not empty, up to the first unreadable one. */
function readRecords(text: string, separator: string) {
  const records: FileRecord[] = []
  let [begin, line] = [1, 1]
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ENDS,
      relax_column_count: true,
      trim: true,
      cast(cell) {
        line += breaksIn(cell)
        return cell
      },
      on_record(record: string[]) {
        if (record.some((cell) => cell.trim() !== '')) records.push({ line: begin, record })
        begin = line += 1
      },
    })
  } catch (error) {
    const fault = error instanceof CsvError && FAULTS[error.code]
    if (!fault) throw error
    return { records, fault: { line, column: null, text: fault } }
  }
  return { records }
}

function decode(content: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Stops at the limit, because it runs before the file is parsed. */
const hasMore = (text: string, { of, than }: { of: string | RegExp; than: number }) =>
  text.split(of, than + 2).length > than + 1

const breaksIn = (cell: string) => cell.match(END)?.length ?? 0

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
