import type { AuditFilter, AuditLine, AuditQuery, AuditRecords } from './audit-log.ts'
import { type Pool, piece, sql } from '../../postgres/database.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'
import { recordsOf } from '../frame/open.records.ts'
import { ifGiven } from '../frame/narrowing.records.ts'

type Row = Pick<AuditLine, 'id' | 'action' | 'subject'> & {
  at: string
  name: string
  address: string | null
  details: AuditLine['details'] | null
}

const toLine = ({ name, address, details, at, ...line }: Row): AuditLine => ({
  ...line,
  at: new Date(at),
  actor: { name, address },
  details: details ?? {},
})

type Range = { before: number | null; limit: number } & AuditFilter

/** Each action has its place in an index: what hardly anybody does is not looked for in all the rest. */
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

/** Actors: from name to name along the index, as few of them write millions of lines. */
async function list(pool: Pool, storeId: string, { limit, cursor, ...filter }: AuditQuery) {
  let actors: string[] = []
  const page = await listFrom(cursor, async (before) => {
    const row = await pool.row<{ actors: string[]; lines: Row[] }>(sql`
      with recursive actors as (
        select (select min(actor) from audit_log where store_id = ${storeId}) as actor
        union all
        select (select min(actor) from audit_log where store_id = ${storeId} and actor > a.actor)
        from actors a
        where a.actor is not null),
      lines as (
        select id, at, actor as name, address, action, subject, details
        from ${matching(storeId, { ...filter, before, limit: limit + 1 })}
        order by id desc limit ${limit + 1})
      select
        array(select actor from actors where actor is not null limit ${MAX_ACTORS}) as actors,
        coalesce((select json_agg(lines order by id desc) from lines), '[]') as lines`)
    actors = row?.actors ?? []
    return toPage(row?.lines ?? [], { limit, toItem: toLine })
  })
  return page && { ...page, actors }
}

export const openAuditRecords = recordsOf<AuditRecords>({ list })
