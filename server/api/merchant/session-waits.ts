import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { SessionAndNow } from '../../checkout/ports/database.ts'
import { type CheckoutSession, isTerminal } from '../../checkout/session.ts'

/** How many requests of one key may wait at once. */
const MOST_OF_KEY = 100

/** How soon a key with too many is to come back. */
const RETRY_SECONDS = 1

/** `key`: the name of the key that asks; `gone`: the client does not wait any more. */
type Wait = { key: string; seconds: number; gone: AbortSignal }

export type SessionWaits = {
  /**
   * The session as soon as it is final, or as it is after so many seconds, or when the service
   * stops; undefined when there is none. @throws {CheckoutError} rate_limited: too many wait already
   */
  untilFinal(sessionId: string, wait: Wait): Promise<CheckoutSession | undefined>
  /** Answers all of them now. */
  close(): void
}

type Waiter = {
  /** It takes the session however it is. */
  isOver: boolean
  resolve: (session: CheckoutSession | undefined) => void
  reject: (error: unknown) => void
}

/** Those who wait for one session. */
type Watch = {
  waiters: Set<Waiter>
  isReading: boolean
  mustReadAgain: boolean
  deadline: NodeJS.Timeout | undefined
}

/**
 * The merchants' requests of this process that wait for a session to end. Between two signals they
 * cost nothing, and one read of the record serves all who wait for the same session.
 */
export function createSessionWaits({
  db,
  cache,
  events,
}: {
  db: Pick<CheckoutDeps['db'], 'findSessionAndNow'>
  cache: Pick<CheckoutDeps['cache'], 'signals'>
  events: Pick<CheckoutDeps['events'], 'statusReadFailed'>
}): SessionWaits {
  const watches = new Map<string, Watch>()
  const ofKey = new Map<string, number>()
  let isClosed = false

  async function read(sessionId: string, watch: Watch) {
    watch.mustReadAgain = true
    if (watch.isReading) return
    watch.isReading = true
    while (watch.mustReadAgain) {
      watch.mustReadAgain = false
      try {
        tell(sessionId, watch, await db.findSessionAndNow(sessionId))
      } catch (error) {
        events.statusReadFailed({ sessionId, error })
        for (const { isOver, reject } of watch.waiters) if (isOver) reject(error)
      }
    }
    watch.isReading = false
  }

  function tell(sessionId: string, watch: Watch, found: SessionAndNow | undefined) {
    const isFinal = !found || isTerminal(found.session)
    for (const { isOver, resolve } of watch.waiters) if (isFinal || isOver) resolve(found?.session)
    clearTimeout(watch.deadline)
    if (isFinal) return
    // Who waits beyond the deadline hears of it then, and not with the round that writes it down.
    const leftMs = found.session.expiresAt.getTime() - found.now.getTime()
    if (leftMs > 0) watch.deadline = setTimeout(() => void read(sessionId, watch), leftMs)
  }

  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type !== 'sessions_changed') return
    for (const sessionId of signal.sessionIds) {
      const watch = watches.get(sessionId)
      if (watch) void read(sessionId, watch)
    }
  })

  function join(sessionId: string, waiter: Waiter) {
    const watch = watches.get(sessionId) ?? {
      waiters: new Set(),
      isReading: false,
      mustReadAgain: false,
      deadline: undefined,
    }
    watches.set(sessionId, watch)
    watch.waiters.add(waiter)
    return watch
  }

  function leave(sessionId: string, watch: Watch, waiter: Waiter) {
    watch.waiters.delete(waiter)
    if (watch.waiters.size > 0) return
    clearTimeout(watch.deadline)
    watches.delete(sessionId)
  }

  function takePlace(key: string) {
    const taken = ofKey.get(key) ?? 0
    if (taken >= MOST_OF_KEY)
      throw new CheckoutError(
        'rate_limited',
        `More than ${MOST_OF_KEY} requests of this key wait at once. Try again in ${RETRY_SECONDS} s.`,
        { retryAfterSeconds: RETRY_SECONDS },
      )
    ofKey.set(key, taken + 1)
  }

  function givePlaceBack(key: string) {
    const taken = (ofKey.get(key) ?? 1) - 1
    if (taken > 0) ofKey.set(key, taken)
    else ofKey.delete(key)
  }

  return {
    async untilFinal(sessionId, { key, seconds, gone }) {
      takePlace(key)
      const { promise, resolve, reject } = Promise.withResolvers<CheckoutSession | undefined>()
      const waiter: Waiter = { isOver: isClosed, resolve, reject }
      const watch = join(sessionId, waiter)
      const end = () => {
        waiter.isOver = true
        void read(sessionId, watch)
      }
      const timer = setTimeout(end, seconds * 1000)
      gone.addEventListener('abort', () => resolve(undefined))
      try {
        // What changed before we listened is seen by a read that begins now.
        void read(sessionId, watch)
        return await promise
      } finally {
        clearTimeout(timer)
        leave(sessionId, watch, waiter)
        givePlaceBack(key)
      }
    },
    close() {
      isClosed = true
      unsubscribe()
      for (const [sessionId, watch] of watches) {
        for (const waiter of watch.waiters) waiter.isOver = true
        void read(sessionId, watch)
      }
    },
  }
}
