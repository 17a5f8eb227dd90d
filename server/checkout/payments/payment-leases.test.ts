import { describe, expect, test, vi } from 'vitest'
import { anAttempt } from '../../testing/bank/an-attempt.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { expireSession } from '../sessions/expire-session.ts'
import { paySession } from './pay-session.ts'
import type { PaymentAttempt } from './attempt.ts'
import type { CheckoutTransaction, SharedWork } from '../ports/database.ts'
import type {
  AttemptChange,
  AttemptMove,
  LockedSession,
  NewAttempt,
  Release,
} from '../ports/payment-transaction.ts'
import { toMoved } from './settle-attempts.ts'
import type { PaymentOutcome, ProviderPayment } from '../ports/provider.ts'
import type { SessionState } from '../sessions/session.ts'
import { advance } from './settle-payment.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const MINE: ProviderPayment = { attemptId: 'att_1', amount: 1990, currency: 'EUR' }
const NO_PAYMENTS = { settled: 0, declines: 0 }
const at = (seconds: number) => new Date(NOW + seconds * 1000)

type LeaseSetup = {
  session?: Partial<LockedSession>
  leaseUntil?: Date
  /** What the provider answers, one a call; then it does not. */
  outcomes?: PaymentOutcome[]
  /** What the process's own clock says, each time. */
  clock?: () => Date
}

/** The core on a record of one attempt, what it writes there, and whom it asks. */
function aRecord({
  session: fields,
  leaseUntil = at(60),
  outcomes = [],
  clock = () => at(0),
}: LeaseSetup = {}) {
  const session = {
    id: 'cs_1',
    state: 'open',
    version: 1,
    storeId: 'st_1',
    store: { language: 'en' },
    attempts: 0,
    quote: {
      variantId: '1',
      quantity: 1,
      unitPrice: 1990,
      currency: 'EUR',
      deliveryOptions: [{ id: 'standard', name: 'Post', fee: 0 }],
    },
    expiresAt: at(1800),
    now: at(0),
    ...fields,
  }
  let attempt = anAttempt({ leaseUntil })
  const inserted: PaymentAttempt[] = []
  const changes: AttemptChange[] = []
  const states: SessionState[] = []
  const nothing = async () => undefined
  const move = (moves: AttemptMove[]) =>
    moves.map(({ seen, change }) => {
      changes.push(change)
      attempt = toMoved({ seen, change })
      return seen.id
    })
  const recent = {
    isPaidByOrphan: false,
    isUnsure: false,
    networks: [],
    unitsLeft: 1,
    store: NO_PAYMENTS,
  }
  const tx = {
    lockSession: async () => session,
    lockSessions: async () => [session],
    lockPayable: async () => [{ session, recent, isRemoved: false, now: session.now }],
    insertAttempts: async ([first]: NewAttempt[]) => first && inserted.push(first.attempt),
    moveAttempts: async (moves: AttemptMove[]) => move(moves),
    async releaseAttempts(releases: Release[]) {
      for (const { sessionState } of releases) states.push(sessionState)
      return move(releases).map((id) => ({ id, endsSoldOut: false }))
    },
    completeAttempts: async (moves: AttemptMove[]) =>
      move(moves).map((attemptId) => ({ attemptId, orderNumber: 'AAAAA-AAAAA', paidAt: at(0) })),
    renewSession: nothing,
    getAttempt: async () => attempt,
    insertBreak: async () => false,
  }
  const answer = vi.fn(async () => outcomes.shift() ?? ({ type: 'unknown' } as const))
  const provider = {
    amountRule: () => ({ minimum: 1, maximum: 1_000_000, step: 1 }),
    name: 'test',
    isAvailable: () => true,
    authorize: answer,
    capture: answer,
    cancel: answer,
    refund: answer,
    retrieve: answer,
  }
  const deps = {
    db: {
      transaction: (work: (given: typeof tx) => unknown) => work(tx),
      async together(work: SharedWork<unknown, unknown>, item: unknown) {
        const [result] = await work.run(tx as unknown as CheckoutTransaction, [item])
        return result
      },
      getAttempt: async () => ({ attempt, expiresAt: session.expiresAt, now: session.now }),
      findSession: nothing,
    },
    cache: { sessions: { put: nothing }, signals: { publish: nothing } },
    provider,
    providers: [provider],
    clock: { now: clock },
    ids: { attempt: () => 'att_1', orderNumber: () => 'AAAAA-AAAAA' },
    workProofs: { challengeOf: () => 'why', isProven: () => false },
    events: {
      attemptMoved: () => undefined,
      breakFound: () => undefined,
      sessionCompleted: () => undefined,
    },
    reach: () => undefined,
  } as unknown as CheckoutDeps
  return { deps, inserted, changes, states, answer }
}

const pay = (deps: CheckoutDeps) =>
  paySession(deps, {
    sessionId: 'cs_1',
    networks: [],
    request: {
      customer: { name: 'Ana', phone: '+34 600 123 456' },
      fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1' },
      paymentMethod: 'pm_1',
    },
  })

describe('payments §3 T1: a payment', () => {
  test('a payment may take 60 s to be authorised, by the clock of the record', async () => {
    const { deps, inserted } = aRecord({ session: { now: at(90) } })
    await pay(deps)
    expect(inserted).toMatchObject([{ leaseUntil: at(150) }])
  })

  test('a payment that begins 1 ms before the deadline may end 60 s after it', async () => {
    const { deps, inserted } = aRecord({ session: { now: at(1799.999) } })
    await pay(deps)
    expect(inserted).toMatchObject([{ leaseUntil: at(1859.999) }])
  })

  test('a payment that begins at the deadline is too late', async () => {
    const { deps, inserted } = aRecord({ session: { now: at(1800) } })
    await expect(pay(deps)).rejects.toMatchObject({ code: 'session_expired' })
    expect(inserted).toEqual([])
  })

  test('a payment is not authorised once its 60 s are over: it is given up', async () => {
    const late = aRecord({ session: { now: at(60) } })
    await advance(late.deps, 'att_1')
    expect(late.changes[0]).toMatchObject({ state: 'voiding' })
    const inTime = aRecord({ session: { now: at(59.999) } })
    await advance(inTime.deps, 'att_1')
    expect(inTime.answer).toHaveBeenCalledOnce()
    expect(inTime.changes).toMatchObject([{ check: 'later' }])
  })
})

describe('contract §3: the merchant ends a session', () => {
  test('a session that the merchant ends at its deadline has ended by itself', async () => {
    const { deps } = aRecord({ session: { now: at(1800) } })
    const ending = { storeId: 'st_1', sessionId: 'cs_1', by: 'secret_key' } as const
    await expect(expireSession(deps, ending)).rejects.toMatchObject({ code: 'session_not_open' })
  })
})

describe('payments §3 T2c: a payment that is declined', () => {
  test.each([
    [1799.999, 'open'],
    [1800, 'expired'],
  ])('a payment declined %d s after the session began leaves it %s', async (now, state) => {
    const { deps, states } = aRecord({
      session: { state: 'paying', now: at(now) },
      leaseUntil: at(now + 30),
      outcomes: [{ type: 'declined', code: 'card_declined' }],
    })
    await advance(deps, 'att_1')
    expect(states).toEqual([state])
  })
})

describe('payments §3 T2b: the bank asks the buyer', () => {
  const asked = async (now: number) => {
    const { deps, changes } = aRecord({
      session: { state: 'paying', now: at(now) },
      leaseUntil: at(now + 30),
      outcomes: [{ type: 'action_required', url: 'https://bank.example' }],
    })
    await advance(deps, 'att_1')
    return changes[0]?.leaseUntil
  }

  test('the bank’s question waits 300 s, while the deadline is ahead', async () => {
    expect(await asked(100)).toEqual(at(400))
    expect(await asked(1800)).toEqual(at(2100))
  })

  test('the bank’s question after the deadline waits never longer than 300 s beyond it', async () => {
    expect(await asked(1801)).toEqual(at(2100))
    expect(await asked(1859)).toEqual(at(2100))
  })
})

describe('payments §7: the calls of one request', () => {
  test.each([
    [10_000, 2],
    [10_001, 1],
  ])('%i ms after the first call of a request, %i are made', async (elapsedMs, calls) => {
    let looks = 0
    const { deps, answer } = aRecord({
      outcomes: [{ type: 'authorized', payment: MINE }],
      clock: () => new Date(NOW + (looks++ === 0 ? 0 : elapsedMs)),
    })
    await advance(deps, 'att_1')
    expect(answer).toHaveBeenCalledTimes(calls)
  })
})

describe('payments §5: the next look at an attempt', () => {
  const authorized = { type: 'authorized', paymentId: 'pi_1', payment: MINE } as const
  const captured = { type: 'captured', paymentId: 'pi_1', payment: MINE } as const

  test('the next look at an attempt is soon while money is on its way, and never after the end', async () => {
    const declined = aRecord({ outcomes: [{ type: 'declined', code: 'card_declined' }] })
    await advance(declined.deps, 'att_1')
    expect(declined.changes).toMatchObject([{ state: 'declined', check: 'never' }])
    const given = aRecord({ outcomes: [authorized] })
    await advance(given.deps, 'att_1')
    expect(given.changes[0]).toMatchObject({ state: 'capturing', check: 'soon' })
    const taken = aRecord({ outcomes: [captured] })
    await advance(taken.deps, 'att_1')
    expect(taken.changes).toMatchObject([{ state: 'captured', check: 'never' }])
  })
})

describe('payments §3 T2a: the id of a payment', () => {
  const kept = async (change: Partial<ProviderPayment>) => {
    const { deps, changes } = aRecord({
      outcomes: [{ type: 'authorized', paymentId: 'pi_1', payment: { ...MINE, ...change } }],
    })
    await advance(deps, 'att_1')
    return changes[0]
  }

  test('the id of a payment is kept also when its amount is wrong: it has to be cancelled', async () => {
    expect(await kept({})).toMatchObject({
      state: 'capturing',
      providerPaymentId: 'pi_1',
    })
    expect(await kept({ amount: 1989 })).toMatchObject({
      state: 'voiding',
      providerPaymentId: 'pi_1',
    })
  })

  test('the id of somebody else’s payment is not kept: we would cancel theirs', async () => {
    const change = await kept({ attemptId: 'att_2' })
    expect(change).toMatchObject({ state: 'voiding' })
    expect(change?.providerPaymentId).toBeUndefined()
  })
})
