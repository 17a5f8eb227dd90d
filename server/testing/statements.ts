import pg from 'pg'
import { vi } from 'vitest'

/** Names of what a service’s rounds ask the record by themselves, beside any request. */
const OF_ROUNDS = [
  /^(claim-(due-.+|buyer-mails|messages|reconciliation|sale-mails|sweep)|gather-sales)$/,
  /^(delete-old|erase-old)-.+$/,
  /^expire-late-sessions$/,
  /^find-(due-webhooks|unread-webhooks|webhook-readers)$/,
  /^read-(figures|history|now)$/,
  /^record-requests$/,
  /^return-kept-units$/,
]

export const isOfRounds = (name: string) => OF_ROUNDS.some((names) => names.test(name))

export const nameOf = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? String(statement.name)
    : 'unnamed'

/** The queries that the driver gets while `work` runs. */
export async function queriesOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const queries = query.mock.calls.map(([statement]) => statement)
  query.mockRestore()
  return queries
}

/** Their names, without those of background rounds. */
export const statementsOf = async (work: () => Promise<unknown>) =>
  (await queriesOf(work)).map(nameOf).filter((name) => !isOfRounds(name))
