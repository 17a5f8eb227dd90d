import { CheckoutError } from '../../checkout/errors.ts'
import type { CheckoutDeps } from '../../checkout/ports.ts'
import { createCache } from './cache.ts'
import { createDatabase } from './database.ts'
import { createFaults } from './faults.ts'
import type { Service } from './flows.ts'
import { assertAtRest, isAtRest, nextDueAt } from './liveness.ts'
import { CARDS, createBank } from './provider.ts'
import { createRandom } from './random.ts'
import { assertMayCapture, assertSafe, createAnswers } from './safety.ts'
import { SimulatedFailure, createScheduler } from './scheduler.ts'
import { createStorage } from './tables.ts'

export type Simulation = ReturnType<typeof createSimulation>

/** The core on top of a simulated world. `assertUnbroken` throws what went wrong first. */
export function createSimulation(seed: number, trace?: (line: string) => void) {
  const random = createRandom(seed)
  const pace = { time: random.pick([0.02, 0.1, 0.3]), burst: random.pick([0, 0.3, 0.7]) }
  const rates = { database: random.pick([0, 0, 0.01, 0.05]), provider: random.pick([0, 0.1, 0.5]), cache: random.pick([0, 0.3]) }
  const scheduler = createScheduler({ random, pace, trace })
  const faults = createFaults({ random, scheduler, rates })
  /** Now and then somebody tries out stolen cards. */
  const cards = random.chance(0.05) ? ['declined'] as const : CARDS
  const reportedMismatches = new Set<string>()
  const moves = new Set<string>()
  let broken: Error | undefined

  const guarded = (check: () => void) => {
    try {
      check()
    } catch (error) {
      broken ??= toError(error)
    }
  }
  const afterCommit = () => guarded(() => {
    assertSafe(books)
    answers.assertAllRecorded()
  })
  const storage = createStorage({ scheduler, afterCommit })
  const bank = createBank({
    scheduler, faults, afterChange: () => guarded(() => assertSafe(books)),
    onCapture: (payment) => guarded(() => assertMayCapture(payment, books)),
  })
  const books = { tables: storage.tables, payments: bank.payments, reportedMismatches }
  const answers = createAnswers(books, scheduler.now)
  const connectCache = createCache({ scheduler, faults })

  let count = 0
  const newId = (prefix: string) => () => `${prefix}_${count += 1}`
  const ids = { session: newId('cs'), attempt: newId('att'), orderNumber: newId('no') }

  const events: CheckoutDeps['events'] = {
    sessionCreated: () => {}, sessionCompleted: () => {}, statusReadFailed: () => {},
    attemptMoved: ({ from, to }) => { moves.add(`${from} → ${to}`) },
    paymentMismatch: ({ attemptId }) => { reportedMismatches.add(attemptId) },
    recoveryFailed: ({ error }) => assertExpected(error),
  }

  /** A failure that no fault explains is a bug. */
  function assertExpected(error: unknown) {
    if (!(error instanceof SimulatedFailure || error instanceof CheckoutError)) broken ??= toError(error)
  }

  return {
    random, scheduler, faults, storage, bank, answers, ids, moves, cards,
    startService(name: string): Service {
      const actor = { name, pausedUntil: 0 }
      return {
        actor,
        deps: {
          db: createDatabase({ scheduler, storage, faults }, actor), cache: connectCache(actor), provider: bank.connect(actor),
          clock: { now: () => new Date(scheduler.now()) }, ids, events,
        },
      }
    },
    /** Starts a task that nobody waits for. */
    start: (task: () => Promise<unknown>) => void task().catch(assertExpected),
    isBroken: () => broken !== undefined,
    assertUnbroken() { if (broken) throw broken },
    isAtRest: () => isAtRest(books),
    assertAtRest: () => assertAtRest(books),
    nextDueAt: () => nextDueAt(storage.tables),
  }
}

const toError = (thrown: unknown) => thrown instanceof Error ? thrown : new Error(String(thrown))
