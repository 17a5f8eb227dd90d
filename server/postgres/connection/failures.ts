import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { busy } from '../../checkout/errors.ts'

/** The connection ends with such an answer: PostgreSQL stops, a pooler has lost it, a limit is over. */
const ENDS_CONNECTION = /^(?:57P|08|25P0[34])/

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

/** Lock timeout, statement timeout, deadlock, no memory; a database that is read-only. */
const FOR_THE_MOMENT = new Set(['55P03', '57014', '40P01', '40001', '53200', READ_ONLY])

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

/** Nobody is at the address, or nobody knows the name. */
const NOBODY = new Set(
  'ECONNREFUSED ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' '),
)

/**
 * A connection is lost or cut off, or cannot be had: a socket's codes, and those of PostgreSQL
 * and of a pooler while they start, stop or have too many.
 */
const LOST = new Set(
  'ECONNRESET ECONNABORTED EPIPE ETIMEDOUT 57P01 57P02 57P03 57P05 25P03 25P04 53300 08000 08001 08003 08004 08006 08P01'.split(
    ' ',
  ),
)

const hasCode = (error: Error, codes: Set<string>) =>
  'code' in error && codes.has(String(error.code))

const isNobody = (error: unknown) => error instanceof Error && hasCode(error, NOBODY)

/** The messages of `pg`, which have no code. */
const CUT_OFF = /^(?:Connection terminated|Query read timeout)/

export const isAway = (error: unknown) =>
  error instanceof Error && (isNobody(error) || hasCode(error, LOST) || CUT_OFF.test(error.message))

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

/** Says `busy` of a lost connection, for work of which nothing has happened then. */
export const beforeAnything = (error: unknown) =>
  isAway(error) || isUnsent(error) ? busy(error) : error

/**
 * Repeats the work while it fails with `NotReached`. After AWAY_MS it is `busy`, unless nobody is
 * there: then it throws the cause. A pooler that is not there has a database behind it.
 */
export async function untilReached<Result>(
  work: () => Promise<Result>,
  { monotonicMs, hasPooler }: { monotonicMs: () => number; hasPooler: boolean },
): Promise<Result> {
  const deadline = monotonicMs() + AWAY_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NotReached)) throw error
      const { cause } = error
      if (monotonicMs() > deadline) throw isNobody(cause) && !hasPooler ? cause : busy(cause)
    }
    await wait(LOOK_MS)
  }
}
