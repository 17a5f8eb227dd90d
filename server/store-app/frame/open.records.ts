import type { Pool } from '../../postgres/database.ts'

/** What the records do, as functions that get the pool first. */
type OnPool<Records> = {
  [Name in keyof Records]: Records[Name] extends (...given: infer Given) => infer Result
    ? (pool: Pool, ...given: Given) => Result
    : never
}

/** A row that came as JSON, where a date is a text: these fields become dates, but for nulls. */
export const withMoments = <Row extends object>(row: Row, ...names: (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(
    names.map((name) => [name, row[name] === null ? null : new Date(String(row[name]))]),
  ),
})

/** For a statement that always gives a row, such as one about a store that is there. */
export function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a statement gave no row')
  return row
}

export const recordsOf =
  <Records extends object>(functions: OnPool<Records>) =>
  (pool: Pool) =>
    Object.fromEntries(
      Object.entries<(pool: Pool, ...given: unknown[]) => unknown>(functions).map(([name, run]) => [
        name,
        (...given: unknown[]) => run(pool, ...given),
      ]),
    ) as Records
