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

/** The statements that reach PostgreSQL while `work` runs, by name. */
export async function statementsOf(work: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const names = query.mock.calls
    .map(([statement]) => nameOf(statement))
    .filter((name) => !isOfRounds(name))
  query.mockRestore()
  return names
}
