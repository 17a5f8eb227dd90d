import type { Cache, RateLimit } from '../../server/checkout/ports/cache.ts'
import { type CheckoutSession, isTerminal } from '../../server/checkout/sessions/session.ts'
import type { Faults } from './faults.ts'
import type { Actor, Scheduler } from './scheduler.ts'

const ALLOWED: RateLimit = {
  allowed: true,
  limit: 20,
  remaining: 19,
  resetSeconds: 1,
  retryAfterSeconds: 0,
}

/** All processes share the copies of sessions. A copy may be lost, late or thrown away. */
export function createCache({
  scheduler,
  faults,
  history,
}: {
  scheduler: Scheduler
  faults: Faults
  history: () => number
}) {
  /** Each copy has the record's history; another history does not open it. */
  const copies = new Map<string, { session: CheckoutSession; history: number }>()
  /** When processes last heard that a session changed. */
  const announced = new Map<string, number>()

  function get(id: string) {
    const copy = copies.get(id)
    return copy?.history === history() ? copy.session : undefined
  }

  function put(session: CheckoutSession, of: number) {
    const isNewer = session.version > (get(session.id)?.version ?? 0)
    if (isNewer && of === history()) copies.set(session.id, { session, history: of })
  }

  const connect = (actor: Actor): Cache => {
    const find = (id: string) =>
      scheduler.step(actor, ['looks up', id], () => {
        if (faults.cache()) copies.clear()
        return get(id)
      })
    return {
      limiter: { take: () => Promise.resolve(ALLOWED) },
      sessions: {
        history: () => String(history()),
        find,
        put: (session) => {
          const of = history()
          return scheduler.step(actor, ['caches', session.id], () => {
            if (!faults.cache()) put(session, of)
            else if (faults.cache()) {
              void scheduler.step(
                faults.world,
                ['late write of', session.id],
                () => put(session, of),
                faults.soon(),
              )
            }
          })
        },
        takeAndFindFinal: async (_key, id) => {
          const session = await find(id)
          return {
            rateLimit: ALLOWED,
            session: session && isTerminal(session) ? session : undefined,
          }
        },
      },
      signals: {
        publish: (signal) =>
          scheduler.step(actor, ['publishes', signal.type], () => {
            if (signal.type === 'sessions_changed')
              for (const sessionId of signal.sessionIds) announced.set(sessionId, scheduler.now())
          }),
        subscribe: () => () => {},
      },
      idleTimes: { renew: () => Promise.resolve(false), begin: () => Promise.resolve() },
      isReachable: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    }
  }
  return { connect, announced }
}
