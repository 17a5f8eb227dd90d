import pg from 'pg'
import { vi } from 'vitest'

/** Statements of the service's background rounds, which run beside any request. */
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
