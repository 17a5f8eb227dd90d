import { columns, moment, text, texts } from '../columns.ts'
import { type Queryable, named, piece } from '../database.ts'

const EMBEDDING = columns({
  storeId: text('s.store_id'),
  allowedOrigins: texts('st.allowed_origins'),
  expiresAt: moment('s.expires_at'),
})

const embeddingOf = (sessionId: string) => piece`
  select ${EMBEDDING.list}
  from checkout_sessions s
  join stores st on st.id = s.store_id
  where s.id = ${sessionId}`

/** Which pages may show the session's checkout. */
export const findEmbedding = (db: Queryable, sessionId: string) =>
  EMBEDDING.row(db, named('find-embedding')`${embeddingOf(sessionId)}`)

/**
 * The same, and it notes when a page that may show the checkout asks first. Whoever has the session
 * locked is not waited for.
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
      ${embeddingOf(sessionId)}`,
  )
