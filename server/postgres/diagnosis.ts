import type { DatabaseAddress, Pooler } from './connection/session.ts'
import { readCommonSettings } from './common-settings.ts'
import { type Queryable, openConnection } from './database.ts'
import { newestVersion } from './migrations.ts'

export type Diagnosis = {
  /** Such as `18.4`. */
  version: string
  major: number
  /** The database's clock less this host's. */
  aheadMs: number
  isStandby: boolean
  isReadOnly: boolean
  fsync: string
  encoding: string
  standbys: number
  synchronous: string
  /** `null` where this role may not see which they are. */
  synchronousStandbys: number | null
  pooler: Pooler | undefined
  schema: number
  newestSchema: number
  /** The folder of the data, where this role may read it. */
  dataDirectory: string | null
}

/** What is wrong with the rows, so far as an operator can do something about it. */
export type Ailments = {
  storesWithoutSeller: string[]
  stuckPayments: number
  unresolvedOrphans: number
  unresolvedBreaks: number
  failingEndpoints: string[]
  /** Mails to buyers that the mail server refuses, and not for their addresses; 1,000 at most. */
  deniedMails: number
  booksComparedAt: Date | null
  /** Of a restore or a promotion whose first comparison is not over. */
  unsureBefore: Date | null
}

const READ = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::integer / 10000 as major,
    clock_timestamp() as now,
    pg_is_in_recovery() as "isStandby",
    current_setting('transaction_read_only')::boolean as "isReadOnly",
    current_setting('fsync') as fsync,
    current_setting('server_encoding') as encoding,
    current_setting('synchronous_standby_names') as synchronous,
    (select count(*)::integer from pg_stat_replication) as standbys,
    (select case when count(*) = count(sync_state)
        then count(*) filter (where sync_state in ('sync', 'quorum'))::integer end
      from pg_stat_replication) as "synchronousStandbys",
    to_regclass('schema_migrations') is not null as "hasSchema",
    (select setting from pg_settings where name = 'data_directory') as "dataDirectory"`

const SCHEMA = 'select coalesce(max(version), 0) as version from schema_migrations'

/** Of a store that may take real money, and has to say first who sells. */
const AILMENTS = `
  select
    array(select id from stores where seller_required and closed_at is null and not is_test
      and (terms_id is null or contact_email is null and contact_phone is null) order by id limit 5) as "storesWithoutSeller",
    (select count(*)::integer from payment_attempts
      where next_check_at < statement_timestamp() - interval '10 minutes') as "stuckPayments",
    (select count(*)::integer from orphaned_payments
      where resolution is null and found_at < statement_timestamp() - interval '1 day') as "unresolvedOrphans",
    (select count(*)::integer from reconciliation_breaks
      where resolved_at is null and detected_at < statement_timestamp() - interval '1 day') as "unresolvedBreaks",
    array(select id from webhook_endpoints where deleted_at is null
      and failing_since < statement_timestamp() - interval '1 hour' order by id limit 5) as "failingEndpoints",
    (select count(*)::integer from (
      select from buyer_mails where state = 'waiting' and put_off_by = 'denied' limit 1000) denied) as "deniedMails",
    (select finished_at from reconciliation_rounds) as "booksComparedAt",
    (select unsure_before from reconciliation_rounds) as "unsureBefore"`

/**
 * Looks at a database with a connection of its own, and changes nothing. `ailments`, and what processes
 * have in `common`, are undefined while the schema is older than this service's.
 */
export async function diagnose(address: DatabaseAddress) {
  const db = await openConnection(address)
  try {
    const askedAt = Date.now()
    const { now, hasSchema, ...facts } = await readRow<Facts>(db, READ)
    const answeredAt = Date.now()
    const diagnosis: Diagnosis = {
      ...facts,
      schema: hasSchema ? (await readRow<{ version: number }>(db, SCHEMA)).version : 0,
      newestSchema: await newestVersion(),
      aheadMs: now.getTime() - (askedAt + answeredAt) / 2,
      pooler: address.pooler,
    }
    const isCurrent = diagnosis.schema >= diagnosis.newestSchema
    if (!isCurrent) return { diagnosis }
    return {
      diagnosis,
      ailments: await readRow<Ailments>(db, AILMENTS),
      common: await readCommonSettings(db),
    }
  } finally {
    await db.close()
  }
}

type Facts = Omit<Diagnosis, 'pooler' | 'aheadMs' | 'schema' | 'newestSchema'> & {
  now: Date
  hasSchema: boolean
}

async function readRow<Row>(db: Queryable, text: string) {
  const row = await db.row<Row>({ text, values: [] })
  if (!row) throw new Error('a select without from has one row')
  return row
}
