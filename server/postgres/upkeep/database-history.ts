import { columns, flag, moment, orNull, text } from '../columns.ts'
import { type Queryable, fragment, named } from '../database.ts'

/** Columns of its name `h` and of `reconciliation_rounds r`. A standby's name is null. */
const HISTORY = columns({
  name: orNull(text('h.name')),
  isNew: flag('h.name is not null and h.name is distinct from r.known_history'),
  isUnsure: flag('r.unsure_before is not null'),
})

/** How soon a database that another one can replace must answer, in milliseconds. */
const ANSWER_MS = 1500

const readHistory = (db: Queryable, { isReplaceable }: { isReplaceable: boolean }) =>
  HISTORY.row(db, {
    ...named('read-history')`
      select ${HISTORY.list}
      from (select database_history() as name) h, reconciliation_rounds r`,
    ...(isReplaceable && { query_timeout: ANSWER_MS }),
  })

/** The provider's clock is not the database's, so its books are read from this much earlier. */
const CLOCK_MARGIN = fragment(`interval '10 minutes'`)

export type NewHistory = { unsureBefore: Date; lostSince: Date }

const NOTED = columns({ unsureBefore: moment('unsure_before'), lostSince: moment('lost_since') })

/**
 * The first process that meets another history notes it, before it uses the connection. What is
 * missing was committed after the latest row that is there.
 */
const noteHistory = (db: Queryable): Promise<NewHistory | undefined> =>
  NOTED.row(
    db,
    named('note-history')`
      update reconciliation_rounds
      set known_history = database_history(),
        unsure_before = date_trunc('milliseconds', clock_timestamp()),
        look_at = clock_timestamp(),
        lost_since = greatest(
          clock_timestamp() - interval '30 days',
          least(case when unsure_before is not null then lost_since end, greatest(
            claimed_at,
            (select written_at from write_probe),
            (select created_at from events order by id desc limit 1)) - ${CLOCK_MARGIN}))
      where known_history is distinct from database_history()
      returning ${NOTED.list}`,
  )

/**
 * The history of the database that this process uses. A restore or a promotion begins a new one, in
 * which some commits have not happened. `isReplaceable`: by another host, so this one must
 * answer soon.
 */
export function createHistory({
  isReplaceable,
  onNew = () => {},
}: {
  isReplaceable: boolean
  onNew?: (noted: NewHistory) => void
}) {
  let name: string | undefined
  let isUnsure = false
  return {
    /** Undefined while unknown: a connection broke, and no new one has been made. */
    name: () => name,
    /** Whether the record was still to be compared with the providers' books a second ago. */
    isUnsure: () => isUnsure,
    /**
     * Called first on each new connection, because a promotion breaks all of them. Also called
     * every second, because a restore need not break them.
     */
    async read(db: Queryable) {
      try {
        const found = await readHistory(db, { isReplaceable })
        const noted = found?.isNew ? await noteHistory(db) : undefined
        if (noted) onNew(noted)
        isUnsure = found !== undefined && (found.isNew || found.isUnsure)
        name = found?.name ?? undefined
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
