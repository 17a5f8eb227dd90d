import { expect } from 'vitest'
import type { Sql } from './sql.ts'

const recordNow = async (sql: Sql) =>
  (await sql.rows<{ now: Date }>('select clock_timestamp() as now'))[0]?.now.getTime() ?? NaN

/** Expects a moment of the result to lie within the action, by the database's clock. */
export async function expectMoment<Result>(
  sql: Sql,
  act: () => Promise<Result>,
  momentOf: (result: Result) => Date | string | undefined,
): Promise<Result> {
  const before = await recordNow(sql)
  const result = await act()
  const after = await recordNow(sql)
  const moment = new Date(momentOf(result) ?? NaN).getTime()
  expect(moment).toBeGreaterThanOrEqual(before)
  expect(moment).toBeLessThanOrEqual(after)
  return result
}
