import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How long a host may take to say what it is, and how soon all are asked again when none takes writes. */
const PATIENCE_MS = 1000
const AGAIN_MS = 100

/** How often all are asked although nothing is wrong: a primary that was replaced may not know it. */
const ROUTINE_MS = 5000

/** A timeline begins with each promotion. Null on a standby. */
const READ_TIMELINE = `
  select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`

type Primary = { address: string; timeline: number }

/**
 * Asks all hosts which of them takes writes. After a promotion two may say so for a moment: the later
 * timeline counts, and one that is later than `since` is not waited for any longer.
 */
export async function findPrimary(addresses: string[], since = Infinity) {
  const later = Promise.withResolvers<Primary>()
  const all = Promise.all(
    addresses.map(async (address): Promise<Primary[]> => {
      const timeline = await readTimeline(address)
      if (timeline === undefined) return []
      if (timeline > since) later.resolve({ address, timeline })
      return [{ address, timeline }]
    }),
  )
  const latest = all.then((found) =>
    found
      .flat()
      .toSorted((one, other) => other.timeline - one.timeline)
      .at(0),
  )
  return Promise.race([later.promise, latest])
}

/** Undefined for a host that is away, too slow, or takes no writes. */
async function readTimeline(connectionString: string) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(READ_TIMELINE)
    return rows[0]?.timeline ?? undefined
  } catch {
    // Another host may be the one.
    return undefined
  } finally {
    client.end().catch(() => undefined)
  }
}

/**
 * Follows the primary from one host to the next. It never goes back to an earlier timeline, where
 * acknowledged payments may be missing. `first`: the one that takes writes now. `onMoved`: hears the
 * new address.
 */
export function followPrimary(
  { first, addresses }: { first: string; addresses: string[] },
  onMoved: (address: string) => void,
) {
  let primary: Primary = { address: first, timeline: 0 }
  let looking: Promise<void> | undefined
  let isStopped = false

  /** A standby is promoted some time after its primary was lost. */
  async function look() {
    while (!isStopped) {
      const found = await findPrimary(addresses, primary.timeline)
      if (found && found.timeline >= primary.timeline) {
        const hasMoved = found.address !== primary.address
        primary = found
        if (hasMoved) onMoved(found.address)
        return
      }
      await wait(AGAIN_MS, undefined, { ref: false })
    }
  }

  /** Once at a time. */
  function lookAgain() {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }
  const routine = setInterval(lookAgain, ROUTINE_MS).unref()
  lookAgain()

  return {
    address: () => primary.address,
    /** The primary was lost, is slow, or takes no writes: asks all hosts. */
    lookAgain,
    stop() {
      isStopped = true
      clearInterval(routine)
    },
  }
}
