import pg from 'pg'
import type { EventLog } from '../checkout/ports/event-log.ts'

const WRITERS = 8

/** How many events one transaction has at most. */
const MOST_TOGETHER = 100

type Writing = {
  connection: pg.ClientConfig
  storeId: string
  /** How many events all writers write together. */
  count: number
  /** The longest pause between a writer's last event and its commit. */
  pauseMs: number
}

/** Event `n` of a writer is of session `<writer>-<n>`. */
const WRITE = `
  insert into events (store_id, type, session_id)
  select $1, 'checkout.session.expired', $2 || '-' || n
  from generate_series($3::integer, $4::integer) n`

/** The transactions of one writer. Each pauses before it commits. */
async function write(writer: number, { connection, storeId, count, pauseMs }: Writing) {
  const client = new pg.Client(connection)
  await client.connect()
  for (let done = 0; done < count;) {
    const upTo = Math.min(count, done + 1 + Math.floor(Math.random() * MOST_TOGETHER))
    await client.query('begin')
    await client.query(WRITE, [storeId, writer, done + 1, upTo])
    await client.query('select pg_sleep($1)', [(Math.random() * pauseMs) / 1000])
    await client.query('commit')
    done = upTo
  }
  await client.end()
}

export type FollowResult = { written: number; skipped: number; twice: number; disordered: number }

/**
 * Eight writers write events of a store at the same time, in transactions that pause before they
 * commit. One reader follows with a cursor to the end. Returns events that were missed, read twice,
 * or read in another order than they were written.
 */
export async function writeAndFollow(log: EventLog, writing: Writing): Promise<FollowResult> {
  const each = Math.ceil(writing.count / WRITERS)
  const written = each * WRITERS
  let isWriting = true
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => write(writer, { ...writing, count: each })),
  ).finally(() => {
    isWriting = false
  })
  const lastOf = new Map<number, number>()
  const seen = new Set<string>()
  const found = { written, skipped: 0, twice: 0, disordered: 0 }
  for (let after: string | undefined; ;) {
    const isLast = !isWriting
    const limit = 1 + Math.floor(Math.random() * 100)
    const read = await log.readEvents(writing.storeId, { after, limit })
    if (!read) throw new Error('a cursor of the log was refused')
    for (const { sessionId } of read.data) {
      const [writer = 0, n = 0] = sessionId.split('-').map(Number)
      if (seen.has(sessionId)) found.twice += 1
      else if (n !== (lastOf.get(writer) ?? 0) + 1) found.disordered += 1
      seen.add(sessionId)
      lastOf.set(writer, n)
    }
    after = read.nextCursor
    if (isLast && read.data.length === 0) break
  }
  await writers
  return { ...found, skipped: written - seen.size }
}
