import { describe, expect, test } from 'vitest'
import { ids } from '../../auth/random.ts'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { ChargeReading } from '../../checkout/ports/provider.ts'
import { type CommandedHarness, openSuite } from './provider-harness.ts'

/** What every provider tells of a captured payment's money. */
export function describeCharges(name: string, open: () => Promise<CommandedHarness>) {
  describe(`payments §8: The charge of a payment at ${name}`, () => {
    const { harness, startedAt, anAttempt, call } = openSuite(open)

    async function aCapturedAttempt(fields: Partial<PaymentAttempt> = {}) {
      const attempt = await anAttempt(fields)
      await call('authorize', attempt)
      expect(await call('capture', attempt)).toMatchObject({ type: 'captured' })
      return attempt
    }

    const read = (attempt: PaymentAttempt): Promise<ChargeReading> =>
      harness().provider.readCharge({ ...attempt })

    async function activity(since = startedAt) {
      const paymentIds: string[] = []
      for await (const id of harness().provider.listActivity(since)) paymentIds.push(id)
      return paymentIds
    }

    test('a charge has neither refunds nor disputes at first', async () => {
      const attempt = await aCapturedAttempt()
      expect(await read(attempt)).toEqual({
        type: 'read',
        captured: 2440,
        refunds: [],
        disputes: [],
      })
      expect(await activity()).not.toContain(attempt.providerPaymentId)
    })

    test('a charge has our refunds by our ids, the provider’s without one, oldest first', async () => {
      const attempt = await aCapturedAttempt()
      const refundId = ids.refund()
      const { provider, refundByProvider } = harness()
      const ours = await provider.refundPart(attempt, { refundId, amount: 440 })
      await refundByProvider(attempt, 300)
      expect(await read(attempt)).toMatchObject({
        refunds: [
          {
            refundId,
            providerRefundId: 'providerRefundId' in ours && ours.providerRefundId,
            amount: 440,
            state: 'succeeded',
            failureCode: null,
          },
          { refundId: null, providerRefundId: expect.stringMatching(/^re_\w+$/), amount: 300 },
        ],
      })
      expect(await activity()).toContain(attempt.providerPaymentId)
    })

    test('a charge says that a refund failed after it succeeded; its money can go back anew', async () => {
      const attempt = await aCapturedAttempt()
      const { provider, failLastRefund } = harness()
      const refundId = ids.refund()
      await provider.refundPart(attempt, { refundId, amount: 2440 })
      await failLastRefund(attempt, 'lost_or_stolen_card')
      expect(await read(attempt)).toMatchObject({
        refunds: [{ refundId, amount: 2440, state: 'failed', failureCode: 'lost_or_stolen_card' }],
      })
      expect(await read(attempt)).toMatchObject({ captured: 2440 })
      expect(await call('retrieve', attempt)).toMatchObject({ type: 'captured' })
      expect(
        await provider.refundPart(attempt, { refundId: ids.refund(), amount: 2440 }),
      ).toMatchObject({ type: 'refunded' })
    })

    test('a charge has a dispute with its amount, reason, due date, and then its outcome', async () => {
      const attempt = await aCapturedAttempt()
      const { dispute } = harness()
      await dispute(attempt, { amount: 2000, reason: 'fraudulent', state: 'needs_response' })
      const opened = { amount: 2000, currency: 'EUR', reason: 'fraudulent' }
      const reading = await read(attempt)
      expect(reading).toMatchObject({
        disputes: [{ ...opened, state: 'needs_response', dueAt: expect.any(Date) }],
      })
      const [first] = reading.type === 'read' ? reading.disputes : []
      expect(first?.dueAt?.getTime()).toBeGreaterThan(Date.now())
      for (const state of ['under_review', 'lost', 'won'] as const) {
        await dispute(attempt, { amount: 2000, reason: 'fraudulent', state })
        expect(await read(attempt)).toMatchObject({
          disputes: [{ ...opened, providerDisputeId: first?.providerDisputeId, state }],
        })
      }
      expect(await read(attempt)).toMatchObject({ disputes: [{ dueAt: null }] })
    })

    test.each(['refund', 'failure', 'dispute'] as const)(
      'a charge is told of by a notification that names the payment: %s',
      async (kind) => {
        const attempt = await aCapturedAttempt()
        const { provider, refundByProvider, failLastRefund, dispute, lastNotificationOf } =
          harness()
        if (kind !== 'dispute') await refundByProvider(attempt, 300)
        if (kind === 'failure') await failLastRefund(attempt, 'declined')
        if (kind === 'dispute')
          await dispute(attempt, { amount: 300, reason: 'fraudulent', state: 'needs_response' })
        const { body, headers } = lastNotificationOf(attempt)
        const { type, ...named } = await provider.parseNotification(body, headers)
        expect(type).toMatch(/^(payment|charge)_changed$/)
        expect(Object.values(named)).toContain(
          type === 'payment_changed' ? attempt.id : attempt.providerPaymentId,
        )
        expect(await activity()).toContain(attempt.providerPaymentId)
      },
    )

    test('a charge has no activity since a moment behind its last change', async () => {
      const attempt = await aCapturedAttempt()
      await harness().refundByProvider(attempt, 300)
      expect(await activity(new Date(Date.now() + 60_000))).toEqual([])
    })

    test.each([
      ['JPY', 1990, 990],
      ['KWD', 12_340, 340],
      ['ISK', 1990, 1],
      ['MGA', 5_000_000, 100],
    ])('a charge in %s of %i is of the same amount', async (currency, amount, part) => {
      const attempt = await aCapturedAttempt({ currency, amount })
      const { refundByProvider, dispute } = harness()
      await refundByProvider(attempt, part)
      await dispute(attempt, { amount, reason: 'general', state: 'needs_response' })
      expect(await read(attempt)).toMatchObject({
        refunds: [{ amount: part }],
        disputes: [{ amount, currency }],
      })
    })
  })
}
