import { type Fragment, type Queryable, type RawRow, type Statement, fragment } from './database.ts'

/** One column of a select: what it is made of, and whether a value can be one of it. */
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
/** A text that a constraint of the schema holds to these words. */
export const word = <Word extends string>(expression: string) =>
  kind((value): value is Word => typeof value === 'string')(expression)

/** Such words, in an array. */
export const words = <Word extends string>(expression: string) =>
  kind(
    (value): value is Word[] =>
      Array.isArray(value) && value.every((one) => typeof one === 'string'),
  )(expression)

export const texts = words<string>

/** JSON that was parsed before it was written, or that the statement itself builds. */
export const json = <Value extends object>(expression: string) =>
  kind((value): value is Value => typeof value === 'object' && value !== null)(expression)

export const orNull = <Value>({ expression, is }: Column<Value>): Column<Value | null> => ({
  expression,
  is: (value): value is Value | null => value === null || is(value),
})

/** The type of the rows that these columns give. */
export type RowOf<Table extends { read: (row: RawRow) => unknown }> = ReturnType<Table['read']>

/**
 * What a select asks for and what becomes of its rows, from one table: `list` is its column list,
 * each column under its name here, and `read` takes these columns, and no others, out of a row.
 * `prefix`: before the names in the row, of columns that others may be called like. (Default: none.)
 */
export function columns<Row extends object>(
  table: { [Name in keyof Row]: Column<Row[Name]> },
  { prefix = '' } = {},
) {
  const entries = Object.entries<Column<unknown>>(table)
  const list: Fragment = fragment(
    entries.map(([name, { expression }]) => `${expression} as "${prefix}${name}"`).join(', '),
  )

  /** @throws {TypeError} when the statement has not asked for them, or a value is of another kind */
  function read(row: RawRow) {
    const taken: RawRow = {}
    for (const [name, { is }] of entries) {
      const value = row[prefix + name]
      if (!is(value)) throw new TypeError(`column ${name}: cannot be ${typeof value}`)
      taken[name] = value
    }
    // Each of its columns is there and was looked at.
    return taken as Row
  }

  return {
    list,
    read,
    /** The first row of that statement, when there is one. */
    row: async (db: Queryable, statement: Statement) => {
      const row = await db.row(statement)
      return row && read(row)
    },
    rows: async (db: Queryable, statement: Statement) => (await db.rows(statement)).map(read),
  }
}

const ID = columns({ id: text('id') })

/** The column `id` of that statement's rows, a text. */
export const idsOf = async (db: Queryable, statement: Statement) =>
  (await ID.rows(db, statement)).map(({ id }) => id)
