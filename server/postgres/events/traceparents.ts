import { columns, orNull, text } from '../columns.ts'
import { type Queryable, named } from '../database.ts'

const FOUND = columns({ traceparent: orNull(text('traceparent')) })

export async function findTraceparent(db: Queryable, sessionId: string) {
  const found = await FOUND.row(
    db,
    named('find-traceparent')`
      select ${FOUND.list} from checkout_sessions where id = ${sessionId}`,
  )
  return found?.traceparent ?? undefined
}
