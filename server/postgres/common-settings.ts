import { columns, json } from './columns.ts'
import { type Pool, type Queryable, sql } from './database.ts'

/** What all processes of a service should have in common. `signingKeys`: names of the keys, never keys. */
export type CommonSettings = Record<
  'BASE_URL' | 'CHECKOUT_URL' | 'PAYMENT_FRAME_URL' | 'PAYMENT_PROVIDER',
  string
> & {
  signingKeys: string[]
  /** Absent where the latest process is of an older release. */
  revision?: string
  /** The values of all other settings, hashed with the key of this name. */
  hashed?: { key: string; values: Record<string, string> }
  /** The newest release that has run here, even when an older one runs again. */
  newest?: { schema: number; release: string }
}

const KEPT = columns({ settings: json<CommonSettings>('settings') })

/** As the latest process that started has them; undefined before the first. */
export const readCommonSettings = async (db: Queryable) =>
  (await KEPT.row(db, sql`select ${KEPT.list} from common_settings`))?.settings

/**
 * Keeps what this process has, if `fits` says so of what is kept.
 * @returns what was kept; for the first process its own
 */
export const keepCommonSettings = (
  pool: Pool,
  own: CommonSettings,
  fits: (kept: CommonSettings) => boolean,
) =>
  pool.transaction(async (tx) => {
    const settings = JSON.stringify(own)
    await tx.run(
      sql`insert into common_settings (settings) values (${settings}) on conflict do nothing`,
    )
    const row = await KEPT.row(tx, sql`select ${KEPT.list} from common_settings for update`)
    if (!row) throw new Error('the row is there: it was inserted, or has been there')
    const { newest } = row.settings
    const isOlder = newest && own.newest && newest.schema > own.newest.schema
    const changed = JSON.stringify({ ...own, ...(isOlder && { newest }) })
    if (fits(row.settings))
      await tx.run(
        sql`
          update common_settings
          set settings = settings || ${changed}::jsonb, read_at = clock_timestamp()`,
      )
    return row.settings
  })

/** By `npm run backup`, or by PostgreSQL, which archives WAL as long as it is written. */
export const BACKED_UP_AT = `greatest(
  (select (settings ->> 'backedUpAt')::timestamptz from common_settings),
  (select last_archived_time from pg_stat_archiver))`

/**
 * Beside the settings, which the first process that starts puts there.
 * @returns what those say
 */
export const keepBackedUp = (pool: Pool) =>
  pool.transaction(async (tx) => {
    await tx.run(sql`
      update common_settings
      set settings = settings || jsonb_build_object('backedUpAt', clock_timestamp())`)
    return readCommonSettings(tx)
  })
