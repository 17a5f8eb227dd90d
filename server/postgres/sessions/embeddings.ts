import { anyOf } from '../any-of.ts'
import { columns, flag, moment, text, texts } from '../columns.ts'
import { type Queryable, named } from '../database.ts'

const PARTS = {
  storeId: text('s.store_id'),
  allowedOrigins: texts('st.allowed_origins'),
  isTest: flag('st.is_test'),
  language: text('st.language'),
  expiresAt: moment('s.expires_at'),
}

const EMBEDDING = columns(PARTS)

const FOUND = columns({ sessionId: text('s.id'), ...PARTS })

/** One result for each id, in order; undefined for a session that does not exist. */
export async function findEmbeddings(db: Queryable, ids: string[]) {
  const rows = await FOUND.rows(
    db,
    named('find-embeddings')`
      select ${FOUND.list}
      from checkout_sessions s
      join stores st on st.id = s.store_id
      where s.id = ${anyOf(ids)}`,
  )
  const embeddings = new Map(rows.map(({ sessionId, ...embedding }) => [sessionId, embedding]))
  return ids.map((id) => embeddings.get(id))
}

/**
 * Like `findEmbeddings`, for one session. It records when a page that may show the checkout asks
 * first, but does not wait for a locked session.
 */
export const openEmbedding = (db: Queryable, sessionId: string, origin: string | null) =>
  EMBEDDING.row(
    db,
    named('open-embedding')`
      with opened as (
        update checkout_sessions
        set opened_at = clock_timestamp()
        where id in (
          select s.id
          from checkout_sessions s
          join stores st on st.id = s.store_id
          where s.id = ${sessionId}
            and s.opened_at is null
            and (
              ${origin} = 'hosted'
              or (${origin}::text is not null and cardinality(st.allowed_origins) = 0)
              or ${origin} = any (st.allowed_origins))
          for no key update of s skip locked))
      select ${EMBEDDING.list}
      from checkout_sessions s
      join stores st on st.id = s.store_id
      where s.id = ${sessionId}`,
  )
