import { describe, expect, test } from 'vitest'
import type { StripeFault } from '../../../lab/stripe/stripe-double.ts'
import type { Operation } from '../../../lab/stripe/stripe-operations.ts'
import {
  type Act,
  double,
  provider,
  impatient,
  anAttempt,
  after,
  requestsAbout,
  paymentsOf,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'

useStripe()

const OPERATIONS: Record<Act, { operation: Operation; before: Act[]; done: string }> = {
  authorize: { operation: 'confirm', before: [], done: 'authorized' },
  capture: { operation: 'capture', before: ['authorize'], done: 'captured' },
  cancel: { operation: 'cancel', before: ['authorize'], done: 'cancelled' },
  refund: { operation: 'refund', before: ['authorize', 'capture'], done: 'refunded' },
}
const ACTS = Object.entries(OPERATIONS).map(([act, rest]) => ({ act: act as Act, ...rest }))

describe.each(ACTS)(
  'payments §7: When $act goes wrong at Stripe',
  ({ act, operation, before, done }) => {
    const failing = async (fault: StripeFault) => {
      const attempt = await after(before)
      double.failNext(operation, fault)
      return attempt
    }

    test.each(['resets_before', 'resets_after'] as const)(
      'a call whose connection %s is made once more',
      async (fault) => {
        const attempt = await failing(fault)
        expect(await provider[act](attempt)).toMatchObject({ type: done })
        expect(
          new Set(requestsAbout(attempt).filter((request) => request.startsWith(operation))),
        ).toHaveLength(1)
        expect(paymentsOf(attempt)).toHaveLength(1)
      },
    )

    test.each(['silent_before', 'silent_after'] as const)(
      'a call that is %s fails, and the next one finds out',
      async (fault) => {
        const attempt = await failing(fault)
        await expect(impatient[act](attempt)).rejects.toThrow('timeout')
        expect(await provider[act](attempt)).toMatchObject({ type: done })
      },
    )

    test('a call that fails after the work was done is seen by the next one', async () => {
      const attempt = await failing('fails_after')
      await expect(provider[act](attempt)).rejects.toThrow('Something went wrong')
      expect(await provider[act](attempt)).toMatchObject({ type: done })
      expect(paymentsOf(attempt)).toHaveLength(1)
    })

    test('a call while there is too much going on is unknown, and nothing was done', async () => {
      const attempt = await failing('rate_limited')
      expect(await provider[act](attempt)).toEqual({ type: 'unknown' })
      expect(await provider[act](attempt)).toMatchObject({ type: done })
    })

    test('an answer of something else with a status of 422 is not believed', async () => {
      const attempt = await failing('odd_422')
      await expect(provider[act](attempt)).rejects.toThrow('Stripe answered')
      expect(await provider[act](attempt)).toMatchObject({ type: done })
    })

    test('a call while the same is under way is unknown', async () => {
      const { promise: heldUntil, resolve } = Promise.withResolvers<void>()
      const attempt = await failing({ heldUntil })
      const first = provider[act](attempt)
      await expect
        .poll(() => requestsAbout(attempt).some((request) => request.startsWith(operation)))
        .toBe(true)
      expect(await provider[act](attempt)).toEqual({ type: 'unknown' })
      resolve()
      expect(await first).toMatchObject({ type: done })
    })
  },
)

describe('payments §7: A failure that Stripe keeps under the key', () => {
  test.each(['capture', 'cancel', 'refund'] as const)(
    'a failure of %s that Stripe keeps is asked again under another key',
    async (act) => {
      const { operation, before, done } = OPERATIONS[act]
      const attempt = await after(before)
      double.failNext(operation, 'fails_before')
      await expect(provider[act](attempt)).rejects.toThrow('Something went wrong')
      expect(await provider[act](attempt)).toMatchObject({ type: done })
      expect(await provider[act](attempt)).toMatchObject({ type: done })
      expect(requestsAbout(attempt)).toContainEqual(
        expect.stringMatching(new RegExp(`^${operation} .*:\\d{8,}$`)),
      )
    },
  )

  test('a failed confirmation never asks a card twice: it waits, and can be given up', async () => {
    const attempt = anAttempt()
    double.failNext('confirm', 'fails_before')
    await expect(provider.authorize(attempt)).rejects.toThrow('Something went wrong')
    expect(await provider.authorize(attempt)).toMatchObject({ type: 'unknown' })
    expect(await provider.cancel(attempt)).toMatchObject({ type: 'cancelled' })
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'canceled', charge: null }])
  })

  test.each(['fails_before', 'fails_after'] as const)(
    'a failed creation that %s leaves an attempt that can take no money',
    async (fault) => {
      const attempt = anAttempt()
      double.failNext('create', fault)
      await expect(provider.authorize(attempt)).rejects.toThrow('Something went wrong')
      expect(await provider.authorize(attempt)).toEqual({
        type: 'declined',
        code: 'payment_refused',
      })
      expect(await provider.cancel(attempt)).toEqual({ type: 'cancelled' })
      for (const payment of paymentsOf(attempt))
        expect(payment).toMatchObject({ status: 'requires_payment_method', charge: null })
    },
  )
})
