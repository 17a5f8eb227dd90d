import { columns, moment, orNull, text } from './columns.ts'
import { type Queryable, named } from './database.ts'

const HISTORY = columns({ name: orNull(text('database_history()')) })

/** Of a database that another one can replace, in milliseconds: is it standing still? */
const HASTE_MS = 1500

const readHistory = async (db: Queryable, { isHasty }: { isHasty: boolean }) =>
  (
    await HISTORY.row(db, {
      ...named('read-history')`select ${HISTORY.list}`,
      ...(isHasty && { query_timeout: HASTE_MS }),
    })
  )?.name ?? undefined

/**
 * The history of the database that this process uses. A restore or a promotion begins a new one, in
 * which some commits have not happened. `isHasty`: whether another host can replace this one, so that
 * it must answer soon.
 */
export function createHistory({ isHasty }: { isHasty: boolean }) {
  let name: string | undefined
  return {
    /** Undefined while unknown: a connection broke, and no new one has been made. */
    name: () => name,
    /**
     * Called first on each new connection, because a promotion breaks all of them. Also called
     * every second, because a restore need not break them.
     */
    async read(db: Queryable) {
      try {
        name = await readHistory(db, { isHasty })
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

const NOW = columns({ now: moment('clock_timestamp()') })

/** The time by which all processes of a service go. */
export async function readNow(db: Queryable) {
  const row = await NOW.row(db, named('read-now')`select ${NOW.list}`)
  if (!row) throw new Error('a select without a table has one row')
  return row.now
}

const SERVICE = columns({ serviceId: text('service_id') })

/** Names this service in the metadata of its payments. */
export async function readServiceId(db: Queryable) {
  const row = await SERVICE.row(
    db,
    named('read-service')`select ${SERVICE.list} from service_identity`,
  )
  if (!row) throw new Error('the database does not say which service it belongs to')
  return row.serviceId
}
