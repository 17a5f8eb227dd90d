import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentOutcome, PaymentProvider } from '../checkout/ports/provider.ts'
import { anAttempt } from '../testing/bank/an-attempt.ts'
import { createBreaker } from './breaker.ts'
import { withCallDeadline } from './call-deadline.ts'
import { findTestCard, isTestCard } from './test/test-cards.ts'

const CALLS = ['authorize', 'capture', 'cancel', 'refund', 'retrieve'] as const

const bounded = (
  answer: () => Promise<PaymentOutcome>,
  refundPart: PaymentProvider['refundPart'] = async () => ({ type: 'refunded' }),
) => {
  const provider: PaymentProvider = {
    name: 'test',
    isAvailable: () => true,
    amountRule: () => undefined,
    authorize: answer,
    capture: answer,
    cancel: answer,
    refund: answer,
    retrieve: answer,
    refundPart,
    findEntry: async () => ({ type: 'none' }),
    returnPayment: async () => ({ type: 'none' }),
    readCharge: async () => ({ type: 'read', captured: 0, refunds: [], disputes: [] }),
    parseNotification: async () => ({ type: 'forged' }),
    async *listPayments() {},
    async *listActivity() {},
  }
  const onFailure = vi.fn<Parameters<typeof withCallDeadline>[1]['onFailure']>()
  const onChange = vi.fn<(isOpen: boolean) => void>()
  const breaker = createBreaker({ monotonicMs: () => 0, onChange })
  return { provider: withCallDeadline(provider, { breaker, onFailure }), onFailure, onChange }
}

describe('payments §7: A call of the provider', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(CALLS)('%s passes its answer on', async (call) => {
    const { provider } = bounded(async () => ({ type: 'declined', code: 'x' }))
    expect(await provider[call](anAttempt())).toEqual({ type: 'declined', code: 'x' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(CALLS)('%s taking longer than 5 s is unknown, not before', async (call) => {
    const { provider } = bounded(() => new Promise(() => undefined))
    const settled = vi.fn()
    const outcome = provider[call](anAttempt()).then((answer) => {
      settled()
      return answer
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toEqual({ type: 'unknown' })
  })

  test.each(CALLS)('%s that fails is unknown, and the failure is told', async (call) => {
    const error = new Error('connection reset')
    const { provider, onFailure } = bounded(() => Promise.reject(error))
    expect(await provider[call](anAttempt())).toEqual({ type: 'unknown' })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({ call, attemptId: 'att_1', error })
  })

  test('the call that gives a part back is bounded as the others are', async () => {
    const { provider, onFailure } = bounded(
      async () => ({ type: 'cancelled' }),
      () => new Promise(() => undefined),
    )
    const outcome = provider.refundPart(anAttempt(), { refundId: 're_1', amount: 1 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await outcome).toEqual({ type: 'unknown' })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({
      call: 'refundPart',
      attemptId: 'att_1',
      error: expect.any(Error),
    })
  })

  test('a call that fails after its deadline is told once and breaks nothing', async () => {
    const late = Promise.withResolvers<PaymentOutcome>()
    const { provider, onFailure } = bounded(() => late.promise)
    const outcome = provider.capture(anAttempt())
    await vi.advanceTimersByTimeAsync(5000)
    expect(await outcome).toEqual({ type: 'unknown' })
    late.reject(new Error('too late'))
    await vi.advanceTimersByTimeAsync(0)
    expect(onFailure).toHaveBeenCalledOnce()
  })

  test('five payments in a row whose calls fail open the breaker; an answered one closes it', async () => {
    let answer = (): Promise<PaymentOutcome> => Promise.reject(new Error('connection refused'))
    const { provider, onChange } = bounded(() => answer())
    for (let count = 1; count <= 5; count += 1) {
      expect(provider.isAvailable()).toBe(true)
      await provider.authorize(anAttempt({ id: `att_${count}` }))
    }
    expect(provider.isAvailable()).toBe(false)
    answer = async () => ({ type: 'cancelled' })
    await provider.cancel(anAttempt())
    expect(provider.isAvailable()).toBe(true)
    expect(onChange.mock.calls).toEqual([[true], [false]])
  })
})

describe('contract §5: Test cards', () => {
  test('a test card is known by its number, spaces and dashes aside', () => {
    expect(findTestCard('4242424242424242')).toBe('succeeds')
    expect(findTestCard('4000 0000 0000-0002')).toBe('declined')
    expect(findTestCard('5555 5555 5555 4444')).toBe('mastercard_succeeds')
  })

  test.each([
    '',
    '4242',
    '4242424242424241',
    '4111111111111111',
    'constructor',
    '__proto__',
    'toString',
    'succeeds',
  ])('"%s" is no test card', (number) => {
    expect(findTestCard(number)).toBeUndefined()
  })

  test('a test card is known by its name', () => {
    expect(isTestCard('slow')).toBe(true)
    for (const name of ['', 'SLOW', '4242424242424242', 'constructor'])
      expect(isTestCard(name)).toBe(false)
  })
})
