import { afterAll, beforeAll } from 'vitest'
import { ids } from '../../auth/random.ts'
import type { DisputeState } from '../../checkout/refunds/dispute.ts'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type {
  LedgerEntry,
  NotificationHeaders,
  PaymentOutcome,
  PaymentProvider,
} from '../../checkout/ports/provider.ts'
import { anAttempt as anyAttempt } from './an-attempt.ts'

export type ConformanceCard =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'challenge_succeeds'
  | 'challenge_declined'
export type ChangingCall = 'authorize' | 'capture' | 'cancel' | 'refund'
export type SignedNotification = { body: Uint8Array; headers: NotificationHeaders }

/** A provider whose calls are bounded as in the service, so that none rejects. */
export type ProviderHarness = {
  provider: PaymentProvider
  paymentMethodFor(card: ConformanceCard): Promise<string>
  close(): Promise<void>
}

type DisputeFacts = { amount: number; reason: string; state: DisputeState }

/** A provider for which the test plays the buyer, the network and the notifications. */
export type CommandedHarness = ProviderHarness & {
  /** Answers the bank's question at this address. */
  answerChallenge(attempt: PaymentAttempt, url: string, answer: 'complete' | 'fail'): Promise<void>
  /** The next such call is carried out, and its answer is lost. */
  loseAnswer(call: ChangingCall): void
  /** The latest event of the attempt, signed so long ago. `isForged`: with another secret. */
  notificationOf(
    attempt: PaymentAttempt,
    options?: { ageSeconds?: number; isForged?: boolean },
  ): Promise<SignedNotification>
  /** The same, for providers that name only the payment. */
  lastNotificationOf(attempt: PaymentAttempt): SignedNotification
  /** Refunds as a merchant does in the provider's dashboard; in the minor unit. */
  refundByProvider(attempt: PaymentAttempt, amount: number): Promise<void>
  /** The newest successful refund fails later. */
  failLastRefund(attempt: PaymentAttempt, code: string): Promise<void>
  /** Opens a dispute of the payment, or changes the one it has. */
  dispute(attempt: PaymentAttempt, dispute: DisputeFacts): Promise<void>
}

/** `pays`: the card behind the payment method. */
type Fields = Partial<PaymentAttempt> & { pays?: ConformanceCard }

/** Calls a provider as the core does, and keeps the payment's id with the attempt. */
export function openSuite<Harness extends ProviderHarness>(open: () => Promise<Harness>) {
  const startedAt = new Date()
  let opened: Harness | undefined
  const harness = () => {
    if (!opened) throw new Error('the harness is open inside of a test only')
    return opened
  }
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    await opened?.close()
  })

  return {
    harness,
    startedAt,
    async anAttempt({ pays = 'succeeds', ...fields }: Fields = {}): Promise<PaymentAttempt> {
      const { provider, paymentMethodFor } = harness()
      return {
        ...anyAttempt({
          id: ids.attempt(),
          sessionId: ids.session(ids.store()),
          storeId: ids.store(),
          provider: provider.name,
          amount: 2440,
        }),
        paymentMethod: await paymentMethodFor(pays),
        ...fields,
      }
    },
    async call(name: ChangingCall | 'retrieve', attempt: PaymentAttempt): Promise<PaymentOutcome> {
      const outcome = await harness().provider[name](attempt)
      attempt.providerPaymentId = outcome.paymentId ?? attempt.providerPaymentId
      return outcome
    },
    async entriesOf({ id }: PaymentAttempt): Promise<LedgerEntry[]> {
      const entries: LedgerEntry[] = []
      for await (const entry of harness().provider.listPayments(startedAt))
        if (entry.attemptId === id) entries.push(entry)
      return entries
    },
  }
}

export const asAsked = ({ id, amount, currency }: PaymentAttempt, last4 = '4242') => ({
  attemptId: id,
  amount,
  currency,
  card: { brand: 'Visa', last4 },
})

/** The attempt as a process knows it before it has the payment's id. */
export const withoutId = (attempt: PaymentAttempt): PaymentAttempt => ({
  ...attempt,
  providerPaymentId: null,
})
