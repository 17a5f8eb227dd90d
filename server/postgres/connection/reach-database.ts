import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findPrimary } from './primary.ts'
import { takeLimits } from './session.ts'
import { UnusableDatabase } from './unusable-database.ts'

const TRY_AGAIN_MS = 500

/** PostgreSQL's codes while it starts, stops, or has no connection left. */
const SOON = /^(?:57P|53300)/

type Patience = {
  patienceMs: number
  monotonicMs: () => number
  /** Called once with the reason when the database does not answer. */
  onAway: (reason: string) => void
}

/**
 * Waits until the database takes a connection, because it may start when the service does. Of several
 * addresses one has to take writes.
 * @returns that address
 * @throws {UnusableDatabase} it does not in time, or refuses for good, such as for a wrong password
 */
export async function reachDatabase(
  addresses: string[],
  { patienceMs, monotonicMs, onAway }: Patience,
) {
  const deadline = monotonicMs() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    const failures = await Promise.all(addresses.map(failureOf))
    const reached = addresses.filter((_, index) => failures[index] === undefined)
    const primary = addresses.length > 1 ? (await findPrimary(reached))?.address : reached[0]
    if (primary !== undefined) return primary
    const failure = failures.find((each) => each !== undefined) ?? NONE_WRITES
    if (!failure.isPassing || monotonicMs() > deadline)
      throw new UnusableDatabase(failure.reason, { cause: failure.cause })
    if (isFirst) onAway(failure.reason)
    await wait(TRY_AGAIN_MS)
  }
}

type Failure = { reason: string; isPassing: boolean; cause?: unknown }

const NONE_WRITES: Failure = { reason: 'none of the hosts takes writes', isPassing: true }

/** Why it takes no connection; undefined when it does. */
async function failureOf(databaseUrl: string): Promise<Failure | undefined> {
  const client = openClient(databaseUrl)
  if (client instanceof Error)
    return { reason: `cannot be used: ${client.message}`, isPassing: false, cause: client }
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (cause) {
    return {
      reason: `${client.host}:${client.port} ${reasonOf(cause)}`,
      isPassing: !(cause instanceof pg.DatabaseError) || SOON.test(cause.code ?? ''),
      cause,
    }
  } finally {
    await client.end()
  }
}

/** The driver reads the files that the address names, such as `sslrootcert`. */
function openClient(databaseUrl: string) {
  const { address: connectionString } = takeLimits(databaseUrl)
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: 3000 })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function reasonOf(error: unknown) {
  if (error instanceof pg.DatabaseError) return `refuses: ${error.message}`
  return `does not answer (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`
}
