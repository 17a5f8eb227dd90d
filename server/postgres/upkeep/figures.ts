import { columns, flag, integer, moment } from '../columns.ts'
import { type Queryable, type Statement, fragment, named, piece } from '../database.ts'
import { BACKED_UP_AT } from '../common-settings.ts'

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
  comparedAt: moment('compared_at'),
  backedUpAt: moment('backed_up_at'),
})

/** What has not happened yet counts from when there was something to do it with. */
const MADE_AT = fragment('(select min(migrated_at) from schema_migrations)')

const READ: Statement = named('read-figures')`
  select ${FIGURES.list}
  from (
    select
      ${PENDING} as oldest_webhook,
      ${UNANNOUNCED} as oldest_unannounced,
      (select max(version) from schema_migrations) as schema_version,
      exists (select from reconciliation_rounds where unsure_before is not null) as is_unsure,
      coalesce((select finished_at from reconciliation_rounds), ${MADE_AT}) as compared_at,
      coalesce(${fragment(BACKED_UP_AT)}, ${MADE_AT}) as backed_up_at) figures`

/** What the metrics have of the database. */
export const readFigures = (db: Queryable) => FIGURES.onlyRow(db, READ)
