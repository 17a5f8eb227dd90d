import { setTimeout as wait } from 'node:timers/promises'
import { type Pool, sql } from '../database.ts'

const ANSWER_IS_GOOD_MS = 1_000
const PATIENCE_MS = 1_500

type Watching = {
  monotonicMs: () => number
  /** Hears once that the database cannot be written, and why. */
  onRefused: (error: unknown) => void
  onWritable: () => void
}

/**
 * Whether the database can be written now: it is no standby, not read-only, and its disk has room.
 * It is tried by a commit, at most once a second for all callers. A commit that takes longer than
 * 1.5 s counts as a failure.
 */
export function createWriteProbe(
  pool: Pick<Pool, 'transaction'>,
  { monotonicMs, onRefused, onWritable }: Watching,
) {
  let probing: { answer: Promise<boolean>; at: number } | undefined
  let wasWritable = true

  async function probe() {
    const late = new AbortController()
    const refused = await Promise.race([
      write(pool).then(
        () => undefined,
        (error: unknown) => error,
      ),
      wait(PATIENCE_MS, new Error('a commit takes too long'), { signal: late.signal }),
    ])
    late.abort()
    const isWritable = refused === undefined
    if (wasWritable && !isWritable) onRefused(refused)
    if (!wasWritable && isWritable) onWritable()
    wasWritable = isWritable
    return isWritable
  }

  return () => {
    if (!probing || monotonicMs() - probing.at >= ANSWER_IS_GOOD_MS)
      probing = { answer: probe(), at: monotonicMs() }
    return probing.answer
  }
}

/**
 * A row that is changed may find room in a page that is there already. So a page is asked for, too, in a
 * table that ends with the transaction.
 */
const write = (pool: Pick<Pool, 'transaction'>) =>
  pool.transaction(async (tx) => {
    await tx.run(sql`update write_probe set written_at = clock_timestamp()`)
    await tx.run(sql`create temporary table room on commit drop as select 1`)
  })
