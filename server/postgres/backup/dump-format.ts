/** What a dump says of itself in its first lines. */
export type DumpHeader = {
  /** The version of the schema. */
  schema: number
  service: string
  /** ISO 8601. */
  takenAt: string
  /** Names the key that sealed what is sealed, without telling it. */
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

/** @throws {Error} when these are not the first two lines of a dump */
export function parseHeader(title: string, header: string) {
  if (title !== TITLE || !header.startsWith(HEADER))
    throw new Error('This is no backup of Hosted Checkout.')
  return JSON.parse(header.slice(HEADER.length)) as DumpHeader
}

export const parseTotals = (line: string) =>
  line.startsWith(TOTALS)
    ? (JSON.parse(line.slice(TOTALS.length)) as Record<string, number>)
    : undefined

/** All tables with what is in them: `name` and `columns`, fit for a statement. */
export const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname in ('public', 'test_provider') and c.relkind = 'r' and c.relname <> 'schema_migrations'
  group by 1 order by 1`
