import { CheckoutError } from '../../server/checkout/errors.ts'
import type { CheckoutDeps, Failpoint } from '../../server/checkout/checkout-deps.ts'
import { recoverPayments } from '../../server/checkout/payments/recover-payments.ts'
import { createAnswers } from './model-answers.ts'
import { createCache } from './model-cache.ts'
import { createDatabase } from './model-database.ts'
import { createFaults } from './faults.ts'
import { createNotifications } from './model-notifications.ts'
import { findUnrest, nextDueAt } from './liveness.ts'
import { CARDS, type Card, type LedgerPayment } from './bank-payment.ts'
import { type BankAnswer, type BankOptions, createBank } from './model-provider.ts'
import { type Books, assert } from './books.ts'
import { createOperator } from './model-operator.ts'
import { assertMayGiveBack } from './refund-safety.ts'
import { createRandom } from './seeded-random.ts'
import {
  assertAskedAtOwn,
  assertAskedInTime,
  assertMayCapture,
  assertMayReturn,
  assertSafe,
} from './safety.ts'
import { type Actor, SimulatedFailure, createScheduler, newActor } from './scheduler.ts'
import { createStorage } from './tables.ts'

export type Simulation = ReturnType<typeof createSimulation>

/** The cards that are tried, and from which clients; null is a client without an address. */
type Scenery = { cards: readonly Card[]; clients: readonly (string | null)[] }

const SCENERY = {
  'a quiet shop': { cards: CARDS, clients: [null, 'client_1', 'client_2'] },
  'card testing': { cards: ['declined'], clients: ['client_1'] },
  'a crowd behind one address': { cards: ['asks', 'slow', 'pays'], clients: ['client_1'] },
  'a rush for one product': {
    cards: ['pays', 'pays', 'declined', 'asks'],
    clients: [null, null, 'client_1', 'client_2'],
  },
} as const satisfies Record<string, Scenery>

/** Three lives of twenty are of these; the others are quiet. */
const SCENES: readonly (keyof typeof SCENERY)[] = [
  'card testing',
  'a crowd behind one address',
  'a rush for one product',
]

/** Errors about rows that were lost. */
const LOST_ROW =
  /^there is no |^the session that was just .* is missing$|^attempt .* has no order$|^attempt .* is captured, its session is not complete$/

/** A bank has not said which payment a notification is about, and sends it again. */
const SILENT_BANK = 'the payment could not be read'

/** How far a process's clock may be off, in milliseconds; all that counts uses the record's. */
export const CLOCK_MS = 40 * 60_000

/** One process of the service, and how wrong its clock is. */
export type Service = { actor: Actor; deps: CheckoutDeps; clock: { offsetMs: number } }

/** The core in a simulated world. `assertUnbroken` throws what went wrong first. */
export function createSimulation(seed: number, trace?: (line: string) => void) {
  const random = createRandom(seed)
  const pace = { time: random.pick([0.02, 0.1, 0.3]), burst: random.pick([0, 0.3, 0.7]) }
  const rates = {
    database: random.pick([0, 0, 0.01, 0.05]),
    provider: random.pick([0, 0.1, 0.5]),
    cache: random.pick([0, 0.3]),
    death: random.pick([0, 0, 0.03, 0.1]),
    word: random.pick([0, 0, 0.3]),
  }
  const scheduler = createScheduler({ random, pace, trace })
  const faults = createFaults({ random, scheduler, rates })
  const scene = SCENES[random.below(20)] ?? 'a quiet shop'
  const scenery: Scenery = SCENERY[scene]
  const seen = new Set<string>()
  const services: Service[] = []
  let broken: Error | undefined
  let onCompleted = (_sessionId: string): void => undefined
  let onFailedLate = (_refundId: string): void => undefined

  const guarded = (check: () => void) => {
    try {
      check()
    } catch (error) {
      broken ??= toError(error)
    }
  }
  const check = () =>
    guarded(() => {
      assertSafe(books)
      answers.assertAllRecorded()
    })
  const storage = createStorage({ scheduler, afterCommit: check })
  const onForeign = (attemptId: string) =>
    guarded(() =>
      assert(
        !storage.tables.attempts.has(attemptId),
        'a notification of the other bank moves nothing',
        attemptId,
      ),
    )
  const notifications = createNotifications({
    random,
    scheduler,
    faults,
    services,
    start,
    onForeign,
  })
  const payments = new Map<string, LedgerPayment>()
  const givenUp = new Set<string>()
  const bankOptions: Omit<BankOptions, 'name'> = {
    payments,
    random,
    scheduler,
    faults,
    notify: notifications.send,
    afterChange: check,
    onKept: () => void seen.add('a bank keeps money for now'),
    mayTakeLong: () => storage.failovers() > 0,
    onAsk: (bank, attempt) => {
      guarded(() => assertAskedAtOwn(bank, attempt))
      if (bank !== operator.taking()) seen.add('a bank is asked that takes no new payments')
    },
    onCapture: (payment, by) => {
      guarded(() => assertMayCapture(payment, by, books))
      const attempt = storage.tables.attempts.get(payment.attemptId)?.committed
      if (payment.card !== 'elsewhere' || !attempt) return
      if (attempt.leaseUntil.getTime() < scheduler.now())
        seen.add('money comes late from elsewhere')
      if (attempt.state === 'voiding') seen.add('money comes from elsewhere while it is given up')
    },
    onGiveBack: (payment, part) => guarded(() => assertMayGiveBack(payment, part, books)),
    onCaptureAsked: (attempt) => guarded(() => assertAskedInTime(attempt, books)),
    onReturn: (call, attempt) => guarded(() => assertMayReturn(call, attempt, books)),
  }
  const banks = [
    createBank({ ...bankOptions, name: 'test' }),
    createBank({ ...bankOptions, name: 'stripe' }),
  ] as const
  const operator = createOperator(random, banks)
  const books: Books = {
    tables: storage.tables,
    payments,
    givenUp,
    now: scheduler.now,
    hasLost: () => storage.failovers() > 0,
  }
  const answers = createAnswers(books, books.hasLost)
  const cache = createCache({ scheduler, faults, history: storage.failovers })

  let count = 0
  const newId = (prefix: string) => () => `${prefix}_${(count += 1)}`
  const ids = {
    session: newId('cs'),
    attempt: newId('att'),
    orderNumber: newId('no'),
    refund: newId('re'),
    refundOf: (request: string) => `re_${request}`,
  }

  const events: CheckoutDeps['events'] = {
    sessionCreated: () => {},
    sessionCompleted: ({ sessionId }) => onCompleted(sessionId),
    refundSettled: ({ state }) => {
      seen.add(`a refund has ${state}`)
    },
    orphanFound: () => {
      seen.add('finds an orphan')
    },
    orphanResolved: ({ resolution }) => {
      seen.add(`an orphan is ${resolution}`)
    },
    orphanRefused: () => {
      seen.add('an orphan is not given back for now')
    },
    differenceFound: () => {},
    reconciled: () => {},
    recordCompared: () => {},
    recordUncompared: () => {},
    reconciliationSeen: () => {},
    refundFailedLate: ({ refundId }) => {
      seen.add('a refund has failed late')
      onFailedLate(refundId)
    },
    refundMadeAtProvider: () => {
      seen.add('a refund is made at the bank')
    },
    capturedDiffers: () => guarded(() => assert(false, 'all of an order is captured', '')),
    disputeOpened: () => {
      seen.add('a dispute is opened')
    },
    disputeClosed: ({ state }) => {
      seen.add(`a dispute is ${state}`)
    },
    statusReadFailed: () => {},
    attemptMoved: ({ from, to }) => {
      // Left out after lost commits, which lead to rare transitions.
      if (!books.hasLost()) seen.add(`${from} → ${to}`)
    },
    breakFound: ({ kind }) => {
      seen.add(`found ${kind}`)
    },
    paymentRefused: ({ scope, reason }) => {
      seen.add(`refused for ${scope} ${reason}`)
    },
    paymentsUnavailable: () => {
      seen.add('refused for the provider')
    },
    recoveryFailed: ({ error }) => assertExpected(error),
  }

  /** A failure without a fault is a bug. */
  function assertExpected(error: unknown) {
    const isExpected =
      error instanceof SimulatedFailure ||
      error instanceof CheckoutError ||
      isOfLost(error) ||
      (error instanceof Error && error.message === SILENT_BANK)
    if (!isExpected) broken ??= toError(error)
  }

  /** Work that was under way looks for rows that are gone. */
  const isOfLost = (error: unknown) =>
    books.hasLost() && error instanceof Error && LOST_ROW.test(error.message)

  /**
   * For `ms` the database acknowledges commits that it then forgets. It returns to this moment,
   * while banks, copies and everybody else keep what they know.
   */
  async function failOver(ms: number) {
    const restore = storage.remember()
    await scheduler.sleep(faults.world, ms)
    if (faults.isOver()) return
    // This step may come when everything has come to rest.
    const isLost = await scheduler.step(faults.world, ['loses', 'what was committed'], () => {
      if (faults.isOver()) return false
      restore()
      return true
    })
    if (!isLost) return
    answers.forgetLost()
    seen.add(answers.lostCount() > 0 ? 'loses a final answer' : 'loses commits')
    for (const id of payments.keys())
      if (!storage.tables.attempts.has(id)) {
        seen.add('loses a payment')
        if (random.chance(0.8)) dispute(id)
      }
    check()
  }

  /** The buyer's answer to the bank. */
  const answerBank = (attemptId: string, answer: BankAnswer) => {
    for (const bank of banks) bank.answer(attemptId, answer)
  }

  const dispute = (attemptId: string) => {
    for (const bank of banks) bank.dispute(attemptId)
  }

  const giveBackByHand = (attemptId: string) => {
    for (const bank of banks) bank.giveBackByHand(attemptId)
  }

  /** Restarts every process, one after the other. */
  async function switchProvider() {
    operator.changeMind()
    seen.add('the operator switches providers')
    for (const { actor } of services.slice()) {
      if (faults.isOver()) return
      if (!actor.isDead) kill(actor)
      await scheduler.sleep(faults.world, random.below(10_000))
    }
  }

  /** Starts a task that nobody waits for. */
  function start(task: () => Promise<unknown>) {
    void task().catch(assertExpected)
  }

  function startService(name: string): Service {
    const actor = newActor(name)
    const reach = (failpoint: Failpoint) => {
      if (actor.isDead || !faults.death()) return
      seen.add(`dies at ${failpoint}`)
      kill(actor)
    }
    const sees = (sight: string) => void seen.add(sight)
    const db = createDatabase({ scheduler, storage, faults, reach, sees }, actor)
    const clock = { offsetMs: random.chance(0.2) ? 2 * random.below(CLOCK_MS) - CLOCK_MS : 0 }
    const service: Service = {
      actor,
      clock,
      deps: {
        db,
        cache: cache.connect(actor),
        ...operator.openProviders(actor, !faults.isOver()),
        clock: { now: () => new Date(scheduler.now() + clock.offsetMs) },
        ids,
        events,
        notifyOwners: () => {},
        workProofs: { challengeOf: () => '', isProven: () => false },
        reach,
      },
    }
    services.push(service)
    return service
  }

  /** kill -9. The next process recovers; the database may notice the death late. */
  function kill(actor: Actor) {
    const index = services.findIndex((service) => service.actor === actor)
    services.splice(index, 1)
    scheduler.drop(actor)
    if (random.chance(0.8)) storage.rollBackAllOf(actor)
    const next = startService(`${actor.name}'`)
    start(() => recoverPayments(next.deps))
  }

  return {
    random,
    scheduler,
    faults,
    storage,
    givenUp,
    answerBank,
    giveBackByHand,
    dispute,
    switchProvider,
    answers,
    ids,
    seen,
    services,
    startService,
    start,
    assertExpected,
    kill,
    failOver,
    scene,
    scenery,
    whenRefundFailsLate: (listener: (refundId: string) => void) => {
      onFailedLate = listener
    },
    whenCompleted: (listener: (sessionId: string) => void) => {
      onCompleted = listener
    },
    isBroken: () => broken !== undefined,
    assertUnbroken() {
      if (broken) throw broken
    },
    findUnrest: () =>
      findUnrest({
        ...books,
        announced: cache.announced,
        undelivered: notifications.undelivered(),
      }),
    nextDueAt: () => nextDueAt(storage.tables),
  }
}

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
