import type { ListedStore } from '../../contract/platform/platform.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import { insertAudit } from '../audit-log.ts'
import { columns, integer, moment, orNull } from '../columns.ts'
import { type Pool, type Queryable, type RawRow, fragment, sql } from '../database.ts'
import { toPage } from '../pages.ts'
import { IN_OTHER_CELL } from './in-other-cell.ts'
import { STORE, lockStore, toStore } from './stores.ts'

const LISTED = columns({
  position: integer('st.position'),
  closedAt: orNull(moment('st.closed_at')),
})

const BATCH = 500

/** Newest first. */
export async function listStores(
  db: Queryable,
  { limit, before }: { limit: number; before: number | null },
) {
  const rows = await db.rows(sql`
    select ${STORE}, ${LISTED.list}
    from stores st
    where (${before}::bigint is null or st.position < ${before})
      and not ${fragment(IN_OTHER_CELL('st'))}
    order by st.position desc
    limit ${limit + 1}`)
  return toPage(
    rows.map((row) => ({ id: LISTED.read(row).position, row })),
    { limit, toItem: ({ row }) => toListed(row) },
  )
}

const toListed = (row: RawRow): ListedStore => ({
  ...toStore(row),
  closedAt: LISTED.read(row).closedAt?.toISOString() ?? null,
})

/**
 * From the commit on, no session of the store begins: creating one waits for this. Open sessions
 * end at once, but payments under way go on. Closing twice changes nothing.
 */
export async function closeStore(
  pool: Pool,
  id: string,
  actor: Actor,
): Promise<ListedStore | undefined> {
  const closed = await pool.transaction(async (tx) => {
    if (!(await lockStore(tx, id))) return undefined
    const isNews = await tx.run(sql`
      update stores set closed_at = clock_timestamp() where id = ${id} and closed_at is null`)
    if (isNews > 0) await insertAudit(tx, id, { actor, action: 'store.closed' })
    return tx.row(sql`select ${STORE}, ${LISTED.list} from stores st where st.id = ${id}`)
  })
  if (!closed) return undefined
  while ((await endSessionsNow(pool, id)) === BATCH);
  return toListed(closed)
}

/** Moves their deadline to now, so that they expire like all sessions. */
const endSessionsNow = (db: Queryable, storeId: string) =>
  db.run(sql`
    update checkout_sessions
    set expires_at = clock_timestamp()
    where id in (
      select id
      from checkout_sessions
      where store_id = ${storeId}
        and state in ('open', 'paying')
        and expires_at > statement_timestamp()
      order by id
      limit ${BATCH})
      and state in ('open', 'paying')
      and expires_at > statement_timestamp()`)
