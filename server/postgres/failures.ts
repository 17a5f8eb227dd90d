import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { busy } from '../checkout/errors.ts'

/** What PostgreSQL answers is no broken connection, but when it ends the connection with it. */
export const isBroken = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true

/** Lock timeout, statement timeout, deadlock. */
const WAITED_TOO_LONG = new Set(['55P03', '57014', '40P01'])

/** As `pg-pool` says that all connections are taken. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/** Says so when others were before us for too long; every other failure is what it is. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const isLate =
      error instanceof pg.DatabaseError
        ? WAITED_TOO_LONG.has(error.code ?? '')
        : error instanceof Error && error.message === NO_CONNECTION
    throw isLate ? busy(error) : error
  }
}

/** As a socket says that nobody listens, and PostgreSQL that it starts or stops. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03'])

export const isAway = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && AWAY.has(String(error.code))) ||
    error.message === 'Connection terminated unexpectedly')

/** As `pg` refuses a connection that it knows to be broken. */
export const isUnsent = (error: unknown) =>
  error instanceof Error && error.message.endsWith('is not queryable')

/** Certain: no statement of ours has come to the database. */
export class NotReached extends Error {
  override readonly name = 'NotReached'

  constructor(cause: unknown) {
    super('The database is away.', { cause })
  }
}

/** How long a restart of the database may take before anybody hears of it, and how often to look. */
const AWAY_MS = 1_000
const LOOK_MS = 50

/** Does the work again while it fails with `NotReached`; then with what caused that. */
export async function untilReached<Result>(
  work: () => Promise<Result>,
  monotonicMs: () => number,
): Promise<Result> {
  const deadline = monotonicMs() + AWAY_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NotReached)) throw error
      if (monotonicMs() > deadline) throw error.cause
    }
    await wait(LOOK_MS)
  }
}
