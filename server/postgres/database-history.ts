import { columns, orNull, text } from './columns.ts'
import { type Queryable, named } from './database.ts'

const HISTORY = columns({ name: orNull(text('database_history()')) })

const readHistory = async (db: Queryable) =>
  (await HISTORY.row(db, named('read-history')`select ${HISTORY.list}`))?.name ?? undefined

/**
 * What the database that this process works with was, and has become: a restore or a promotion
 * begins another history, in which some of what was committed has not happened.
 */
export function createHistory() {
  let name: string | undefined
  return {
    /** Undefined while nobody knows: a connection broke, and none has been made since. */
    name: () => name,
    /**
     * Asked on each new connection, before anything else, since a promotion breaks all of them; and
     * each second, since a restore need not.
     */
    async read(db: Queryable) {
      try {
        name = await readHistory(db)
      } catch (error) {
        name = undefined
        throw error
      }
    },
    forget() {
      name = undefined
    },
  }
}

const SERVICE = columns({ serviceId: text('service_id') })

/** Names this service in what its provider keeps of its payments. */
export async function readServiceId(db: Queryable) {
  const row = await SERVICE.row(
    db,
    named('read-service')`select ${SERVICE.list} from service_identity`,
  )
  if (!row) throw new Error('a migrated database says which service it belongs to')
  return row.serviceId
}
