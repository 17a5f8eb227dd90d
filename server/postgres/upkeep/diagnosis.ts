import { WITHDRAWAL_COUNTRIES } from '../../checkout/orders/withdrawal.ts'
import type { DatabaseAddress, Pooler } from '../connection/session.ts'
import { BACKED_UP_AT, readCommonSettings } from '../common-settings.ts'
import { type RowOf, columns, flag, integer, moment, orNull, text, texts } from '../columns.ts'
import { type Queryable, openConnection, sql } from '../database.ts'
import { newestVersion } from '../migrations.ts'

const FACTS = columns({
  /** Such as `18.4`. */
  version: text(`current_setting('server_version')`),
  major: integer(`current_setting('server_version_num')::integer / 10000`),
  now: moment('clock_timestamp()'),
  isStandby: flag('pg_is_in_recovery()'),
  isReadOnly: flag(`current_setting('transaction_read_only')::boolean`),
  fsync: text(`current_setting('fsync')`),
  encoding: text(`current_setting('server_encoding')`),
  synchronous: text(`current_setting('synchronous_standby_names')`),
  standbys: integer('(select count(*) from pg_stat_replication)'),
  /** `null` where this role may not see which they are. */
  synchronousStandbys: orNull(
    integer(`
      (select case when count(*) = count(sync_state)
        then count(*) filter (where sync_state in ('sync', 'quorum')) end
      from pg_stat_replication)`),
  ),
  /** Replication slots that keep WAL, and that nobody reads. */
  deadSlots: texts(`
    array(select slot_name::text from pg_replication_slots
      where not active and not temporary and restart_lsn is not null order by slot_name limit 5)`),
  archiveMode: text(`current_setting('archive_mode')`),
  /** The file that could not be archived, and has not been since. */
  failedWal: orNull(
    text(`
      (select last_failed_wal from pg_stat_archiver
        where current_setting('archive_mode') <> 'off'
          and last_failed_time > coalesce(last_archived_time, '-infinity'))`),
  ),
  autovacuum: text(`
    case when current_setting('autovacuum')::boolean and current_setting('track_counts')::boolean
      then 'on' else 'off' end`),
  /** Tables of ours for which it is off. */
  unvacuumed: texts(`
    array(select oid::regclass::text from pg_class
      where reloptions && '{autovacuum_enabled=false,autovacuum_enabled=off,autovacuum_enabled=0}'
      order by 1 limit 5)`),
  /** What is left to this role in this database. */
  connectionsAllowed: integer(`
    (select least(
        current_setting('max_connections')::integer
          - current_setting('superuser_reserved_connections')::integer,
        case when not rolsuper then nullif(rolconnlimit, -1) end,
        case when not rolsuper then nullif(datconnlimit, -1) end)
      from pg_roles, pg_database
      where rolname = current_user and datname = current_database())`),
  connectionsOfService: integer(`
    (select count(*) from pg_stat_activity where application_name = 'hosted-checkout'
      and pid <> pg_backend_pid() and datname = current_database())`),
  connectionsOfOthers: integer(`
    (select count(*) from pg_stat_activity where backend_type = 'client backend'
      and (application_name is distinct from 'hosted-checkout' or datname <> current_database()))`),
  role: text('current_user::text'),
  ownsSchema: flag(`
    (select rolsuper from pg_roles where rolname = current_user)
      or exists (select from pg_class where oid = to_regclass('schema_migrations')
        and pg_has_role(relowner, 'usage'))`),
  hasSchema: flag(`to_regclass('schema_migrations') is not null`),
  /** The folder of the data, where this role may read it. */
  dataDirectory: orNull(text(`(select setting from pg_settings where name = 'data_directory')`)),
})

export type Diagnosis = Omit<RowOf<typeof FACTS>, 'now' | 'hasSchema'> & {
  /** The database's clock less this host's. */
  aheadMs: number
  pooler: Pooler | undefined
  schema: number
  newestSchema: number
}

const SCHEMA = columns({ version: integer('coalesce(max(version), 0)') })

/** What is wrong with the rows, so far as an operator can do something about it. */
const AILMENTS = columns({
  /** Of a store that may take real money, and has to say first who sells. */
  storesWithoutSeller: texts(`
    array(select id from stores where seller_required and closed_at is null and not is_test
      and (terms_id is null or contact_email is null and contact_phone is null) order by id limit 5)`),
  /** Of a live store whose buyers can withdraw, as `takesWithdrawals` says. */
  storesOfUnion: texts(`
    array(select id from stores where closed_at is null and not is_test and coalesce(withdrawals,
      delivery_countries = '{}' or delivery_countries && '{${WITHDRAWAL_COUNTRIES.join()}}')
      order by id limit 5)`),
  stuckPayments: integer(`
    (select count(*) from payment_attempts
      where next_check_at < statement_timestamp() - interval '10 minutes')`),
  unresolvedOrphans: integer(`
    (select count(*) from orphaned_payments
      where resolution is null and found_at < statement_timestamp() - interval '1 day')`),
  unresolvedBreaks: integer(`
    (select count(*) from reconciliation_breaks
      where resolved_at is null and detected_at < statement_timestamp() - interval '1 day')`),
  failingEndpoints: texts(`
    array(select id from webhook_endpoints where deleted_at is null
      and failing_since < statement_timestamp() - interval '1 hour' order by id limit 5)`),
  /** Mails to buyers that the mail server refuses, and not for their addresses; 1,000 at most. */
  deniedMails: integer(`
    (select count(*) from (
      select from buyer_mails where state = 'waiting' and put_off_by = 'denied' limit 1000) denied)`),
  backedUpAt: orNull(moment(BACKED_UP_AT)),
  booksComparedAt: orNull(moment('(select finished_at from reconciliation_rounds)')),
  /** Of a restore or a promotion whose first comparison is not over. */
  unsureBefore: orNull(moment('(select unsure_before from reconciliation_rounds)')),
})

export type Ailments = RowOf<typeof AILMENTS>

const DURABLE = columns({ isDurable: flag(`current_setting('fsync') = 'on'`) })

/** Whether commits survive a crash of the database's machine. */
export const isDurable = async (db: Queryable) =>
  (await DURABLE.onlyRow(db, sql`select ${DURABLE.list}`)).isDurable

/**
 * Looks at a database with a connection of its own, and changes nothing. `ailments`, and what processes
 * have in `common`, are undefined while the schema is older than this service's.
 */
export async function diagnose(address: DatabaseAddress) {
  const db = await openConnection(address)
  try {
    const askedAt = Date.now()
    const { now, hasSchema, ...facts } = await FACTS.onlyRow(db, sql`select ${FACTS.list}`)
    const answeredAt = Date.now()
    const diagnosis: Diagnosis = {
      ...facts,
      schema: hasSchema ? await findSchema(db) : 0,
      newestSchema: await newestVersion(),
      aheadMs: now.getTime() - (askedAt + answeredAt) / 2,
      pooler: address.pooler,
    }
    const isCurrent = diagnosis.schema >= diagnosis.newestSchema
    if (!isCurrent) return { diagnosis }
    return {
      diagnosis,
      ailments: await AILMENTS.onlyRow(db, sql`select ${AILMENTS.list}`),
      common: await readCommonSettings(db),
    }
  } finally {
    await db.close()
  }
}

const findSchema = async (db: Queryable) =>
  (await SCHEMA.onlyRow(db, sql`select ${SCHEMA.list} from schema_migrations`)).version
