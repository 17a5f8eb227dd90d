import pg from 'pg'
import { vi } from 'vitest'

/** Rounds of the service's own go on whatever requests come. */
const OF_ROUNDS = [
  'claim-due-attempts',
  'claim-due-refunds',
  'claim-due-orphans',
  'claim-due-readings',
  'claim-messages',
  'find-due-webhooks',
  'find-unread-webhooks',
  'find-webhook-readers',
  'oldest-pending-webhook',
  'expire-late-sessions',
  'read-history',
  'record-requests',
  'delete-old-requests',
  'claim-sweep',
  'erase-old-buyers',
  'delete-old-sessions',
  'delete-old-events',
  'delete-old-deliveries',
  'delete-old-endpoints',
  'delete-old-keys',
  'delete-old-notifications',
]

export const isOfRounds = (name: string) => OF_ROUNDS.includes(name)

export const nameOf = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? String(statement.name)
    : 'unnamed'

/** What reaches PostgreSQL while `work` runs, as its driver is given it. */
export async function queriesOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const queries = query.mock.calls.map(([statement]) => statement)
  query.mockRestore()
  return queries
}

/** The same by name, without those of rounds. */
export const statementsOf = async (work: () => Promise<unknown>) =>
  (await queriesOf(work)).map(nameOf).filter((name) => !isOfRounds(name))
