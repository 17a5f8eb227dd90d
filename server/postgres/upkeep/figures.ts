import { columns, flag, integer } from '../columns.ts'
import { type Queryable, type Statement, fragment, named, piece } from '../database.ts'

const ageOf = (oldest: string) =>
  piece`coalesce(extract(epoch from statement_timestamp() - (${fragment(oldest)})), 0)::bigint`

const PENDING = ageOf(`select min(created_at) from webhook_deliveries where status = 'pending'`)
// By the index of those that are not announced; there are few.
const UNANNOUNCED = ageOf('select min(created_at) from events where announced_at is null')

const FIGURES = columns({
  oldestWebhookSeconds: integer('oldest_webhook'),
  oldestUnannouncedSeconds: integer('oldest_unannounced'),
  schemaVersion: integer('schema_version'),
  isUnsure: flag('is_unsure'),
})

const READ: Statement = named('read-figures')`
  select ${FIGURES.list}
  from (
    select
      ${PENDING} as oldest_webhook,
      ${UNANNOUNCED} as oldest_unannounced,
      (select max(version) from schema_migrations) as schema_version,
      exists (select from reconciliation_rounds where unsure_before is not null) as is_unsure) figures`

/** What the metrics have of the database. */
export const readFigures = (db: Queryable) => FIGURES.onlyRow(db, READ)
