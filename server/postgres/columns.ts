import { type Fragment, type Queryable, type RawRow, type Statement, fragment } from './database.ts'

/** One column of a select: its SQL expression, and its value; undefined for a value that cannot be. */
export type Column<Value> = { expression: string; parse: (value: unknown) => Value | undefined }

const kind =
  <Value>(is: (value: unknown) => value is Value) =>
  (expression: string): Column<Value> => ({
    expression,
    parse: (value) => (is(value) ? value : undefined),
  })

export const text = kind((value) => typeof value === 'string')
export const integer = kind((value) => typeof value === 'number')
export const flag = kind((value) => typeof value === 'boolean')
export const bytes = kind((value): value is Buffer => value instanceof Buffer)
export const integers = kind(
  (value): value is number[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'number'),
)
/** A text that a constraint of the schema limits to these words. */
export const word = <Word extends string>(expression: string) =>
  kind((value): value is Word => typeof value === 'string')(expression)

export const words = <Word extends string>(expression: string) =>
  kind(
    (value): value is Word[] =>
      Array.isArray(value) && value.every((one) => typeof one === 'string'),
  )(expression)

export const texts = words<string>

const MOMENT_IN_JSON = /^\d{4,}-\d\d-\d\dT/

/** In JSON it is a text. */
export const moment = (expression: string): Column<Date> => ({
  expression,
  parse(value) {
    if (typeof value === 'string' && MOMENT_IN_JSON.test(value)) return new Date(value)
    return value instanceof Date ? value : undefined
  },
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** JSON that was checked before it was written, or that the statement itself builds. */
export const json = <Value extends object>(expression: string) =>
  kind((value): value is Value => isObject(value))(expression)

export const orNull = <Value>({ expression, parse }: Column<Value>): Column<Value | null> => ({
  expression,
  parse: (value) => (value === null ? null : parse(value)),
})

/** The type of the rows with these columns. */
export type RowOf<Table extends { read: (row: RawRow) => unknown }> = ReturnType<Table['read']>

/** What a table of columns holds, before `columns` makes a select of it. */
export type ValuesOf<Table extends object> = {
  [Name in keyof Table]: Table[Name] extends Column<infer Value> ? Value : never
}

/** Some columns of a table, for `columns`. */
export const pick = <Table extends object, Name extends keyof Table>(
  table: Table,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

/**
 * One table for both a select's columns and its rows. `list`: the column list, each column under
 * its name. `read`: takes these columns out of a row. `prefix`: comes before the names in a row,
 * where other columns have the same names. (Default: none.) `object`, `one` and `many`: the same
 * columns as a JSON object, as a column of such an object, and as a column of a list of them.
 */
export function columns<Row extends object>(
  table: { [Name in keyof Row]: Column<Row[Name]> },
  { prefix = '' } = {},
) {
  const entries = Object.entries<Column<unknown>>(table)
  const list: Fragment = fragment(
    entries.map(([name, { expression }]) => `${expression} as "${prefix}${name}"`).join(', '),
  )
  const object = `json_build_object(${entries
    .map(([name, { expression }]) => `'${prefix}${name}', ${expression}`)
    .join(', ')})`

  /** @throws {TypeError} a column is missing, or its value is of another kind */
  function take(values: Record<string, unknown>) {
    const taken: Record<string, unknown> = {}
    for (const [name, { parse }] of entries) {
      const value = values[prefix + name]
      const parsed = parse(value)
      if (parsed === undefined) throw new TypeError(`column ${name}: cannot be ${typeof value}`)
      taken[name] = parsed
    }
    // Every column was checked above.
    return taken as Row
  }

  const read = (row: RawRow) => take(row)

  return {
    list,
    object,
    read,
    one: (expression = object): Column<Row> => ({
      expression,
      parse: (value) => (isObject(value) ? take(value) : undefined),
    }),
    many: (expression: string): Column<Row[]> => ({
      expression,
      parse: (value) =>
        Array.isArray(value) && value.every(isObject) ? value.map(take) : undefined,
    }),
    /** The first row; undefined without one. */
    row: async (db: Queryable, statement: Statement) => {
      const row = await db.row(statement)
      return row && read(row)
    },
    /** @throws {Error} no row, where one must be, such as that of a store that exists */
    onlyRow: async (db: Queryable, statement: Statement) => {
      const row = await db.row(statement)
      if (!row) throw new Error('a statement gave no row')
      return read(row)
    },
    rows: async (db: Queryable, statement: Statement) => (await db.rows(statement)).map(read),
  }
}

const ID = columns({ id: text('id') })

/** The texts in column `id` of the rows. */
export const idsOf = async (db: Queryable, statement: Statement) =>
  (await ID.rows(db, statement)).map(({ id }) => id)
