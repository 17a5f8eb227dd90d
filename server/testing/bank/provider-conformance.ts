import { describe, expect, test } from 'vitest'
import { type ProviderHarness, asAsked, openSuite, withoutId } from './provider-harness.ts'

/** What every provider does with a payment. */
export function describePayments(name: string, open: () => Promise<ProviderHarness>) {
  describe(`payments §7: A payment at ${name}`, () => {
    const { harness, anAttempt, call, entriesOf, startedAt } = openSuite(open)

    test('a payment is authorised with the id, the amount and the currency of the attempt', async () => {
      const attempt = await anAttempt()
      const paymentId: unknown = expect.stringMatching(/^\w+$/)
      expect(await call('authorize', attempt)).toEqual({
        type: 'authorized',
        paymentId,
        payment: asAsked(attempt),
      })
    })

    test('a payment is authorised once, however often it is asked for', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      for (const again of [attempt, withoutId(attempt), withoutId(attempt)]) {
        expect(await call('authorize', again)).toEqual({
          type: 'authorized',
          paymentId,
          payment: asAsked(attempt),
        })
      }
      expect(await entriesOf(attempt)).toMatchObject([
        { paymentId, isOpen: true, captured: 0, refunded: 0 },
      ])
    })

    test('a payment is authorised once when it is asked for five times at the same moment', async () => {
      const attempt = await anAttempt()
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => call('authorize', { ...attempt })),
      )
      for (const { type } of outcomes) expect(['authorized', 'unknown']).toContain(type)
      expect(await call('authorize', attempt)).toMatchObject({ type: 'authorized' })
      expect(await entriesOf(attempt)).toHaveLength(1)
    })

    test.each([
      ['declined', 'card_declined'],
      ['insufficient_funds', 'insufficient_funds'],
    ] as const)(
      'a payment of the card "%s" is declined with the reason %s, and stays so',
      async (card, code) => {
        const attempt = await anAttempt({ pays: card })
        expect(await call('authorize', attempt)).toMatchObject({ type: 'declined', code })
        expect(await call('authorize', attempt)).toMatchObject({ type: 'declined', code })
        expect(await call('retrieve', attempt)).toMatchObject({ type: 'declined', code })
        for (const entry of await entriesOf(attempt))
          expect(entry).toMatchObject({ isOpen: false, captured: 0 })
      },
    )

    test.each(['pm_nobody_knows', 'ctoken_nobody_knows', 'nonsense'])(
      'a payment with the method %s is declined',
      async (paymentMethod) => {
        const attempt = await anAttempt({ paymentMethod })
        expect(await call('authorize', attempt)).toMatchObject({
          type: 'declined',
          code: 'invalid_payment_method',
        })
        for (const entry of await entriesOf(attempt))
          expect(entry).toMatchObject({ isOpen: false, captured: 0 })
      },
    )

    test('a payment is captured once, and captured again it says that it is', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      const captured = { type: 'captured', paymentId, payment: asAsked(attempt) }
      expect(await call('capture', attempt)).toEqual(captured)
      expect(await call('capture', attempt)).toEqual(captured)
      expect(await call('capture', withoutId(attempt))).toEqual(captured)
      expect(await call('authorize', withoutId(attempt))).toEqual(captured)
      expect(await entriesOf(attempt)).toMatchObject([
        { captured: attempt.amount, refunded: 0, isOpen: false },
      ])
    })

    test('a payment is cancelled after it was authorised, and takes no money any more', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      for (const step of ['cancel', 'cancel', 'authorize', 'capture', 'retrieve'] as const) {
        expect(await call(step, attempt)).toEqual({ type: 'cancelled', paymentId })
      }
      expect(await call('cancel', withoutId(attempt))).toEqual({ type: 'cancelled', paymentId })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, refunded: 0, isOpen: false }])
    })

    test('a payment cancelled before it was authorised reserves no money when that comes late', async () => {
      const attempt = await anAttempt()
      expect(await call('cancel', { ...attempt })).toMatchObject({ type: 'cancelled' })
      expect(await call('authorize', { ...attempt })).toMatchObject({ type: 'cancelled' })
      expect(await call('cancel', { ...attempt })).toMatchObject({ type: 'cancelled' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: false }])
    })

    test('a payment is not cancelled after it was captured: it says that it is captured', async () => {
      const attempt = await anAttempt()
      await call('authorize', attempt)
      await call('capture', attempt)
      expect(await call('cancel', attempt)).toMatchObject({
        type: 'captured',
        payment: asAsked(attempt),
      })
      expect(await call('cancel', withoutId(attempt))).toMatchObject({
        type: 'captured',
        payment: asAsked(attempt),
      })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: attempt.amount, refunded: 0 }])
    })

    test('a payment is given back whole and once', async () => {
      const attempt = await anAttempt()
      const { paymentId } = await call('authorize', attempt)
      await call('capture', attempt)
      for (const step of ['refund', 'refund', 'retrieve', 'capture', 'cancel'] as const) {
        expect(await call(step, attempt)).toEqual({ type: 'refunded', paymentId })
      }
      expect(await call('refund', withoutId(attempt))).toEqual({ type: 'refunded', paymentId })
      expect(await entriesOf(attempt)).toMatchObject([
        { captured: attempt.amount, refunded: attempt.amount, isOpen: false },
      ])
    })

    test('a payment is not given back when it was only reserved', async () => {
      const attempt = await anAttempt()
      await call('authorize', attempt)
      expect(await call('refund', attempt)).toMatchObject({ type: 'authorized' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, refunded: 0, isOpen: true }])
    })

    test('a payment is read without changing it', async () => {
      const attempt = await anAttempt()
      const authorized = await call('authorize', attempt)
      const entries = await entriesOf(attempt)
      expect(await call('retrieve', attempt)).toEqual(authorized)
      expect(await call('retrieve', attempt)).toEqual(authorized)
      expect(await entriesOf(attempt)).toEqual(entries)
      const captured = await call('capture', attempt)
      expect(await call('retrieve', attempt)).toEqual(captured)
    })

    test('a payment asks the buyer at one address, and takes no money before the answer', async () => {
      const attempt = await anAttempt({ pays: 'challenge_succeeds' })
      const asked = await call('authorize', attempt)
      expect(asked).toMatchObject({
        type: 'action_required',
        url: expect.stringMatching(/^https?:\/\//),
      })
      for (const step of ['authorize', 'retrieve', 'capture'] as const)
        expect(await call(step, attempt)).toEqual(asked)
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: true }])
      expect(await call('cancel', attempt)).toMatchObject({ type: 'cancelled' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: false }])
    })

    // Stripe uses other digits than ISO 4217 for ISK, UGX and MGA. 12.34 KWD are 12,340 fils.
    test.each([
      ['JPY', 1990],
      ['KWD', 12_340],
      ['ISK', 1990],
      ['UGX', 50_000],
      ['MGA', 5_000_000],
      ['HUF', 123_456],
      ['TWD', 9950],
    ])(
      'a payment in %s is the same amount in the outcomes and in the books',
      async (currency, amount) => {
        const attempt = await anAttempt({ currency, amount })
        expect(await call('authorize', attempt)).toMatchObject({
          type: 'authorized',
          payment: asAsked(attempt),
        })
        expect(await call('capture', attempt)).toMatchObject({
          type: 'captured',
          payment: asAsked(attempt),
        })
        expect(await call('refund', attempt)).toMatchObject({ type: 'refunded' })
        expect(await entriesOf(attempt)).toMatchObject([
          { amount, currency, captured: amount, refunded: amount },
        ])
      },
    )

    test('a payment stands in the books with its time, and not in those of later', async () => {
      const attempt = await anAttempt()
      await call('authorize', attempt)
      const [entry] = await entriesOf(attempt)
      // Some providers keep whole seconds only.
      expect(entry?.createdAt.getTime()).toBeGreaterThan(startedAt.getTime() - 1000)
      const later = new Date(Date.now() + 60_000)
      for await (const { attemptId } of harness().provider.listPayments(later))
        expect(attemptId).not.toBe(attempt.id)
    })
  })
}
