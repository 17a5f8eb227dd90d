import type { AuditFilter, AuditLine, AuditQuery } from './audit-log.ts'
import { type Pool, piece, sql } from '../../postgres/database.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'
import {
  type RowOf,
  columns,
  integer,
  moment,
  orNull,
  text,
  texts,
} from '../../postgres/columns.ts'
import { ifGiven } from '../../postgres/narrowing.ts'

/** Of `audit_log`, and again of `lines`. */
const LINE = columns({
  id: integer('id'),
  at: moment('at'),
  name: text('actor'),
  address: orNull(text('address')),
  action: text('action'),
  subject: orNull(text('subject')),
  /** Of a newer version perhaps, which may write anything down. */
  details: { expression: 'details', parse: (value: unknown) => value },
})

const LOG = columns({ actors: texts('actors'), lines: LINE.many('lines') })

const isObject = (value: unknown): value is AuditLine['details'] =>
  typeof value === 'object' && value !== null

const toLine = ({ name, address, details, ...line }: RowOf<typeof LINE>): AuditLine => ({
  ...line,
  actor: { name, address },
  details: isObject(details) ? details : {},
})

type Range = { before: number | null; limit: number } & AuditFilter

/** An index has each action: what hardly anybody does is not looked for in all the rest. */
function matching(storeId: string, { actor, actions, before, limit }: Range) {
  const ofActor = ifGiven(actor, (name) => piece`and actor = ${name}`)
  if (actions === undefined)
    return piece`
      audit_log
      where store_id = ${storeId} and id < ${before ?? Number.MAX_SAFE_INTEGER} ${ofActor}`
  return piece`
    unnest(${actions}::text[]) wanted (one)
    cross join lateral (
      select *
      from audit_log
      where store_id = ${storeId} and action = wanted.one ${ofActor}
        and -id > ${-(before ?? Number.MAX_SAFE_INTEGER)}
      order by -id limit ${limit}) lines`
}

const MAX_ACTORS = 200

/**
 * Newest first, with all actors by name: from name to name along the index, as few of them write
 * millions of lines.
 */
async function list(pool: Pool, storeId: string, { limit, cursor, ...filter }: AuditQuery) {
  let actors: string[] = []
  const page = await listFrom(cursor, async (before) => {
    const row = await LOG.onlyRow(
      pool,
      sql`
      with recursive actors as (
        select (select min(actor) from audit_log where store_id = ${storeId}) as actor
        union all
        select (select min(actor) from audit_log where store_id = ${storeId} and actor > a.actor)
        from actors a
        where a.actor is not null),
      lines as (
        select ${LINE.list}
        from ${matching(storeId, { ...filter, before, limit: limit + 1 })}
        order by id desc limit ${limit + 1})
      select
        array(select actor from actors where actor is not null limit ${MAX_ACTORS}) as actors,
        coalesce((select json_agg(lines order by id desc) from lines), '[]') as lines`,
    )
    actors = row.actors
    return toPage(row.lines, { limit, toItem: toLine })
  })
  return page && { ...page, actors }
}

export const openAuditRecords = (pool: Pool) => ({
  list: (storeId: string, query: AuditQuery) => list(pool, storeId, query),
})
