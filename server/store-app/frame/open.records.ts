import type { Pool } from '../../postgres/database.ts'

/** What the records do, as functions that get the pool first. */
type OnPool<Records> = {
  [Name in keyof Records]: Records[Name] extends (...given: infer Given) => infer Result
    ? (pool: Pool, ...given: Given) => Result
    : never
}

/** Gives all of these functions the pool. */
export const recordsOf =
  <Records extends object>(functions: OnPool<Records>) =>
  (pool: Pool) =>
    Object.fromEntries(
      Object.entries<(pool: Pool, ...given: unknown[]) => unknown>(functions).map(([name, run]) => [
        name,
        (...given: unknown[]) => run(pool, ...given),
      ]),
    ) as Records
