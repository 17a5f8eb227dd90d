import { describe, expect, test } from 'vitest'
import { ids } from '../../auth/random.ts'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import {
  after,
  double,
  impatient,
  listPayments,
  paymentsOf,
  provider,
  requestsAbout,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'

useStripe()

const aPart = (amount = 440) => ({ refundId: ids.refund(), amount })

const refundsOf = (attempt: PaymentAttempt) =>
  [...double.books.refunds.values()].filter(({ payment }) => paymentsOf(attempt).includes(payment))

const refundedOf = async ({ id }: PaymentAttempt) =>
  (await listPayments()).find(({ attemptId }) => attemptId === id)?.refunded

const keysOf = (attempt: PaymentAttempt, operation: string) => [
  ...new Set(requestsAbout(attempt).filter((request) => request.startsWith(operation))),
]

describe('payments §7: A refund at Stripe', () => {
  test('a refund carries the ids of the refund and of the attempt, under a key of both', async () => {
    const attempt = await after(['authorize', 'capture'])
    const part = aPart()
    expect(await provider.refundPart(attempt, part)).toMatchObject({ type: 'refunded' })
    expect(requestsAbout(attempt)).toContain(`refund :refund:${part.refundId}`)
    expect(refundsOf(attempt)).toMatchObject([
      {
        amount: 440,
        metadata: {
          attempt: attempt.id,
          session: attempt.sessionId,
          store: attempt.storeId,
          refund: part.refundId,
        },
      },
    ])
  })

  test('a refund asked for again after its key is forgotten is found by metadata, among many', async () => {
    const attempt = await after(['authorize', 'capture'])
    const part = aPart(1)
    const first = await provider.refundPart(attempt, part)
    for (let index = 0; index < 120; index += 1) {
      double.books.refund(paymentsOf(attempt)[0]?.id ?? '', {
        metadata: {},
        amount: 1,
        status: 'succeeded',
      })
    }
    double.forgetKeys()
    const known = { ...attempt, providerPaymentId: paymentsOf(attempt)[0]?.id ?? '' }
    expect(await provider.refundPart(known, part)).toEqual(first)
    expect(refundsOf(attempt)).toHaveLength(121)
  })

  test.each([
    ['succeeded', { type: 'refunded' }],
    ['failed', { type: 'failed', code: 'lost_or_stolen_card' }],
  ] as const)(
    'a refund that the bank works on is unknown until it has %s',
    async (status, outcome) => {
      const attempt = await after(['authorize', 'capture'])
      const part = aPart()
      double.failNext('refund', 'pending_refund')
      const pending = await provider.refundPart(attempt, part)
      expect(pending).toEqual({ type: 'unknown', providerRefundId: expect.stringMatching(/^re_/) })
      expect(await provider.refundPart(attempt, part)).toEqual(pending)
      double.books.settleRefund(refundsOf(attempt)[0]?.id ?? '', status)
      expect(await provider.refundPart(attempt, part)).toMatchObject(outcome)
      expect(refundsOf(attempt)).toHaveLength(1)
      expect(await refundedOf(attempt)).toBe(status === 'failed' ? 0 : 440)
    },
  )

  test('a refund that fails at once has failed for good', async () => {
    const attempt = await after(['authorize', 'capture'])
    const part = aPart()
    double.failNext('refund', 'failed_refund')
    for (let again = 0; again < 2; again += 1) {
      expect(await provider.refundPart(attempt, part)).toMatchObject({
        type: 'failed',
        code: 'expired_or_canceled_card',
      })
    }
    expect(await refundedOf(attempt)).toBe(0)
  })

  test.each([
    ['KWD', 12_340, 345],
    ['MGA', 500, 99],
  ])(
    'a refund in %s of what Stripe cannot express fails before it is asked',
    async (currency, amount, part) => {
      const attempt = { ...(await after(['authorize', 'capture'])), currency, amount }
      const known = { ...attempt, providerPaymentId: paymentsOf(attempt)[0]?.id ?? '' }
      expect(await provider.refundPart(known, aPart(part))).toEqual({
        type: 'failed',
        code: 'amount_not_supported',
      })
      expect(refundsOf(attempt)).toEqual([])
    },
  )

  test('a refund of a payment that was given back elsewhere fails with Stripe’s reason', async () => {
    const attempt = await after(['authorize', 'capture', 'refund'])
    expect(await provider.refundPart(attempt, aPart())).toEqual({
      type: 'failed',
      code: 'charge_already_refunded',
    })
  })

  test.each(['refund', 'list_refunds'] as const)(
    'a refund is unknown while there is too much going on at %s',
    async (operation) => {
      const attempt = await after(['authorize', 'capture'])
      double.failNext(operation, 'rate_limited')
      expect(await provider.refundPart(attempt, aPart())).toEqual({ type: 'unknown' })
      expect(refundsOf(attempt)).toEqual([])
    },
  )

  test('a refund that Stripe has failed on and made all the same is found', async () => {
    const attempt = await after(['authorize', 'capture'])
    const part = aPart()
    double.failNext('refund', 'fails_after')
    await expect(provider.refundPart(attempt, part)).rejects.toThrow('Something went wrong')
    for (let again = 0; again < 2; again += 1)
      expect(await provider.refundPart(attempt, part)).toMatchObject({ type: 'refunded' })
    expect(refundsOf(attempt)).toMatchObject([{ amount: 440 }])
  })

  test('a refund that Stripe has failed on is unknown, and asked for under no other key', async () => {
    const attempt = await after(['authorize', 'capture'])
    const part = aPart()
    double.failNext('refund', 'fails_before')
    await expect(provider.refundPart(attempt, part)).rejects.toThrow('Something went wrong')
    for (let again = 0; again < 3; again += 1)
      expect(await provider.refundPart(attempt, part)).toEqual({ type: 'unknown' })
    expect(keysOf(attempt, 'refund')).toEqual([`refund :refund:${part.refundId}`])

    double.books.refund(paymentsOf(attempt)[0]?.id ?? '', {
      metadata: { attempt: attempt.id, refund: part.refundId },
      amount: part.amount,
      status: 'succeeded',
    })
    expect(await provider.refundPart(attempt, part)).toMatchObject({ type: 'refunded' })
    expect(await refundedOf(attempt)).toBe(440)
  })

  test('a refund that Stripe has failed on is made once when the key is forgotten, a day later', async () => {
    const attempt = await after(['authorize', 'capture'])
    const part = aPart()
    double.failNext('refund', 'fails_before')
    await expect(provider.refundPart(attempt, part)).rejects.toThrow('Something went wrong')
    const known = { ...attempt, providerPaymentId: paymentsOf(attempt)[0]?.id ?? '' }
    double.forgetKeys()
    for (let again = 0; again < 2; again += 1)
      expect(await provider.refundPart(known, part)).toMatchObject({ type: 'refunded' })
    expect(refundsOf(attempt)).toHaveLength(1)
  })

  test('a refund of everything is asked for anew after a failure: a late one finds nothing left', async () => {
    const attempt = await after(['authorize', 'capture'])
    double.failNext('refund', 'fails_before')
    await expect(provider.refund(attempt)).rejects.toThrow('Something went wrong')
    expect(await provider.refund(attempt)).toMatchObject({ type: 'refunded' })
    expect(() =>
      double.books.refund(paymentsOf(attempt)[0]?.id ?? '', {
        metadata: {},
        amount: undefined,
        status: 'succeeded',
      }),
    ).toThrow('already been refunded')
    expect(await refundedOf(attempt)).toBe(2440)
  })

  test.each(['silent_before', 'silent_after'] as const)(
    'a refund that is %s is found out by the next call',
    async (fault) => {
      const attempt = await after(['authorize', 'capture'])
      const part = aPart()
      double.failNext('refund', fault)
      await expect(impatient.refundPart(attempt, part)).rejects.toThrow('timeout')
      expect(await provider.refundPart(attempt, part)).toMatchObject({ type: 'refunded' })
      expect(refundsOf(attempt)).toHaveLength(1)
    },
  )
})
