import { type Fragment, type Queryable, type RawRow, type Statement, fragment } from './database.ts'

/** One column of a select: its SQL expression, and a check of its values. */
export type Column<Value> = { expression: string; is: (value: unknown) => value is Value }

const kind =
  <Value>(is: Column<Value>['is']) =>
  (expression: string): Column<Value> => ({ expression, is })

export const text = kind((value) => typeof value === 'string')
export const integer = kind((value) => typeof value === 'number')
export const flag = kind((value) => typeof value === 'boolean')
export const moment = kind((value) => value instanceof Date)
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

/** JSON that was checked before it was written, or that the statement itself builds. */
export const json = <Value extends object>(expression: string) =>
  kind((value): value is Value => typeof value === 'object' && value !== null)(expression)

export const orNull = <Value>({ expression, is }: Column<Value>): Column<Value | null> => ({
  expression,
  is: (value): value is Value | null => value === null || is(value),
})

/** The type of the rows with these columns. */
export type RowOf<Table extends { read: (row: RawRow) => unknown }> = ReturnType<Table['read']>

/**
 * One table for both a select's columns and its rows. `list`: the column list, each column under
 * its name. `read`: takes these columns out of a row. `prefix`: stands before the names in a row,
 * where other columns have the same names. (Default: none.)
 */
export function columns<Row extends object>(
  table: { [Name in keyof Row]: Column<Row[Name]> },
  { prefix = '' } = {},
) {
  const entries = Object.entries<Column<unknown>>(table)
  const list: Fragment = fragment(
    entries.map(([name, { expression }]) => `${expression} as "${prefix}${name}"`).join(', '),
  )

  /** @throws {TypeError} a column is missing, or its value is of another kind */
  function read(row: RawRow) {
    const taken: RawRow = {}
    for (const [name, { is }] of entries) {
      const value = row[prefix + name]
      if (!is(value)) throw new TypeError(`column ${name}: cannot be ${typeof value}`)
      taken[name] = value
    }
    // Every column was checked above.
    return taken as Row
  }

  return {
    list,
    read,
    /** The first row; undefined without one. */
    row: async (db: Queryable, statement: Statement) => {
      const row = await db.row(statement)
      return row && read(row)
    },
    rows: async (db: Queryable, statement: Statement) => (await db.rows(statement)).map(read),
  }
}

const ID = columns({ id: text('id') })

/** The texts in column `id` of the rows. */
export const idsOf = async (db: Queryable, statement: Statement) =>
  (await ID.rows(db, statement)).map(({ id }) => id)
