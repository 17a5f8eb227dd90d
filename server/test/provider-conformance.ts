import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ids } from '../auth/random.ts'
import type { PaymentAttempt } from '../checkout/attempt.ts'
import type { LedgerEntry, NotificationHeaders, PaymentOutcome, PaymentProvider } from '../checkout/ports.ts'
import { anAttempt as anyAttempt } from './an-attempt.ts'

export type ConformanceCard = 'succeeds' | 'declined' | 'insufficient_funds' | 'challenge_succeeds' | 'challenge_declined'
export type ChangingCall = 'authorize' | 'capture' | 'cancel' | 'refund'
export type SignedNotification = { body: Uint8Array; headers: NotificationHeaders }

/** A provider under test; its calls are bounded as the service bounds them, so that none rejects. */
export type ProviderHarness = {
  provider: PaymentProvider
  paymentMethodFor(card: ConformanceCard): Promise<string>
  close(): Promise<void>
}

/** A provider whose buyer, network and notifications the test commands. */
export type CommandedHarness = ProviderHarness & {
  /** The buyer's answer to the bank's question at this address. */
  answerChallenge(attempt: PaymentAttempt, url: string, answer: 'complete' | 'fail'): Promise<void>
  /** The provider does what the next such call asks, and its answer is lost. */
  loseAnswer(call: ChangingCall): void
  /** The last thing that the provider has to say of the attempt, signed so long ago; `isForged`: with another secret. */
  notificationOf(attempt: PaymentAttempt, options?: { ageSeconds?: number; isForged?: boolean }): Promise<SignedNotification>
}

type Fields = Partial<PaymentAttempt> & { card?: ConformanceCard }

/** Calls a provider as the core does: what it learns of the payment's id is kept with the attempt. */
function openSuite<Harness extends ProviderHarness>(open: () => Promise<Harness>) {
  const startedAt = new Date()
  let opened: Harness | undefined
  const harness = () => {
    if (!opened) throw new Error('the harness is open inside of a test only')
    return opened
  }
  beforeAll(async () => { opened = await open() })
  afterAll(async () => { await opened?.close() })

  return {
    harness,
    startedAt,
    async anAttempt({ card = 'succeeds', ...fields }: Fields = {}): Promise<PaymentAttempt> {
      const { provider, paymentMethodFor } = harness()
      return {
        ...anyAttempt({ id: ids.attempt(), sessionId: ids.session(), storeId: ids.store(), provider: provider.name, amount: 2440 }),
        paymentMethod: await paymentMethodFor(card), ...fields,
      }
    },
    async call(name: ChangingCall | 'retrieve', attempt: PaymentAttempt): Promise<PaymentOutcome> {
      const outcome = await harness().provider[name](attempt)
      attempt.providerPaymentId = outcome.paymentId ?? attempt.providerPaymentId
      return outcome
    },
    async entriesOf({ id }: PaymentAttempt): Promise<LedgerEntry[]> {
      const entries: LedgerEntry[] = []
      for await (const entry of harness().provider.listPayments(startedAt)) if (entry.attemptId === id) entries.push(entry)
      return entries
    },
  }
}

const asAsked = ({ id, amount, currency }: PaymentAttempt) => ({ attemptId: id, amount, currency })

/** As a process knows the attempt that has not heard of the payment's id. */
const withoutId = (attempt: PaymentAttempt): PaymentAttempt => ({ ...attempt, providerPaymentId: null })

/** What every provider does with a payment. */
export function describePayments(name: string, open: () => Promise<ProviderHarness>) {
  describe(`A payment at ${name}`, () => {
    const { harness, anAttempt, call, entriesOf, startedAt } = openSuite(open)

    test('is authorised with the id, the amount and the currency of the attempt', async () => {
      const attempt = await anAttempt()
      const paymentId: unknown = expect.stringMatching(/^\w+$/)
      expect(await call('authorize', attempt)).toEqual({ type: 'authorized', paymentId, payment: asAsked(attempt) })
    })

    test('is authorised once, however often it is asked for', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      for (const again of [attempt, withoutId(attempt), withoutId(attempt)]) {
        expect(await call('authorize', again)).toEqual({ type: 'authorized', paymentId, payment: asAsked(attempt) })
      }
      expect(await entriesOf(attempt)).toMatchObject([{ paymentId, isOpen: true, captured: 0, refunded: 0 }])
    })

    test('is authorised once when it is asked for five times at the same moment', async () => {
      const attempt = await anAttempt()
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => call('authorize', { ...attempt })))
      for (const { type } of outcomes) expect(['authorized', 'unknown']).toContain(type)
      expect(await call('authorize', attempt)).toMatchObject({ type: 'authorized' })
      expect(await entriesOf(attempt)).toHaveLength(1)
    })

    test.each([['declined', 'card_declined'], ['insufficient_funds', 'insufficient_funds']] as const)(
      'of the card "%s" is declined with the reason %s, and stays so', async (card, code) => {
        const attempt = await anAttempt({ card })
        expect(await call('authorize', attempt)).toMatchObject({ type: 'declined', code })
        expect(await call('authorize', attempt)).toMatchObject({ type: 'declined', code })
        expect(await call('retrieve', attempt)).toMatchObject({ type: 'declined', code })
        for (const entry of await entriesOf(attempt)) expect(entry).toMatchObject({ isOpen: false, captured: 0 })
      })

    test.each(['pm_nobody_knows', 'ctoken_nobody_knows', 'nonsense'])('with the method %s is declined', async (paymentMethod) => {
      const attempt = await anAttempt({ paymentMethod })
      expect(await call('authorize', attempt)).toMatchObject({ type: 'declined', code: 'invalid_payment_method' })
      for (const entry of await entriesOf(attempt)) expect(entry).toMatchObject({ isOpen: false, captured: 0 })
    })

    test('is captured once, and captured again it says that it is', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      const captured = { type: 'captured', paymentId, payment: asAsked(attempt) }
      expect(await call('capture', attempt)).toEqual(captured)
      expect(await call('capture', attempt)).toEqual(captured)
      expect(await call('capture', withoutId(attempt))).toEqual(captured)
      expect(await call('authorize', withoutId(attempt))).toEqual(captured)
      expect(await entriesOf(attempt)).toMatchObject([{ captured: attempt.amount, refunded: 0, isOpen: false }])
    })

    test('is cancelled after it was authorised, and takes no money any more', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      for (const step of ['cancel', 'cancel', 'authorize', 'capture', 'retrieve'] as const) {
        expect(await call(step, attempt)).toEqual({ type: 'cancelled', paymentId })
      }
      expect(await call('cancel', withoutId(attempt))).toEqual({ type: 'cancelled', paymentId })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, refunded: 0, isOpen: false }])
    })

    test('that is cancelled before it was ever authorised reserves no money when that comes late', async () => {
      const attempt = await anAttempt()
      expect(await call('cancel', { ...attempt })).toMatchObject({ type: 'cancelled' })
      expect(await call('authorize', { ...attempt })).toMatchObject({ type: 'cancelled' })
      expect(await call('cancel', { ...attempt })).toMatchObject({ type: 'cancelled' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: false }])
    })

    test('is not cancelled after it was captured: it says that it is captured', async () => {
      const attempt = await anAttempt()
      await call('authorize', attempt)
      await call('capture', attempt)
      expect(await call('cancel', attempt)).toMatchObject({ type: 'captured', payment: asAsked(attempt) })
      expect(await call('cancel', withoutId(attempt))).toMatchObject({ type: 'captured', payment: asAsked(attempt) })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: attempt.amount, refunded: 0 }])
    })

    test('is given back whole and once', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      await call('capture', attempt)
      for (const step of ['refund', 'refund', 'retrieve', 'capture', 'cancel'] as const) {
        expect(await call(step, attempt)).toEqual({ type: 'refunded', paymentId })
      }
      expect(await call('refund', withoutId(attempt))).toEqual({ type: 'refunded', paymentId })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: attempt.amount, refunded: attempt.amount, isOpen: false }])
    })

    test('is not given back when it was only reserved', async () => {
      const attempt = await anAttempt()
      await call('authorize', attempt)
      expect(await call('refund', attempt)).toMatchObject({ type: 'authorized' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, refunded: 0, isOpen: true }])
    })

    test('is read without changing it', async () => {
      const attempt = await anAttempt()
      const authorized = await call('authorize', attempt)
      const entries = await entriesOf(attempt)
      expect(await call('retrieve', attempt)).toEqual(authorized)
      expect(await call('retrieve', attempt)).toEqual(authorized)
      expect(await entriesOf(attempt)).toEqual(entries)
      const captured = await call('capture', attempt)
      expect(await call('retrieve', attempt)).toEqual(captured)
    })

    test('asks the buyer at the same address however often, and takes no money before the answer', async () => {
      const attempt = await anAttempt({ card: 'challenge_succeeds' })
      const asked = await call('authorize', attempt)
      expect(asked).toMatchObject({ type: 'action_required', url: expect.stringMatching(/^https?:\/\//) })
      for (const step of ['authorize', 'retrieve', 'capture'] as const) expect(await call(step, attempt)).toEqual(asked)
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: true }])
      expect(await call('cancel', attempt)).toMatchObject({ type: 'cancelled' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: false }])
    })

    // ISK, UGX and MGA have other digits at Stripe than in ISO 4217; 12.34 KWD are 12,340 fils.
    test.each([
      ['JPY', 1990], ['KWD', 12_340], ['ISK', 1990], ['UGX', 50_000], ['MGA', 5_000_000], ['HUF', 123_456], ['TWD', 9950],
    ])(
      'in %s is the same amount in the outcomes and in the books', async (currency, amount) => {
        const attempt = await anAttempt({ currency, amount })
        expect(await call('authorize', attempt)).toMatchObject({ type: 'authorized', payment: asAsked(attempt) })
        expect(await call('capture', attempt)).toMatchObject({ type: 'captured', payment: asAsked(attempt) })
        expect(await call('refund', attempt)).toMatchObject({ type: 'refunded' })
        expect(await entriesOf(attempt)).toMatchObject([{ amount, currency, captured: amount, refunded: amount }])
      })

    test('stands in the books with its time, and not in those of later', async () => {
      const attempt = await anAttempt()
      await call('authorize', attempt)
      const [entry] = await entriesOf(attempt)
      // A provider may keep whole seconds.
      expect(entry?.createdAt.getTime()).toBeGreaterThan(startedAt.getTime() - 1000)
      const later = new Date(Date.now() + 60_000)
      for await (const { attemptId } of harness().provider.listPayments(later)) expect(attemptId).not.toBe(attempt.id)
    })
  })
}

/** What every provider does when answers are lost, when a buyer is asked, and when it notifies. */
export function describeEvents(name: string, open: () => Promise<CommandedHarness>) {
  describe(`A lost answer of ${name}`, () => {
    const { harness, anAttempt, call, entriesOf } = openSuite(open)
    const STEPS: ChangingCall[] = ['authorize', 'capture', 'refund']

    test.each([
      { lost: 'authorize', before: [], found: 'authorized' }, { lost: 'capture', before: ['authorize'], found: 'captured' },
      { lost: 'cancel', before: [], found: 'cancelled' }, { lost: 'cancel', before: ['authorize'], found: 'cancelled' },
      { lost: 'refund', before: ['authorize', 'capture'], found: 'refunded' },
    ] as const)('to $lost after $before.length steps is found by the same call', async ({ lost, before, found }) => {
      const attempt = await anAttempt()
      for (const step of before) await call(step, attempt)
      harness().loseAnswer(lost)
      expect(await call(lost, attempt)).toMatchObject({ type: 'unknown' })
      expect(await call(lost, withoutId(attempt))).toMatchObject({ type: found })
      expect(await entriesOf(attempt)).toMatchObject([{
        isOpen: found === 'authorized', captured: found === 'captured' || found === 'refunded' ? attempt.amount : 0,
        refunded: found === 'refunded' ? attempt.amount : 0,
      }])
    })

    test('to every step of a payment leaves one payment', async () => {
      const attempt = await anAttempt()
      for (const step of STEPS) {
        harness().loseAnswer(step)
        await call(step, attempt)
        await call(step, attempt)
      }
      expect(await entriesOf(attempt)).toMatchObject([{ captured: attempt.amount, refunded: attempt.amount }])
    })

    test('to an authorisation that is then given up reserves nothing', async () => {
      const attempt = await anAttempt()
      harness().loseAnswer('authorize')
      expect(await call('authorize', attempt)).toMatchObject({ type: 'unknown' })
      expect(await call('cancel', withoutId(attempt))).toMatchObject({ type: 'cancelled' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: false }])
    })
  })

  describe(`The bank's question at ${name}`, () => {
    const { harness, anAttempt, call, entriesOf } = openSuite(open)

    test.each([
      { card: 'challenge_succeeds', answer: 'complete', outcome: { type: 'authorized' } },
      { card: 'challenge_succeeds', answer: 'fail', outcome: { type: 'declined', code: 'authentication_failed' } },
      { card: 'challenge_declined', answer: 'complete', outcome: { type: 'declined', code: 'card_declined' } },
    ] as const)('answered with $answer on the card $card is $outcome.type', async ({ card, answer, outcome }) => {
      const attempt = await anAttempt({ card })
      const asked = await call('authorize', attempt)
      await harness().answerChallenge(attempt, asked.type === 'action_required' ? asked.url : '', answer)
      for (const step of ['retrieve', 'authorize'] as const) expect(await call(step, attempt)).toMatchObject(outcome)
      expect(await entriesOf(attempt)).toMatchObject([{ isOpen: outcome.type === 'authorized', captured: 0 }])
    })

    test('answered in time ends with the money taken', async () => {
      const attempt = await anAttempt({ card: 'challenge_succeeds' })
      const asked = await call('authorize', attempt)
      await harness().answerChallenge(attempt, asked.type === 'action_required' ? asked.url : '', 'complete')
      expect(await call('capture', attempt)).toMatchObject({ type: 'captured', payment: asAsked(attempt) })
    })
  })

  describe(`A notification of ${name}`, () => {
    const { harness, anAttempt, call } = openSuite(open)
    const parse = ({ body, headers }: SignedNotification) => harness().provider.parseNotification(body, headers)

    /** The buyer has answered the bank: that is what a provider always notifies of. */
    async function anAnsweredAttempt() {
      const attempt = await anAttempt({ card: 'challenge_succeeds' })
      const asked = await call('authorize', attempt)
      await harness().answerChallenge(attempt, asked.type === 'action_required' ? asked.url : '', 'complete')
      return attempt
    }

    test('says which attempt it is about, and a repeated one is the same event', async () => {
      const attempt = await anAnsweredAttempt()
      const first = await parse(await harness().notificationOf(attempt))
      expect(first).toEqual({ type: 'payment_changed', attemptId: attempt.id, eventId: expect.stringMatching(/^evt_\w+$/) })
      expect(await parse(await harness().notificationOf(attempt, { ageSeconds: 60 }))).toEqual(first)
    })

    test('is another event for another payment', async () => {
      const one = await parse(await harness().notificationOf(await anAnsweredAttempt()))
      const other = await parse(await harness().notificationOf(await anAnsweredAttempt()))
      expect('eventId' in one && 'eventId' in other && one.eventId !== other.eventId).toBe(true)
    })

    test('is forged when it is signed with another secret', async () => {
      const attempt = await anAnsweredAttempt()
      expect(await parse(await harness().notificationOf(attempt, { isForged: true }))).toEqual({ type: 'forged' })
    })

    test('is forged when one byte of its body is another', async () => {
      const { body, headers } = await harness().notificationOf(await anAnsweredAttempt())
      for (const position of [0, Math.floor(body.length / 2), body.length - 1]) {
        const changed = Uint8Array.from(body)
        changed[position] = (changed[position] ?? 0) ^ 1
        expect(await parse({ body: changed, headers })).toEqual({ type: 'forged' })
      }
      expect(await parse({ body: body.subarray(0, -1), headers })).toEqual({ type: 'forged' })
      expect(await parse({ body, headers })).toMatchObject({ type: 'payment_changed' })
    })

    test('is forged with the signature of another one, with a broken one and without', async () => {
      const one = await harness().notificationOf(await anAnsweredAttempt())
      const other = await harness().notificationOf(await anAnsweredAttempt())
      expect(await parse({ body: one.body, headers: other.headers })).toEqual({ type: 'forged' })
      expect(await parse({ body: one.body, headers: {} })).toEqual({ type: 'forged' })
      const broken = Object.fromEntries(Object.keys(one.headers).map((header) => [header, 't=1,v1=x']))
      expect(await parse({ body: one.body, headers: broken })).toEqual({ type: 'forged' })
    })

    test('is forged when it is older than 300 s', async () => {
      const attempt = await anAnsweredAttempt()
      expect(await parse(await harness().notificationOf(attempt, { ageSeconds: 290 }))).toMatchObject({ type: 'payment_changed' })
      expect(await parse(await harness().notificationOf(attempt, { ageSeconds: 302 }))).toEqual({ type: 'forged' })
    })
  })
}
