/** What a dump says of itself in its first lines. */
export type DumpHeader = {
  /** The version of the schema. */
  schema: number
  service: string
  /** ISO 8601. */
  takenAt: string
  /** Names the key that sealed what is sealed, without revealing it. */
  signingKey: string
}

const TITLE = '-- Hosted Checkout, backup 1'
const HEADER = '-- header '
const TOTALS = '-- rows '

/** Ends the rows of a table, as in a script of `psql`. */
export const END_OF_ROWS = '\\.\n'

export const toHeader = (header: DumpHeader) => `${TITLE}\n${HEADER}${JSON.stringify(header)}\n`

/** The last line: a dump without it is cut off. */
export const toTotals = (rows: Record<string, number>) => `${TOTALS}${JSON.stringify(rows)}\n`

export const toTableLine = ({ name, columns }: { name: string; columns: string[] }) =>
  `COPY ${name} (${columns.join(', ')}) FROM stdin;\n`

/** A sequence, its step, which says of which cell its numbers are, and how far it has come. */
export const toSequenceLines = ({
  name,
  step,
  value,
  isCalled,
}: {
  name: string
  step: string
  value: string
  isCalled: boolean
}) =>
  `ALTER SEQUENCE ${name} INCREMENT BY ${step};\nSELECT setval('${name}', ${value}, ${isCalled});\n`

/** @throws {Error} when these are not the first two lines of a dump */
export function parseHeader(title: string, header: string): DumpHeader {
  if (title !== TITLE || !header.startsWith(HEADER))
    throw new Error('This is no backup of Hosted Checkout.')
  const { schema, service, takenAt, signingKey } = parseObject(header.slice(HEADER.length))
  if (
    !Number.isSafeInteger(schema) ||
    Number(schema) < 1 ||
    typeof service !== 'string' ||
    typeof takenAt !== 'string' ||
    !isMoment(takenAt) ||
    typeof signingKey !== 'string'
  )
    throw new Error('The header of the backup cannot be read.')
  return { schema: Number(schema), service, takenAt, signingKey }
}

const isMoment = (text: string) => {
  const moment = new Date(text)
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text
}

/** What a line between the header and the end says. The database is asked for none of its text. */
export type DumpLine =
  | { type: 'table'; name: string; columns: string[] }
  | { type: 'step'; sequence: string; step: string }
  /** `isCalled` is unknown in older dumps. */
  | { type: 'value'; sequence: string; value: string; isCalled: boolean | undefined }
  | { type: 'totals'; rows: Record<string, unknown> }

/** @throws {Error} when no dump has such a line */
export function parseLine(line: string): DumpLine {
  if (line.startsWith(TOTALS))
    return { type: 'totals', rows: parseObject(line.slice(TOTALS.length)) }
  const [, name, columns] = /^COPY (\S+) \((.*)\) FROM stdin;$/.exec(line) ?? []
  if (name !== undefined && columns !== undefined)
    return { type: 'table', name, columns: columns.split(', ') }
  const [, stepping, step] = /^ALTER SEQUENCE (\S+) INCREMENT BY (\d+);$/.exec(line) ?? []
  if (stepping !== undefined && step !== undefined)
    return { type: 'step', sequence: stepping, step }
  const [, sequence, value, isCalled] =
    /^SELECT setval\('(\S+)', (\d+)(?:, (true|false))?\);$/.exec(line) ?? []
  if (sequence !== undefined && value !== undefined)
    return {
      type: 'value',
      sequence,
      value,
      isCalled: isCalled === undefined ? undefined : isCalled === 'true',
    }
  throw new Error(`This line is of no backup: ${line.slice(0, 80)}`)
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Error('A line of the backup cannot be read.', { cause })
  }
  if (typeof value !== 'object' || value === null)
    throw new Error('A line of the backup cannot be read.')
  return { ...value }
}

/** All tables with their columns, fit for a statement. */
export const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array_agg(format('%I', a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname in ('public', 'test_provider') and c.relkind = 'r' and c.relname <> 'schema_migrations'
  group by 1 order by 1`

export type Table = { name: string; columns: string[] }

/** All sequences, with what a dump says of them. */
export const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, increment_by::text as step,
    has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'select') as "isReadable"
  from pg_sequences where schemaname in ('public', 'test_provider') order by 1`
