import { anyOf } from './any-of.ts'
import { bytes, columns, text } from './columns.ts'
import { type Pool, fragment, named, sql } from './database.ts'

/**
 * A merchant's page may have a script for 24 h and 5 minutes, and its buyer then 35 minutes more.
 * Processes say every hour that they still need theirs.
 */
const NEEDED = fragment("clock_timestamp() + interval '26 hours'")

const NAMES = columns({ name: text('name') })
const CONTENT = columns({ content: bytes('content') })

/** Content by a name that changes with it, for as long as somebody may ask for it. */
export const openPublishedFiles = (pool: Pool) => ({
  async names() {
    const rows = await NAMES.rows(
      pool,
      named('read-published-names')`select ${NAMES.list} from published_files`,
    )
    return rows.map(({ name }) => name)
  },

  async find(name: string) {
    const row = await CONTENT.row(
      pool,
      named('find-published-file')`
        select ${CONTENT.list} from published_files where name = ${name}`,
    )
    return row?.content
  },

  /** Returns the names of those that are there. */
  async renew(names: string[]) {
    const rows = await NAMES.rows(
      pool,
      sql`
        update published_files
        set needed_until = ${NEEDED}
        where name = ${anyOf(names)}
        returning ${NAMES.list}`,
    )
    return rows.map(({ name }) => name)
  },

  add: (name: string, content: Uint8Array) =>
    pool.run(sql`
      insert into published_files (name, content, needed_until)
      values (${name}, ${content}, ${NEEDED})
      on conflict do nothing`),
})
