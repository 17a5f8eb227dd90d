import { type PaymentAttempt, isSettled } from '../../server/checkout/payments/attempt.ts'
import type {
  EntryOutcome,
  PaymentOutcome,
  PaymentProvider,
  PaymentReference,
  UnknownPayment,
} from '../../server/checkout/ports/provider.ts'
import type { RefundPart } from '../../server/checkout/ports/refund-database.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import {
  FIRST_STATUS,
  LIES,
  type LedgerPayment,
  type PaymentStatus,
  cardOf,
  isOpen,
  toEntry,
} from './bank-payment.ts'
import { chargedBackOf, createDisputeDesk, isInDispute } from './bank-disputes.ts'
import { UNKNOWN_REFUND, UNREAD, createRefundDesk, readRefunds } from './bank-refunds.ts'
import type { Faults } from './faults.ts'
import { createNetwork } from './model-network.ts'
import type { Random } from './seeded-random.ts'
import type { Actor, Scheduler } from './scheduler.ts'

export type Call = 'authorize' | 'capture' | 'cancel' | 'refund' | 'retrieve'

const UNKNOWN: PaymentOutcome = { type: 'unknown' }

const SLOW_BANK_MS = 20_000

/** How long a bank keeps money at most: longer than any session can be paid. */
const KEPT_MS = 600_000

/** What comes of a question: the buyer's answer, or the bank goes further than it was asked to. */
export const ANSWERS = ['authorized', 'authorized', 'declined', 'captured', 'cancelled'] as const
export type BankAnswer = (typeof ANSWERS)[number]

export type BankOptions = {
  name: ProviderName
  /** The books of all banks, by attempt. */
  payments: Map<string, LedgerPayment>
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** Called with each attempt that the bank is asked about. */
  onAsk(bank: ProviderName, attempt: PaymentAttempt): void
  /** Called before money is taken: at our request, or by the bank's own decision. */
  onCapture(payment: LedgerPayment, by: 'us' | 'bank'): void
  /** Called when we mean to give money up or back. */
  onReturn(call: Call, attempt: PaymentAttempt): void
  /** Called when we ask for money. */
  onCaptureAsked(attempt: PaymentAttempt): void
  /** Called before a part of the money is given back. */
  onGiveBack(payment: LedgerPayment, part: RefundPart): void
  afterChange(): void
  /** Called when the bank keeps money for now. */
  onKept(): void
  /** Notifies of the payment. `isOfCharge`: with the bank's own id only. */
  notify(payment: LedgerPayment, options?: { isOfCharge?: boolean }): void
  /** Whether a dispute may take longer than any payment. */
  mayTakeLong(): boolean
}

export type Bank = ReturnType<typeof createBank>

/** A bank with its own books. It does each request once, even when it comes twice. */
export function createBank({
  name,
  payments,
  random,
  scheduler,
  faults,
  onAsk,
  onCapture,
  onReturn,
  onCaptureAsked,
  onGiveBack,
  afterChange,
  onKept,
  notify,
  mayTakeLong,
}: BankOptions) {
  const request = createNetwork({ scheduler, faults })
  const refundDesk = createRefundDesk({
    random,
    scheduler,
    faults,
    onGiveBack,
    afterChange,
    notify,
  })
  const disputeDesk = createDisputeDesk({
    random,
    scheduler,
    faults,
    mayTakeLong,
    afterChange,
    notify: (payment) => notify(payment, { isOfCharge: name === 'stripe' }),
  })
  let count = 0

  const find = (attemptId: string) => {
    const payment = payments.get(attemptId)
    return payment?.bank === name ? payment : undefined
  }

  function findByOwnId(paymentId: string) {
    for (const payment of payments.values())
      if (payment.bank === name && payment.paymentId === paymentId) return payment
    return undefined
  }

  function move(payment: LedgerPayment, status: PaymentStatus) {
    const { attemptId } = payment
    if (status === 'captured') payment.captured = payment.claims.amount
    if (status === 'captured' && payment.card === 'elsewhere')
      payment.claims = { ...payment.claims, takenAt: new Date(scheduler.now()) }
    if (status === 'refunded') payment.refunded = payment.captured - chargedBackOf(payment)
    payment.status = status
    if (status === 'captured') actUnasked(payment)
    const isNews = payment.isWordBroken || FIRST_STATUS[payment.card] === 'asking'
    if (isNews || random.chance(0.2)) notify(payment)
    if ((status === 'cancelled' || status === 'declined') && faults.brokenWord()) {
      void scheduler.step(
        faults.world,
        ['breaks its word on', attemptId],
        () => breakWord(payment),
        faults.late(),
      )
    }
  }

  /** The bank acts on its own, perhaps before the order is written. */
  function actUnasked(payment: LedgerPayment) {
    if (faults.isOver() || random.chance(0.75)) return
    const isDisputed = random.chance(0.5)
    void scheduler.step(
      faults.world,
      [isDisputed ? 'disputes' : 'gives back early', payment.attemptId],
      () => {
        if (isDisputed) disputeDesk.open(payment)
        else refundDesk.giveBackByHand(payment, { isFinal: true })
      },
      random.chance(0.5) ? scheduler.now() + 1 : faults.soon(),
    )
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
    if (find(id)) return
    const truth = { attemptId: id, amount, currency }
    const payment: LedgerPayment = {
      ...truth,
      bank: name,
      paymentId: `pay_${(count += 1)}`,
      sessionId,
      card,
      claims: card === 'cancelled' ? truth : (LIES[card]?.(truth) ?? truth),
      status: 'authorized',
      visibleAt: scheduler.now() + (card === 'slow' ? SLOW_BANK_MS : 0),
      captured: 0,
      refunded: 0,
      refunds: new Map(),
      disputes: [],
      isWordBroken: false,
    }
    payments.set(id, payment)
    decide(payment, FIRST_STATUS[card] ?? 'authorized')
  }

  /** The bank's own decision. */
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
    const { status, claims, attemptId, paymentId } = payment
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

  /** What a request does when it arrives; returns the answer. */
  function arrive(call: Call, attempt: PaymentAttempt): PaymentOutcome {
    if (call === 'authorize') insertOnce(attempt, cardOf(attempt))
    if (call === 'cancel') insertOnce(attempt, 'cancelled')
    const payment = find(attempt.id)
    if (payment) change(call, payment)
    afterChange()
    return toOutcome(payment)
  }

  function change(call: Call, payment: LedgerPayment) {
    const { status } = payment
    if (call === 'cancel' && (status === 'authorized' || status === 'asking'))
      move(payment, 'cancelled')
    if (call === 'capture' && status === 'authorized') capture(payment)
    if (call === 'refund' && status === 'captured' && !isInDispute(payment) && !isKept(payment))
      move(payment, 'refunded')
  }

  /** Sometimes the account has less in it than is to be given back. */
  function isKept(payment: LedgerPayment) {
    const now = scheduler.now()
    payment.keptUntil ??= random.chance(0.2) && !faults.isOver() ? now + random.below(KEPT_MS) : now
    if (now >= payment.keptUntil) return false
    onKept()
    return true
  }

  function ask(actor: Actor, call: Call, attempt: PaymentAttempt): Promise<PaymentOutcome> {
    onAsk(name, attempt)
    if (call === 'refund' || (call === 'cancel' && isSettled(attempt))) onReturn(call, attempt)
    if (call === 'capture') onCaptureAsked(attempt)
    return request(actor, {
      label: [call, attempt.id],
      arrive: () => arrive(call, attempt),
      silence: UNKNOWN,
      crossed: () => anothers(attempt),
    })
  }

  function giveBack(payment: LedgerPayment) {
    if (isOpen(payment)) move(payment, 'cancelled')
    else if (payment.status === 'captured' && isInDispute(payment)) return 'charge_disputed'
    else if (payment.status === 'captured') move(payment, 'refunded')
    afterChange()
    return undefined
  }

  /** Answers about a payment whose attempt need not be on record. */
  const notifyOf = (
    actor: Actor,
    { attemptId, paymentId }: PaymentReference | UnknownPayment,
    act: (payment: LedgerPayment) => string | undefined,
  ): Promise<EntryOutcome> =>
    scheduler.step(actor, ['is told of', attemptId ?? paymentId], () => {
      const fate = faults.call()
      const payment = attemptId === null ? findByOwnId(paymentId) : find(attemptId)
      if (!payment || (paymentId ?? payment.paymentId) !== payment.paymentId)
        return { type: 'none' }
      const refusal = fate === 'request lost' ? undefined : act(payment)
      if (fate !== 'answered') return { type: 'unknown' }
      const found = { type: 'found' as const, entry: toEntry(payment) }
      return refusal === undefined ? found : { ...found, refusal }
    })

  /** The answer to a question about another payment. */
  const anothers = ({ amount, currency }: PaymentAttempt): PaymentOutcome => ({
    type: random.pick(['authorized', 'captured']),
    paymentId: 'pay_other',
    payment: { attemptId: 'att_other', amount, currency },
  })

  return {
    name,
    /** Settles the bank's question. */
    answer(attemptId: string, status: BankAnswer) {
      const payment = find(attemptId)
      if (payment?.status !== 'asking') return
      const takesAtOnce = payment.card === 'elsewhere' && status === 'authorized'
      decide(payment, takesAtOnce ? 'captured' : status)
      afterChange()
    },
    dispute(attemptId: string) {
      const payment = find(attemptId)
      if (payment) disputeDesk.open(payment)
    },
    giveBackByHand(attemptId: string) {
      const payment = find(attemptId)
      if (payment) refundDesk.giveBackByHand(payment)
    },
    connect: (actor: Actor): PaymentProvider => ({
      name,
      takesRedirects: true,
      isAvailable: () => !faults.isProviderDown(),
      amountRule: () => ({ minimum: 1, maximum: 1_000_000, step: 1 }),
      authorize: (attempt) => ask(actor, 'authorize', attempt),
      capture: (attempt) => ask(actor, 'capture', attempt),
      cancel: (attempt) => ask(actor, 'cancel', attempt),
      refund: (attempt) => ask(actor, 'refund', attempt),
      refundPart: (attempt, part) => {
        onAsk(name, attempt)
        return request(actor, {
          label: ['gives back', part.refundId],
          arrive: () => refundDesk.giveBack(find(attempt.id), part),
          silence: UNKNOWN_REFUND,
          crossed: () => UNKNOWN_REFUND,
        })
      },
      readCharge: (attempt) => {
        onAsk(name, attempt)
        return request(actor, {
          label: ['reads', attempt.id],
          arrive: () => readRefunds(find(attempt.id)),
          silence: UNREAD,
          crossed: () => UNREAD,
        })
      },
      retrieve: (attempt) => ask(actor, 'retrieve', attempt),
      parseNotification: (rawBody) => {
        const [sender, eventId = '', attemptId = '', isOfCharge] = new TextDecoder()
          .decode(rawBody)
          .split(' ')
        if (sender !== name) return Promise.resolve({ type: 'forged' })
        const paymentId = find(attemptId)?.paymentId ?? null
        if (isOfCharge && paymentId !== null)
          return Promise.resolve({ type: 'charge_changed', eventId, paymentId })
        return Promise.resolve({ type: 'payment_changed', eventId, attemptId, paymentId })
      },
      findEntry: (reference) => notifyOf(actor, reference, () => undefined),
      returnPayment: (reference) => notifyOf(actor, reference, giveBack),
      async *listPayments() {
        for (const payment of payments.values()) if (payment.bank === name) yield toEntry(payment)
      },
      async *listActivity() {
        for (const payment of payments.values())
          if (payment.bank === name && payment.refunds.size + payment.disputes.length > 0)
            yield payment.paymentId
      },
    }),
  }
}
