import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { PaymentOutcome, PaymentProvider } from '../../checkout/ports.ts'
import type { Faults } from './faults.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** What the bank does with a card. `lies`: its payment is not the one that was asked for. */
export const CARDS = [
  'pays', 'pays', 'declined', 'asks', 'asks', 'slow', 'capture_refused', 'lapses', 'captures_at_once',
  'lies_amount', 'lies_currency', 'lies_attempt', 'lies_on_capture', 'lies_and_captures',
] as const
type Card = typeof CARDS[number]

export type LedgerPayment = {
  attemptId: string; sessionId: string; amount: number; currency: string
  /** What it says of whose payment it is. */
  claims: { attemptId: string; amount: number; currency: string }
  status: 'asking' | 'authorized' | 'captured' | 'cancelled' | 'declined'
  card: Card | 'cancelled'
  visibleAt: number
}

type Call = 'authorize' | 'capture' | 'cancel' | 'retrieve'

const UNKNOWN: PaymentOutcome = { type: 'unknown' }

/** After so long a caller gives up. */
const CALL_DEADLINE_MS = 5_000
const SLOW_BANK_MS = 20_000

export const isHonest = ({ claims, attemptId, amount, currency }: LedgerPayment) =>
  claims.attemptId === attemptId && claims.amount === amount && claims.currency === currency

const cardOf = (attempt: PaymentAttempt): Card => CARDS.find((card) => attempt.paymentMethod === `pm_${card}`) ?? 'declined'

const LIES: Partial<Record<Card, (truth: LedgerPayment['claims']) => LedgerPayment['claims']>> = {
  lies_amount: (truth) => ({ ...truth, amount: truth.amount - 1 }),
  lies_and_captures: (truth) => ({ ...truth, amount: truth.amount + 1 }),
  lies_currency: (truth) => ({ ...truth, currency: 'JPY' }),
  lies_attempt: (truth) => ({ ...truth, attemptId: 'att_other' }),
}

const FIRST_STATUS: Partial<Record<Card, LedgerPayment['status']>> = {
  declined: 'declined', asks: 'asking', captures_at_once: 'captured', lies_and_captures: 'captured',
}

type Options = {
  scheduler: Scheduler; faults: Faults
  /** Hears of money that is taken, before it is. */
  onCapture(payment: LedgerPayment): void
  afterChange(): void
}

/** A bank with books of its own. Whatever it is asked, it does once per attempt, even when the request comes late or twice. */
export function createBank({ scheduler, faults, onCapture, afterChange }: Options) {
  const payments = new Map<string, LedgerPayment>()

  function insertOnce({ id, sessionId, amount, currency }: PaymentAttempt, card: LedgerPayment['card']) {
    const existing = payments.get(id)
    if (existing) return existing
    const truth = { attemptId: id, amount, currency }
    const payment: LedgerPayment = {
      ...truth, sessionId, card, claims: card === 'cancelled' ? truth : LIES[card]?.(truth) ?? truth,
      status: card === 'cancelled' ? 'cancelled' : FIRST_STATUS[card] ?? 'authorized',
      visibleAt: scheduler.now() + (card === 'slow' ? SLOW_BANK_MS : 0),
    }
    payments.set(id, payment)
    if (payment.status === 'captured') onCapture(payment)
    return payment
  }

  function capture(payment: LedgerPayment) {
    if (payment.card === 'capture_refused') payment.status = 'declined'
    else if (payment.card === 'lapses') payment.status = 'cancelled'
    else {
      if (payment.card === 'lies_on_capture') payment.claims = { ...payment.claims, amount: payment.claims.amount * 2 }
      onCapture(payment)
      payment.status = 'captured'
    }
  }

  function toOutcome(payment: LedgerPayment | undefined): PaymentOutcome {
    if (!payment || payment.visibleAt > scheduler.now()) return UNKNOWN
    const { status, claims } = payment
    switch (status) {
      case 'authorized':
      case 'captured': return { type: status, payment: claims }
      case 'asking': return { type: 'action_required', url: `https://bank.example/${payment.attemptId}` }
      case 'cancelled': return { type: 'cancelled' }
      case 'declined': return { type: 'declined', code: 'card_declined' }
    }
  }

  /** What a request does when it arrives, and what the answer to it is. */
  function arrive(call: Call, attempt: PaymentAttempt): PaymentOutcome {
    if (call === 'authorize') insertOnce(attempt, cardOf(attempt))
    if (call === 'cancel') insertOnce(attempt, 'cancelled')
    const payment = payments.get(attempt.id)
    if (call === 'cancel' && (payment?.status === 'authorized' || payment?.status === 'asking')) payment.status = 'cancelled'
    if (call === 'capture' && payment?.status === 'authorized') capture(payment)
    afterChange()
    return toOutcome(payment)
  }

  async function ask(actor: Actor, call: Call, attempt: PaymentAttempt): Promise<PaymentOutcome> {
    const fate = faults.call()
    const name = [call, attempt.id] as const
    const giveUp = () => scheduler.step(actor, ['no answer to', call], () => UNKNOWN, scheduler.now() + CALL_DEADLINE_MS)
    const arriveLate = () => {
      void scheduler.step(faults.world, ['late', `${call} ${attempt.id}`], () => arrive(call, attempt), faults.late())
    }
    if (fate === 'request lost') return giveUp()
    if (fate === 'done late') {
      arriveLate()
      return giveUp()
    }
    const outcome = await scheduler.step(actor, name, () => arrive(call, attempt))
    if (fate === 'done twice') arriveLate()
    if (fate === 'answer lost') return giveUp()
    return scheduler.step(actor, ['answer to', call], () => outcome, fate === 'slow' ? faults.soon() : scheduler.now())
  }

  return {
    payments,
    /** The buyer's answer to the bank's question. */
    answer(attemptId: string, status: 'authorized' | 'declined') {
      const payment = payments.get(attemptId)
      if (payment?.status === 'asking') payment.status = status
    },
    connect: (actor: Actor): PaymentProvider => ({
      name: 'test',
      authorize: (attempt) => ask(actor, 'authorize', attempt),
      capture: (attempt) => ask(actor, 'capture', attempt),
      cancel: (attempt) => ask(actor, 'cancel', attempt),
      retrieve: (attempt) => ask(actor, 'retrieve', attempt),
    }),
  }
}
