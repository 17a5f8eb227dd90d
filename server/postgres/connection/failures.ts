import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { busy } from '../../checkout/errors.ts'

/** The connection ends with such an answer: PostgreSQL stops, or a pooler has lost it. */
const ENDS_CONNECTION = /^(?:57P|08)/

/** An answer of PostgreSQL does not break the connection, unless it ends the connection too. */
export const isBroken = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || ENDS_CONNECTION.test(error.code ?? '')

const READ_ONLY = '25006'

/** Such as of a standby that was the primary. */
export const isReadOnly = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY

const DISK_FULL = '53100'

/** Also where it is the cause of the error, or keeps PostgreSQL from a connection, which has no code. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === DISK_FULL) ||
    error.message.includes('No space left on device') ||
    isDiskFull(error.cause))

/** Lock timeout, statement timeout, deadlock; a database that is read-only. */
const FOR_THE_MOMENT = new Set(['55P03', '57014', '40P01', READ_ONLY])

/** The message of `pg-pool` when all connections are taken. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/** Says `busy` where the same may work in a moment; every other failure is what it is. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const isPassing =
      error instanceof pg.DatabaseError
        ? isDiskFull(error) || FOR_THE_MOMENT.has(error.code ?? '')
        : error instanceof Error && error.message === NO_CONNECTION
    throw isPassing ? busy(error) : error
  }
}

/** A socket's codes when nobody listens, and PostgreSQL's and a pooler's while it starts or stops. */
const AWAY = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE 57P01 57P02 57P03 08P01 08006'.split(' '),
)

export const isAway = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && AWAY.has(String(error.code))) ||
    error.message === 'Connection terminated unexpectedly')

/** The message of `pg` for a connection that it knows to be broken. */
export const isUnsent = (error: unknown) =>
  error instanceof Error && error.message.endsWith('is not queryable')

/** It is certain that no statement of ours reached the database. */
export class NotReached extends Error {
  override readonly name = 'NotReached'

  constructor(cause: unknown) {
    super('The database is away.', { cause })
  }
}

/** How long the database may restart before a caller hears of it, and how often to look. */
const AWAY_MS = 1_000
const LOOK_MS = 50

/** Repeats the work while it fails with `NotReached`; after AWAY_MS throws the cause. */
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
