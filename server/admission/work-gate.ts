import { CheckoutError, busy } from '../checkout/errors.ts'

type Bounds = {
  /** How much work may run at the same time. */
  atOnce: number
  /** How much of it may be one client's. */
  atOnceOfClient: number
  /** How many may wait, half of them for one client. */
  waiting: number
  /** Milliseconds until a waiting work is refused. */
  patienceMs: number
}

type Waiting = { client: string | undefined; begin: () => void }

/** Counts what runs, in all and for each client. */
function createRunning({ atOnce, atOnceOfClient }: Pick<Bounds, 'atOnce' | 'atOnceOfClient'>) {
  const ofClients = new Map<string, number>()
  let running = 0
  return {
    mayBegin: (client: string | undefined) =>
      running < atOnce && (client === undefined || (ofClients.get(client) ?? 0) < atOnceOfClient),
    count(client: string | undefined, change: 1 | -1) {
      running += change
      if (client === undefined) return
      const own = (ofClients.get(client) ?? 0) + change
      if (own === 0) ofClients.delete(client)
      else ofClients.set(client, own)
    },
  }
}

/**
 * Limits how much work runs at the same time, in all and for each client. The rest waits for a
 * moment, in order. `client`: undefined when the work is no particular client's.
 */
export function createWorkGate({ waiting: maxWaiting, patienceMs, ...bounds }: Bounds) {
  const { mayBegin, count } = createRunning(bounds)
  const waiting: Waiting[] = []

  const beginNext = () => {
    const index = waiting.findIndex(({ client }) => mayBegin(client))
    const [next] = index === -1 ? [] : waiting.splice(index, 1)
    if (!next) return
    count(next.client, 1)
    next.begin()
  }

  const enter = (client: string | undefined) => {
    if (mayBegin(client)) return count(client, 1)
    const own = waiting.filter((each) => client !== undefined && each.client === client).length
    if (own >= maxWaiting / 2) throw tooManyAtOnce()
    if (waiting.length >= maxWaiting) throw busy()
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiting = {
        client,
        begin: () => {
          clearTimeout(patience)
          resolve()
        },
      }
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(busy())
      }, patienceMs)
      waiting.push(waiter)
    })
  }

  return {
    /** @throws {CheckoutError} rate_limited, busy: `work` has not begun */
    async run<Result>(client: string | undefined, work: () => Promise<Result>): Promise<Result> {
      await enter(client)
      try {
        return await work()
      } finally {
        count(client, -1)
        beginNext()
      }
    },
  }
}

const tooManyAtOnce = () =>
  new CheckoutError(
    'rate_limited',
    'Too many requests of your network at the same time. Try again in a moment.',
    { retryAfterSeconds: 1 },
  )
