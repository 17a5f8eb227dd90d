import type { Sql } from '../../server/testing/sql.ts'
import type { Acknowledgements } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'
import type { Exchange, Violation } from './history.ts'
import { toTime } from './settle-times.ts'

/** News of this time may be lost; `performance.now()`. */
export type LostTime = { from: number; until: number }

export const RENUMBERED = 'an order that is written again has the number that was told'
export const STALE = 'no copy from the lost time is served'
export const FORGOTTEN_INVARIANTS = [RENUMBERED, STALE]

export const isInLostTime = (
  { startedAt, endedAt }: Pick<Exchange, 'startedAt' | 'endedAt'>,
  lost: LostTime | undefined,
) => lost !== undefined && startedAt < lost.until && endedAt > lost.from

/** Copies the record at one moment and restores it later. Redis and the bank stay as they are. */
export function createBackup(cluster: Cluster, acknowledged: Acknowledgements) {
  let copiedAt: number | undefined
  let lost: LostTime | undefined
  return {
    /** Undefined while nothing is lost. */
    lost: () => lost,
    isUnderway: () => lost?.until === Number.POSITIVE_INFINITY,
    async copy() {
      copiedAt = performance.now()
      acknowledged.copied()
      await cluster.copyRecord()
    },
    async restore() {
      if (copiedAt === undefined) return
      const from = copiedAt
      lost = { from, until: Number.POSITIVE_INFINITY }
      await cluster.restoreRecord(() => {
        lost = { from, until: performance.now() }
        acknowledged.lose(lost)
      })
    },
  }
}

export type Backup = ReturnType<typeof createBackup>

/** Orders of attempts that the backup had must keep the numbers told in the lost time. */
async function findRenumbered(
  { rows }: Pick<Sql, 'rows'>,
  { lost, answered }: { lost: LostTime; answered: Map<string, string> },
): Promise<Violation[]> {
  const orders = await rows<{ session: string; number: string }>(
    `select o.session_id as session, o.order_number as number
    from orders o join payment_attempts a on a.id = o.attempt_id
    where a.created_at < $1 and o.session_id = any($2)`,
    [toTime(lost.from), [...answered.keys()]],
  )
  return orders
    .filter(({ session, number }) => answered.get(session) !== number)
    .map(({ session, number }) => ({
      invariant: RENUMBERED,
      subject: session,
      detail: `${answered.get(session)} became ${number}`,
    }))
}

/** A session that the record has forgotten must not be readable. */
async function findStale(
  { rows }: Pick<Sql, 'rows'>,
  { lost, log }: { lost: LostTime; log: Exchange[] },
): Promise<Violation[]> {
  const read = log.flatMap(({ what, status, session, startedAt }) =>
    what === 'read' && status === 200 && session !== null && startedAt > lost.until
      ? [session]
      : [],
  )
  const unknown = await rows<{ id: string }>(
    `select read.id from unnest($1::text[]) as read (id)
    where not exists (select from checkout_sessions s where s.id = read.id)`,
    [[...new Set(read)]],
  )
  return unknown.map(({ id: subject }) => ({
    invariant: STALE,
    subject,
    detail: 'was read and is not on record',
  }))
}

/** What must hold after a restore. */
export async function judgeRestored(
  sql: Pick<Sql, 'rows'>,
  {
    lost,
    log,
    answered,
  }: { lost: LostTime | undefined; log: Exchange[]; answered: Map<string, string> },
): Promise<Violation[]> {
  if (!lost) return []
  return [
    ...(await findRenumbered(sql, { lost, answered })),
    ...(await findStale(sql, { lost, log })),
  ]
}
