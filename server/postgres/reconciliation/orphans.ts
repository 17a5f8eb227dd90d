import type {
  OrphanDatabase,
  OrphanRecording,
  OrphanResolution,
  OrphanedPayment,
} from '../../checkout/ports/orphan-database.ts'
import type { LedgerEntry } from '../../checkout/ports/provider.ts'
import type { ProviderName } from '../../contract/fields.ts'
import { columns, flag, integer, orNull, text, word } from '../columns.ts'
import { type Pool, type Queryable, fragment, named } from '../database.ts'

/** How long an orphan's money stays where it is, so that the operator can decide otherwise. */
const PATIENCE = fragment(`interval '1 hour'`)

/** The store that the orphan names, if we know it. */
const storeOf = (table: string) => ({
  storeId: orNull(text(`(select s.id from stores s where s.id = ${table}.store_id)`)),
  storeName: orNull(text(`(select s.name from stores s where s.id = ${table}.store_id)`)),
})

function withStore<Row extends { storeId: string | null; storeName: string | null }>({
  storeId: id,
  storeName: name,
  ...row
}: Row) {
  return { ...row, store: id === null || name === null ? null : { id, name } }
}

const RECORDING = columns({
  isNew: flag('known.xmax = 0 or coalesce((select was_resolved from before), false)'),
  resolution: orNull(word<OrphanResolution>('known.resolution')),
  ...storeOf('known'),
})

/**
 * Another process may write an older reading at the same time; the next look corrects that. A
 * resolved orphan stays as it is, but one whose money is back counts as new. The row is locked
 * first, so that only one of several processes finds it resolved.
 */
async function record(
  db: Queryable,
  provider: ProviderName,
  { refusal, ...entry }: LedgerEntry & { attemptId: string; refusal: string | undefined },
): Promise<OrphanRecording | undefined> {
  const row = await RECORDING.row(
    db,
    named('record-orphan')`
      with before as materialized (
        select resolved_at is not null as was_resolved
        from orphaned_payments
        where provider = ${provider}
          and payment_id = ${entry.paymentId}
        for update)
      insert into orphaned_payments as known (
        provider, payment_id, attempt_id, session_id, store_id, amount, currency,
        captured, refunded, is_open, names_us, begun_at, next_check_at)
      select
        ${provider}, ${entry.paymentId}, ${entry.attemptId}, ${entry.sessionId}, ${entry.storeId},
        ${entry.amount}, ${entry.currency},
        ${entry.captured}, ${entry.refunded}, ${entry.isOpen}, ${entry.namesUs},
        ${entry.createdAt}, clock_timestamp() + ${PATIENCE}
      from (select count(*) as known from before) there
      where not exists (select from payment_attempts where id = ${entry.attemptId})
        and not is_elsewhere(${entry.attemptId}, ${entry.storeId})
        and (${entry.namesUs} or exists (select from stores where id = ${entry.storeId}))
        and (${hasMoney(entry)} or there.known > 0)
      on conflict (provider, payment_id) do update
      set captured = excluded.captured,
        refunded = excluded.refunded,
        is_open = excluded.is_open,
        refusal = coalesce(${refusal ?? null}, known.refusal),
        next_check_at = case when ${hasMoney(entry)}
          then coalesce(known.next_check_at, excluded.next_check_at) end,
        resolution = case when not ${hasMoney(entry)}
          then case
            when ${entry.chargedBack > 0} then 'charged_back'
            when excluded.refunded > 0 then 'refunded'
            else 'cancelled' end end,
        resolved_at = case when not ${hasMoney(entry)}
          then clock_timestamp() end
      where known.resolved_at is null
        or ${hasMoney(entry)}
      returning ${RECORDING.list}`,
  )
  return row && withStore(row)
}

const hasMoney = ({ isOpen, captured, refunded, chargedBack }: Omit<LedgerEntry, 'attemptId'>) =>
  isOpen || captured > refunded + chargedBack

const ORPHAN = columns({
  provider: word<ProviderName>('o.provider'),
  paymentId: text('o.payment_id'),
  attemptId: text('o.attempt_id'),
  amount: integer('o.amount'),
  currency: text('o.currency'),
  refusal: orNull(text('o.refusal')),
  ...storeOf('o'),
  isCertain: flag(`o.names_us and (select cluster = database_cluster() from service_identity)`),
  resolution: orNull(word<OrphanResolution>('o.resolution')),
})

async function claimDue(
  db: Queryable,
  providers: readonly ProviderName[],
  limit: number,
): Promise<OrphanedPayment[]> {
  const rows = await ORPHAN.rows(
    db,
    named('claim-due-orphans')`
      update orphaned_payments o
      set checks = least(o.checks + 1, 10),
        next_check_at = case when not due.is_recorded
          then clock_timestamp() + least(3600, 30 * 2 ^ o.checks) * interval '1 second' end,
        resolution = case when due.is_recorded then 'recorded' end,
        resolved_at = case when due.is_recorded then clock_timestamp() end
      from (
        select id,
          exists (select from payment_attempts where id = attempt_id) as is_recorded
        from orphaned_payments
        where next_check_at <= statement_timestamp()
          and provider = any(${providers})
          and not exists (select from stores_elsewhere e where e.id = store_id)
        order by next_check_at
        limit ${limit}
        for update skip locked) due
      where o.id = due.id
      returning ${ORPHAN.list}`,
  )
  return rows.map(withStore)
}

const COUNT = columns({ unresolved: integer('count(*)') })

export const openOrphanDatabase = (pool: Pool): OrphanDatabase => ({
  record: async (provider, { attemptId, ...entry }, refusal) =>
    attemptId === null ? undefined : record(pool, provider, { ...entry, attemptId, refusal }),
  claimDue: (providers, limit) => claimDue(pool, providers, limit),
  async countUnresolved() {
    const count = await COUNT.row(
      pool,
      named('count-orphans')`
        select ${COUNT.list}
        from orphaned_payments
        where next_check_at is not null`,
    )
    return count?.unresolved ?? 0
  },
})
