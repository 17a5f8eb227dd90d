import { describe, expect, test } from 'vitest'
import { ids } from '../../auth/random.ts'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { RefundOutcome } from '../../checkout/ports/refund-database.ts'
import { type ChangingCall, type CommandedHarness, asAsked, openSuite } from './provider-harness.ts'

/** What every provider does when a part of a payment is given back. */
export function describeRefunds(name: string, open: () => Promise<CommandedHarness>) {
  describe(`payments §7: A part of a payment at ${name}`, () => {
    const { harness, anAttempt, call, entriesOf } = openSuite(open)

    async function aCapturedAttempt(fields: Partial<PaymentAttempt> = {}) {
      const attempt = await anAttempt(fields)
      await call('authorize', attempt)
      expect(await call('capture', attempt)).toMatchObject({ type: 'captured' })
      return attempt
    }

    const refundPart = (
      attempt: PaymentAttempt,
      amount: number,
      refundId = ids.refund(),
    ): Promise<RefundOutcome> => harness().provider.refundPart({ ...attempt }, { refundId, amount })

    test('a part is given back once, however often asked for; the payment stays captured', async () => {
      const attempt = await aCapturedAttempt()
      const refundId = ids.refund()
      const first = await refundPart(attempt, 440, refundId)
      expect(first).toEqual({
        type: 'refunded',
        providerRefundId: expect.stringMatching(/^re_\w+$/),
      })
      for (let again = 0; again < 2; again += 1)
        expect(await refundPart(attempt, 440, refundId)).toEqual(first)
      expect(await call('retrieve', attempt)).toMatchObject({
        type: 'captured',
        payment: asAsked(attempt),
      })
      expect(await entriesOf(attempt)).toMatchObject([
        { captured: 2440, refunded: 440, isOpen: false },
      ])
    })

    test('a part is given back once when that is asked for five times at the same moment', async () => {
      const attempt = await aCapturedAttempt()
      const refundId = ids.refund()
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => refundPart(attempt, 440, refundId)),
      )
      for (const { type } of outcomes) expect(['refunded', 'unknown']).toContain(type)
      expect(await refundPart(attempt, 440, refundId)).toMatchObject({ type: 'refunded' })
      expect(await entriesOf(attempt)).toMatchObject([{ refunded: 440 }])
    })

    test('a part is one of several, until nothing is left: then the payment is refunded', async () => {
      const attempt = await aCapturedAttempt()
      for (const amount of [1000, 1000, 440])
        expect(await refundPart(attempt, amount)).toMatchObject({ type: 'refunded' })
      expect(await call('retrieve', attempt)).toMatchObject({ type: 'refunded' })
      expect(await refundPart(attempt, 1)).toMatchObject({
        type: 'failed',
        code: expect.stringMatching(/^\w+$/),
      })
      expect(await entriesOf(attempt)).toMatchObject([
        { captured: 2440, refunded: 2440, isOpen: false },
      ])
    })

    test('a part that is larger than what is left is not given back, and stays so', async () => {
      const attempt = await aCapturedAttempt()
      await refundPart(attempt, 2000)
      const refundId = ids.refund()
      for (let again = 0; again < 2; again += 1) {
        expect(await refundPart(attempt, 441, refundId)).toMatchObject({
          type: 'failed',
          code: expect.stringMatching(/^\w+$/),
        })
      }
      expect(await entriesOf(attempt)).toMatchObject([{ refunded: 2000 }])
    })

    test('parts never add up to more than was taken when many are asked for at once', async () => {
      const attempt = await aCapturedAttempt()
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => refundPart(attempt, 500)))
      expect(outcomes.filter(({ type }) => type === 'refunded')).toHaveLength(4)
      expect(await entriesOf(attempt)).toMatchObject([{ refunded: 2000 }])
    })

    test.each([['authorize'], ['authorize', 'cancel']] as const)(
      'a part is not given back after %s: nothing was taken',
      async (...steps) => {
        const attempt = await anAttempt()
        for (const step of steps) await call(step, attempt)
        expect(await refundPart(attempt, 440)).toMatchObject({ type: 'failed' })
        for (const entry of await entriesOf(attempt))
          expect(entry).toMatchObject({ captured: 0, refunded: 0 })
      },
    )

    test('nothing is given back of a disputed payment, lost or not, before that is won', async () => {
      const attempt = await aCapturedAttempt()
      const { provider, dispute } = harness()
      const disputed = { amount: 440, reason: 'fraudulent' }
      for (const state of ['needs_response', 'under_review', 'lost'] as const) {
        await dispute(attempt, { ...disputed, state })
        expect(await refundPart(attempt, 1)).toMatchObject({
          type: 'failed',
          code: 'charge_disputed',
        })
        expect(await provider.refund({ ...attempt })).toMatchObject({ type: 'captured' })
      }
      expect(await entriesOf(attempt)).toMatchObject([{ refunded: 0, chargedBack: 440 }])
      await dispute(attempt, { ...disputed, state: 'won' })
      expect(await refundPart(attempt, 440)).toMatchObject({ type: 'refunded' })
    })

    test('a payment that was charged back as a whole has nothing left to be given back', async () => {
      const attempt = await aCapturedAttempt()
      await refundPart(attempt, 440)
      await harness().dispute(attempt, { amount: 2000, reason: 'fraudulent', state: 'lost' })
      expect(await call('retrieve', attempt)).toMatchObject({ type: 'refunded' })
    })

    test('a part whose answer is lost is found by the same call', async () => {
      const attempt = await aCapturedAttempt()
      const refundId = ids.refund()
      harness().loseAnswer('refund')
      expect(await refundPart(attempt, 440, refundId)).toEqual({ type: 'unknown' })
      expect(await refundPart(attempt, 440, refundId)).toMatchObject({ type: 'refunded' })
      expect(await entriesOf(attempt)).toMatchObject([{ refunded: 440 }])
    })

    test.each([
      ['JPY', 1990, 990],
      ['KWD', 12_340, 340],
      ['ISK', 1990, 1],
      ['MGA', 5_000_000, 100],
      ['HUF', 123_456, 56],
    ])('a part in %s of %i is the same amount in the books', async (currency, amount, part) => {
      const attempt = await aCapturedAttempt({ currency, amount })
      expect(await refundPart(attempt, part)).toMatchObject({ type: 'refunded' })
      expect(await entriesOf(attempt)).toMatchObject([
        { currency, captured: amount, refunded: part },
      ])
    })
  })

  describe(`payments §8: A payment at ${name} whose attempt the record has lost`, () => {
    const { harness, anAttempt, call, entriesOf } = openSuite(open)

    async function aLost(steps: readonly ChangingCall[]) {
      const attempt = await anAttempt()
      for (const step of steps) await call(step, attempt)
      return { attempt, reference: { attemptId: attempt.id, paymentId: attempt.providerPaymentId } }
    }

    test.each([
      { steps: ['authorize'], before: { isOpen: true, captured: 0, refunded: 0 }, refunded: 0 },
      {
        steps: ['authorize', 'capture'],
        before: { isOpen: false, captured: 2440, refunded: 0 },
        refunded: 2440,
      },
    ] as const)(
      'a payment that the record lost is given back after $steps, once',
      async ({ steps, before, refunded }) => {
        const { attempt, reference } = await aLost(steps)
        const entry = {
          ...before,
          attemptId: attempt.id,
          sessionId: attempt.sessionId,
          storeId: attempt.storeId,
          namesUs: true,
          amount: 2440,
          currency: 'EUR',
        }
        expect(await harness().provider.findEntry(reference)).toMatchObject({
          type: 'found',
          entry,
        })
        const returned = { type: 'found', entry: { ...entry, isOpen: false, refunded } }
        for (let again = 0; again < 2; again += 1)
          expect(await harness().provider.returnPayment(reference)).toMatchObject(returned)
        expect(await entriesOf(attempt)).toMatchObject([returned.entry])
      },
    )

    test('a lost payment is given back although the answer was lost, and only what is left', async () => {
      const { attempt, reference } = await aLost(['authorize', 'capture'])
      const part = { refundId: ids.refund(), amount: 440 }
      await harness().provider.refundPart({ ...attempt }, part)
      harness().loseAnswer('refund')
      expect(await harness().provider.returnPayment(reference)).toEqual({ type: 'unknown' })
      expect(await harness().provider.returnPayment(reference)).toMatchObject({
        entry: { captured: 2440, refunded: 2440 },
      })
    })

    test('a disputed lost payment is not given back, and says so; it is once that is won', async () => {
      const { attempt, reference } = await aLost(['authorize', 'capture'])
      const { provider, dispute } = harness()
      await dispute(attempt, { amount: 2440, reason: 'fraudulent', state: 'needs_response' })
      expect(await provider.returnPayment(reference)).toMatchObject({
        refusal: 'charge_disputed',
        entry: { captured: 2440, refunded: 0, chargedBack: 0 },
      })
      await dispute(attempt, { amount: 2440, reason: 'fraudulent', state: 'won' })
      const returned = await provider.returnPayment(reference)
      expect(returned).toMatchObject({ entry: { refunded: 2440, chargedBack: 0 } })
      expect(returned).not.toHaveProperty('refusal')
    })

    test('a lost payment is charged back once its dispute is lost, and given back no more', async () => {
      const { attempt, reference } = await aLost(['authorize', 'capture'])
      const { provider, dispute } = harness()
      for (const state of ['needs_response', 'lost'] as const)
        await dispute(attempt, { amount: 2440, reason: 'fraudulent', state })
      const entry = { captured: 2440, refunded: 0, chargedBack: 2440 }
      expect(await provider.findEntry(reference)).toMatchObject({ entry })
      expect(await provider.returnPayment(reference)).toMatchObject({ entry })
      expect(await entriesOf(attempt)).toMatchObject([entry])
    })

    test('a lost payment is none when it is not there, or not of that attempt', async () => {
      const { reference } = await aLost(['authorize', 'capture'])
      const others = { attemptId: ids.attempt(), paymentId: reference.paymentId }
      for (const lookUp of ['findEntry', 'returnPayment'] as const) {
        expect(await harness().provider[lookUp](others)).toEqual({ type: 'none' })
        expect(await harness().provider[lookUp]({ attemptId: 'att_x', paymentId: 'pi_x' })).toEqual(
          { type: 'none' },
        )
      }
      expect(await harness().provider.findEntry(reference)).toMatchObject({
        entry: { captured: 2440, refunded: 0 },
      })
    })
  })
}
