import { setTimeout as wait } from 'node:timers/promises'
import { numberOfCell } from '../../server/auth/random.ts'
import { openSql } from '../../server/testing/sql.ts'
import { namesOf } from './directory.ts'
import { guard, unguard } from './guard.ts'
import { type CellRecord, type Move, nameOf, quoted } from './move-names.ts'
import type { Directory } from './proxy.ts'

const POLL_MS = 5
const PATIENCE_MS = 600_000

/** How many rows of one table are filled in or removed at once. */
const STEP = 10_000

/** Tables that have `store_id` in their replica identity: those whose rows move. */
const MOVING = `
  select format('%I.%I', n.nspname, c.relname) as name,
    c.oid = 'events'::regclass as "isLog"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where n.nspname in ('public', 'test_provider') and c.relkind = 'r'
    and (c.relreplident = 'f' or a.attnum = any(i.indkey))
  order by 1`

/** Where a row from before, or of an older service, has its store from. */
const PARENTS: Record<string, string> = {
  'public.variants': 'select store_id from products where id = t.product_id',
  'public.stock_changes':
    'select p.store_id from variants v join products p on p.id = v.product_id where v.id = t.variant_id',
  'public.member_authenticators': 'select store_id from store_members where id = t.member_id',
  'public.member_recovery_codes': 'select store_id from store_members where id = t.member_id',
  'public.member_passkeys': 'select store_id from store_members where id = t.member_id',
  'test_provider.refunds':
    'select store_id from test_provider.payments where attempt_id = t.attempt_id',
  'test_provider.disputes':
    'select store_id from test_provider.payments where attempt_id = t.attempt_id',
}

async function untilTrue(what: string, look: () => Promise<boolean>) {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} took more than ${PATIENCE_MS} ms`)
    await wait(POLL_MS)
  }
}

const listMoving = ({ from }: Pick<Move, 'from'>) =>
  from.sql.rows<{ name: string; isLog: boolean }>(MOVING)

async function assertMovable({ storeId, from, to }: Move) {
  const twins = await from.sql.rows(
    'select from stores where right(id, 5) = right($1, 5) and id <> $1',
    [storeId],
  )
  if (twins.length > 0) throw new Error(`another store of cell ${from.code} has the same tag`)
  const left = await to.sql.rows('select from checkout_sessions where store_id = $1 limit 1', [
    storeId,
  ])
  if (left.length > 0) throw new Error(`cell ${to.code} still has rows of ${storeId}: remove them`)
}

/** Rows of any store, in steps; a row once filled in stays so. */
async function fillIn({ sql }: CellRecord) {
  for (const [table, parent] of Object.entries(PARENTS)) {
    const fill = `
      update ${table} t set store_id = (${parent})
      where ctid = any(array(select ctid from ${table} where store_id is null limit ${STEP}))
      returning 1`
    while ((await sql.rows(fill)).length === STEP);
  }
}

/**
 * Copies the store while it sells, and resolves when the other cell keeps up. Its row in `stores`
 * goes first: it says that the store lives elsewhere, so nobody there touches what follows.
 */
export async function prepare(move: Move) {
  const { storeId, from, to } = move
  const name = nameOf(move)
  await assertMovable(move)
  await fillIn(from)
  await from.sql.rows('update stores set cell = $1 where id = $2', [from.code, storeId])
  await to.sql.rows('delete from stores where id = $1 and cell <> $2', [storeId, to.code])
  const tables = await listMoving(move)
  await guard(move, tables)
  const own = `where (store_id = ${quoted(storeId)})`
  await from.sql.rows(`create publication ${name} for table stores where (id = ${quoted(storeId)})`)
  await to.sql.rows(
    `create subscription ${name} connection ${quoted(from.url)} publication ${name}
     with (disable_on_error = true)`,
  )
  await untilCopied(move)
  // Events get `placed_in` in the order of commits there: that column stays behind.
  const [log] = await from.sql.rows<{ columns: string }>(`
    select string_agg(format('%I', attname), ', ') as columns from pg_attribute
    where attrelid = 'events'::regclass and attnum > 0 and not attisdropped and attname <> 'placed_in'`)
  await from.sql.rows(
    `create publication ${name}_log for table events (${log?.columns}) ${own} with (publish = 'insert')`,
  )
  const others = tables.filter(({ isLog }) => !isLog).map((table) => `table ${table.name} ${own}`)
  await from.sql.rows(`alter publication ${name} add ${others.join(', ')}`)
  await to.sql.rows(`alter subscription ${name} add publication ${name}_log`)
  await countOn(move)
  await untilCopied(move)
}

/** All tables are copied, and what was written meanwhile is there. */
async function untilCopied(move: Move) {
  const { from, to } = move
  const name = nameOf(move)
  await untilTrue('the copy', async () => {
    const [state] = await to.sql.rows<{ enabled: boolean; ready: boolean }>(
      `select s.subenabled as enabled, bool_and(r.srsubstate = 'r') as ready
       from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
       where s.subname = $1 group by 1`,
      [name],
    )
    if (state?.enabled === false) throw new Error(`the copy failed: see the log of cell ${to.code}`)
    return state?.ready === true
  })
  const [now] = await from.sql.rows<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await untilTrue('catching up', async () => {
    const [slot] = await from.sql.rows<{ isThere: boolean }>(
      `select confirmed_flush_lsn >= $2::pg_lsn as "isThere"
       from pg_replication_slots where slot_name = $1`,
      [name, now?.lsn],
    )
    return slot?.isThere === true
  })
}

/** Numbers that the old cell may still give while the store moves. */
const MARGIN = 4096 * 1_000_000

/** The other cell counts on from behind the numbers of this one. */
async function countOn({ from, to }: Move) {
  const counters = await from.sql.rows<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences
     where schemaname in ('public', 'test_provider') and last_value is not null`,
  )
  for (const { name, last } of counters)
    await to.sql.rows(
      `select count_from($1::text::regclass, $2::bigint, $3::integer) from pg_sequences
       where format('%I.%I', schemaname, sequencename) = $1::text
         and coalesce(last_value, 0) < $2::bigint`,
      [name, Number(last) + MARGIN, numberOfCell(to.code)],
    )
}

/** How many rows of the store the other cell has. */
export async function countRows({ storeId, from, to }: Move) {
  const counts = (await listMoving({ from })).map(
    ({ name }) => `(select count(*) from ${name} where store_id = $1)`,
  )
  const [row] = await to.sql.rows<{ rows: string }>(
    `select (${counts.join(' + ')})::text as rows`,
    [storeId],
  )
  return Number(row?.rows)
}

/**
 * The store lives in the other cell from here on. Its members sign in again there.
 * @returns how long it lived in neither, until the proxy led there, in milliseconds
 */
export async function switchOver({ storeId, from, to }: Move, { lead }: Directory) {
  const names = await namesOf(from, storeId)
  const began = performance.now()
  await from.sql.rows(
    `with locked as materialized (select id from stores where id = '${storeId}' for update),
     signed_out as (
       delete from store_sessions
       where member_id in (select id from store_members where store_id = '${storeId}'))
     update stores set cell = '${to.code}' where id in (select id from locked)`,
  )
  await untilTrue('the switch', async () => {
    const rows = await to.sql.rows('select from stores where id = $1 and cell = $2', [
      storeId,
      to.code,
    ])
    return rows.length > 0
  })
  await lead(names, to.code)
  return performance.now() - began
}

/** Ends the replication, and removes what the old cell still has, in steps. Its row in `stores` stays. */
export async function finish(move: Move) {
  const { storeId, from, to } = move
  const name = nameOf(move)
  await to.sql.rows(`drop subscription ${name}`)
  await from.sql.rows(`drop publication ${name}, ${name}_log`)
  const tables = await listMoving(move)
  // Neither the triggers of the move nor foreign keys look at what is removed whole.
  const remover = openSql(
    `${from.url}${from.url.includes('?') ? '&' : '?'}options=-c%20session_replication_role%3Dreplica`,
  )
  for (const { name: table } of tables) {
    const remove = `
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where store_id = $1 limit ${STEP}))
      returning 1`
    while ((await remover.rows(remove, [storeId])).length === STEP);
  }
  await remover.close()
  await unguard(move, tables)
}
