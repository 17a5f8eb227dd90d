import { type PaymentAttempt, isSettled } from '../../server/checkout/attempt.ts'
import type {
  EntryOutcome,
  LedgerEntry,
  PaymentOutcome,
  PaymentProvider,
  PaymentReference,
} from '../../server/checkout/ports/provider.ts'
import type { Faults } from './faults.ts'
import type { Random } from './seeded-random.ts'
import { readNothing, refundNothing } from './model-refunds.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** What the bank does with a card. `lies`: its payment is not the one that was asked for. */
export const CARDS = [
  'pays',
  'pays',
  'declined',
  'asks',
  'asks',
  'asks_and_lies',
  'slow',
  'capture_refused',
  'lapses',
  'captures_at_once',
  'lies_amount',
  'lies_currency',
  'lies_attempt',
  'lies_on_capture',
  'lies_and_captures',
] as const
export type Card = (typeof CARDS)[number]

type PaymentStatus = 'asking' | 'authorized' | 'captured' | 'refunded' | 'cancelled' | 'declined'

export type LedgerPayment = {
  attemptId: string
  sessionId: string
  amount: number
  currency: string
  /** What it says of whose payment it is. */
  claims: { attemptId: string; amount: number; currency: string }
  status: PaymentStatus
  card: Card | 'cancelled'
  visibleAt: number
  captured: number
  refunded: number
  /** Whether the bank went on with it after it had said that it was over. */
  isWordBroken: boolean
}

export type Call = 'authorize' | 'capture' | 'cancel' | 'refund' | 'retrieve'

const UNKNOWN: PaymentOutcome = { type: 'unknown' }

/** After so long a caller gives up. */
const CALL_DEADLINE_MS = 5_000
const SLOW_BANK_MS = 20_000

export const isHonest = ({ claims, attemptId, amount, currency }: LedgerPayment) =>
  claims.attemptId === attemptId && claims.amount === amount && claims.currency === currency

const isOpen = ({ status }: LedgerPayment) => status === 'authorized' || status === 'asking'

const toEntry = (payment: LedgerPayment): LedgerEntry => ({
  paymentId: `pay_${payment.attemptId}`,
  attemptId: payment.attemptId,
  sessionId: payment.sessionId,
  storeId: 'st_1',
  namesUs: true,
  amount: payment.amount,
  captured: payment.captured,
  refunded: payment.refunded,
  currency: payment.currency,
  isOpen: isOpen(payment),
  createdAt: new Date(payment.visibleAt),
})

const cardOf = (attempt: PaymentAttempt): Card =>
  CARDS.find((card) => attempt.paymentMethod === `pm_${card}`) ?? 'declined'

const LIES: Partial<Record<Card, (truth: LedgerPayment['claims']) => LedgerPayment['claims']>> = {
  lies_amount: (truth) => ({ ...truth, amount: truth.amount - 1 }),
  lies_and_captures: (truth) => ({ ...truth, amount: truth.amount + 1 }),
  asks_and_lies: (truth) => ({ ...truth, amount: truth.amount + 1 }),
  lies_currency: (truth) => ({ ...truth, currency: 'JPY' }),
  lies_attempt: (truth) => ({ ...truth, attemptId: 'att_other' }),
}

const FIRST_STATUS: Partial<Record<LedgerPayment['card'], PaymentStatus>> = {
  declined: 'declined',
  asks: 'asking',
  asks_and_lies: 'asking',
  captures_at_once: 'captured',
  lies_and_captures: 'captured',
  cancelled: 'cancelled',
}

/**
 * What becomes of a question: the buyer's answer, or the bank goes further than it was asked to.
 */
export const ANSWERS = ['authorized', 'authorized', 'declined', 'captured', 'cancelled'] as const

type Options = {
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** Hears of money before it is taken: because we asked for it, or by the bank's own decision. */
  onCapture(payment: LedgerPayment, by: 'us' | 'bank'): void
  /** Hears that we mean to give money up or back. */
  onReturn(call: Call, attempt: PaymentAttempt): void
  /** Hears that we ask for money. */
  onCaptureAsked(attempt: PaymentAttempt): void
  afterChange(): void
  /** Tells us that something has happened to the payment. */
  notify(attemptId: string): void
}

/**
 * A bank with books of its own. Whatever it is asked, it does once per attempt, even when the
 * request comes late or twice.
 */
export function createBank({
  random,
  scheduler,
  faults,
  onCapture,
  onReturn,
  onCaptureAsked,
  afterChange,
  notify,
}: Options) {
  const payments = new Map<string, LedgerPayment>()

  function move(payment: LedgerPayment, status: PaymentStatus) {
    const { attemptId } = payment
    if (status === 'captured') payment.captured = payment.claims.amount
    if (status === 'refunded') payment.refunded = payment.captured
    payment.status = status
    const isNews =
      payment.isWordBroken || payment.card === 'asks' || payment.card === 'asks_and_lies'
    if (isNews || random.chance(0.2)) notify(attemptId)
    if ((status === 'cancelled' || status === 'declined') && faults.brokenWord()) {
      void scheduler.step(
        faults.world,
        ['breaks its word on', attemptId],
        () => breakWord(payment),
        faults.late(),
      )
    }
  }

  function breakWord(payment: LedgerPayment) {
    if (faults.isOver() || (payment.status !== 'cancelled' && payment.status !== 'declined')) return
    payment.isWordBroken = true
    move(payment, random.pick(['authorized', 'captured']))
    afterChange()
  }

  function insertOnce(
    { id, sessionId, amount, currency }: PaymentAttempt,
    card: LedgerPayment['card'],
  ) {
    if (payments.has(id)) return
    const truth = { attemptId: id, amount, currency }
    const payment: LedgerPayment = {
      ...truth,
      sessionId,
      card,
      claims: card === 'cancelled' ? truth : (LIES[card]?.(truth) ?? truth),
      status: 'authorized',
      visibleAt: scheduler.now() + (card === 'slow' ? SLOW_BANK_MS : 0),
      captured: 0,
      refunded: 0,
      isWordBroken: false,
    }
    payments.set(id, payment)
    decide(payment, FIRST_STATUS[card] ?? 'authorized')
  }

  /** What nobody of the service has asked for. */
  function decide(payment: LedgerPayment, status: PaymentStatus) {
    if (status === 'captured') onCapture(payment, 'bank')
    move(payment, status)
  }

  function capture(payment: LedgerPayment) {
    if (payment.card === 'capture_refused') return move(payment, 'declined')
    if (payment.card === 'lapses') return move(payment, 'cancelled')
    onCapture(payment, 'us')
    if (payment.card === 'lies_on_capture')
      payment.claims = { ...payment.claims, amount: payment.claims.amount * 2 }
    return move(payment, 'captured')
  }

  function toOutcome(payment: LedgerPayment | undefined): PaymentOutcome {
    if (!payment || payment.visibleAt > scheduler.now()) return UNKNOWN
    const { status, claims, attemptId } = payment
    const paymentId = `pay_${attemptId}`
    switch (status) {
      case 'authorized':
      case 'captured':
        return { type: status, paymentId, payment: claims }
      case 'asking':
        return { type: 'action_required', paymentId, url: `https://bank.example/${attemptId}` }
      case 'refunded':
      case 'cancelled':
        return { type: status, paymentId }
      case 'declined':
        return { type: 'declined', paymentId, code: 'card_declined' }
    }
  }

  /** What a request does when it arrives, and what the answer to it is. */
  function arrive(call: Call, attempt: PaymentAttempt): PaymentOutcome {
    if (call === 'authorize') insertOnce(attempt, cardOf(attempt))
    if (call === 'cancel') insertOnce(attempt, 'cancelled')
    const payment = payments.get(attempt.id)
    if (payment) change(call, payment)
    afterChange()
    return toOutcome(payment)
  }

  function change(call: Call, payment: LedgerPayment) {
    const { status } = payment
    if (call === 'cancel' && (status === 'authorized' || status === 'asking'))
      move(payment, 'cancelled')
    if (call === 'capture' && status === 'authorized') capture(payment)
    if (call === 'refund' && status === 'captured') move(payment, 'refunded')
  }

  async function ask(actor: Actor, call: Call, attempt: PaymentAttempt): Promise<PaymentOutcome> {
    if (call === 'refund' || (call === 'cancel' && isSettled(attempt))) onReturn(call, attempt)
    if (call === 'capture') onCaptureAsked(attempt)
    const fate = faults.call()
    const name = [call, attempt.id] as const
    const giveUp = () =>
      scheduler.step(
        actor,
        ['no answer to', call],
        () => UNKNOWN,
        scheduler.now() + CALL_DEADLINE_MS,
      )
    const arriveLate = () => {
      void scheduler.step(
        faults.world,
        ['late', `${call} ${attempt.id}`],
        () => arrive(call, attempt),
        faults.late(),
      )
    }
    if (fate === 'request lost') return giveUp()
    if (fate === 'done late') {
      arriveLate()
      return giveUp()
    }
    const outcome = await scheduler.step(actor, name, () => arrive(call, attempt))
    if (fate === 'done twice') arriveLate()
    if (fate === 'answer lost') return giveUp()
    return scheduler.step(
      actor,
      ['answer to', call],
      () => (fate === 'answers crossed' ? anothers(attempt) : outcome),
      fate === 'slow' ? faults.soon() : scheduler.now(),
    )
  }

  function giveBack(payment: LedgerPayment) {
    if (isOpen(payment)) move(payment, 'cancelled')
    else if (payment.status === 'captured') move(payment, 'refunded')
    afterChange()
  }

  /** About a payment whose attempt need not be on record. */
  const tellOf = (
    actor: Actor,
    { attemptId }: PaymentReference,
    act: (payment: LedgerPayment) => void,
  ): Promise<EntryOutcome> =>
    scheduler.step(actor, ['is told of', attemptId], () => {
      const fate = faults.call()
      const payment = payments.get(attemptId)
      if (!payment) return { type: 'none' }
      if (fate !== 'request lost') act(payment)
      return fate === 'answered' ? { type: 'found', entry: toEntry(payment) } : { type: 'unknown' }
    })

  /** The answer to a question about somebody else's payment. */
  const anothers = ({ amount, currency }: PaymentAttempt): PaymentOutcome => ({
    type: random.pick(['authorized', 'captured']),
    paymentId: 'pay_att_other',
    payment: { attemptId: 'att_other', amount, currency },
  })

  return {
    payments,
    /** The bank's question is settled. */
    answer(attemptId: string, status: (typeof ANSWERS)[number]) {
      const payment = payments.get(attemptId)
      if (payment?.status !== 'asking') return
      decide(payment, status)
      afterChange()
    },
    connect: (actor: Actor): PaymentProvider => ({
      name: 'test',
      isAvailable: () => !faults.isProviderDown(),
      amountRule: () => ({ minimum: 1, maximum: 1_000_000, step: 1 }),
      authorize: (attempt) => ask(actor, 'authorize', attempt),
      capture: (attempt) => ask(actor, 'capture', attempt),
      cancel: (attempt) => ask(actor, 'cancel', attempt),
      refund: (attempt) => ask(actor, 'refund', attempt),
      refundPart: refundNothing,
      readCharge: readNothing,
      retrieve: (attempt) => ask(actor, 'retrieve', attempt),
      parseNotification: (rawBody) => {
        const [eventId = '', attemptId = ''] = new TextDecoder().decode(rawBody).split(' ')
        return Promise.resolve({ type: 'payment_changed', eventId, attemptId, paymentId: null })
      },
      findEntry: (reference) => tellOf(actor, reference, () => undefined),
      returnPayment: (reference) => tellOf(actor, reference, giveBack),
      async *listPayments() {
        for (const payment of payments.values()) yield toEntry(payment)
      },
      listActivity: async function* listNone() {},
    }),
  }
}
