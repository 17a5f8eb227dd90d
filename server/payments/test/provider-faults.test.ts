import { describe, expect, test, vi } from 'vitest'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { PaymentOutcome, PaymentProvider } from '../../checkout/ports/provider.ts'
import { anAttempt } from '../../testing/bank/an-attempt.ts'
import { withProviderFaults } from './provider-faults.ts'

const CALLS = ['authorize', 'capture', 'cancel', 'refund', 'retrieve'] as const
const DECLINED: PaymentOutcome = { type: 'declined', code: 'x' }

/**
 * A provider whose dice fall as said: first whether a call goes wrong (below the rate), then how
 * (fifths of 1).
 */
function aFaulty({ rate = 0.5, dice }: { rate?: number; dice: number[] }) {
  const call = vi.fn(async (_attempt: PaymentAttempt) => DECLINED)
  const refundPart = vi.fn<PaymentProvider['refundPart']>(async () => ({ type: 'refunded' }))
  const provider: PaymentProvider = {
    name: 'test',
    isAvailable: () => true,
    amountRule: () => undefined,
    authorize: call,
    capture: call,
    cancel: call,
    refund: call,
    retrieve: call,
    refundPart,
    findEntry: async () => ({ type: 'none' }),
    returnPayment: async () => ({ type: 'none' }),
    readCharge: async () => ({ type: 'read', captured: 0, refunds: [], disputes: [] }),
    parseNotification: async () => ({ type: 'irrelevant' }),
    async *listPayments() {
      yield* []
    },
    async *listActivity() {
      yield* []
    },
  }
  const random = () => {
    const next = dice.shift()
    if (next === undefined) throw new Error('one throw too many')
    return next
  }
  return { call, refundPart, faulty: withProviderFaults(provider, { rate, random }) }
}

const WRONG = 0.49
const RIGHT = 0.5

describe.each(CALLS)('payments §7: A provider with faults: %s', (name) => {
  test('a call goes right when the dice say so', async () => {
    const { call, faulty } = aFaulty({ dice: [RIGHT] })
    expect(await faulty[name](anAttempt())).toEqual(DECLINED)
    expect(call).toHaveBeenCalledExactlyOnceWith(anAttempt({ leaseUntil: expect.any(Date) }))
  })

  test('a call may never be answered, and not be done', async () => {
    const { call, faulty } = aFaulty({ dice: [WRONG, 0] })
    const settled = vi.fn()
    void faulty[name](anAttempt()).finally(settled)
    await new Promise(setImmediate)
    expect([settled.mock.calls, call.mock.calls]).toEqual([[], []])
  })

  test('a call may be done, and fail', async () => {
    const { call, faulty } = aFaulty({ dice: [WRONG, 0.2] })
    await expect(faulty[name](anAttempt())).rejects.toThrow('500 after success')
    expect(call).toHaveBeenCalledOnce()
  })

  test('a call may fail without being done', async () => {
    const { call, faulty } = aFaulty({ dice: [WRONG, 0.4] })
    await expect(faulty[name](anAttempt())).rejects.toThrow(/^500$/)
    expect(call).not.toHaveBeenCalled()
  })

  test('a call may be done twice at once', async () => {
    const { call, faulty } = aFaulty({ dice: [WRONG, 0.6] })
    expect(await faulty[name](anAttempt())).toEqual(DECLINED)
    expect(call).toHaveBeenCalledTimes(2)
  })

  test('a call may be done for another amount', async () => {
    const { call, faulty } = aFaulty({ dice: [WRONG, 0.999] })
    await faulty[name](anAttempt({ amount: 1990 }))
    expect(call.mock.calls.map(([{ amount }]) => amount)).toEqual([1991])
  })
})

test('payments §7: a provider with faults gives a part back twice or fails after, amount intact', async () => {
  const twice = aFaulty({ dice: [WRONG, 0.6] })
  expect(await twice.faulty.refundPart(anAttempt(), { refundId: 're_1', amount: 7 })).toEqual({
    type: 'refunded',
  })
  const other = aFaulty({ dice: [WRONG, 0.999] })
  await other.faulty.refundPart(anAttempt(), { refundId: 're_1', amount: 7 })
  const failing = aFaulty({ dice: [WRONG, 0.2] })
  await expect(
    failing.faulty.refundPart(anAttempt(), { refundId: 're_1', amount: 7 }),
  ).rejects.toThrow('500 after success')
  expect(
    [twice, other, failing].map(({ refundPart }) =>
      refundPart.mock.calls.map(([, part]) => part.amount),
    ),
  ).toEqual([[7, 7], [7], [7]])
})

test('payments §7: a provider with faults goes wrong as often as told: never at 0, always at 1', async () => {
  const never = aFaulty({ rate: 0, dice: [0] })
  expect(await never.faulty.capture(anAttempt())).toEqual(DECLINED)
  const always = aFaulty({ rate: 1, dice: [0.999_999, 0.4] })
  await expect(always.faulty.capture(anAttempt())).rejects.toThrow('500')
})
