import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentAttempt } from '../checkout/attempt.ts'
import type { PaymentOutcome, PaymentProvider } from '../checkout/ports.ts'
import { withCallDeadline } from './call-deadline.ts'
import { findTestCard, isTestCard } from './test-cards.ts'

const ATTEMPT: PaymentAttempt = {
  id: 'att_1', sessionId: 'cs_1', storeId: 'st_1', variantId: '1', state: 'authorising', quantity: 1, amount: 1, currency: 'EUR',
  paymentMethod: 'pm',
  customer: { name: 'Ana', phone: '1234567', email: null }, fulfillment: { details: 'x', fee: 0 }, challengeUrl: null,
  declineCode: null, leaseUntil: new Date(),
}
const CALLS = ['authorize', 'capture', 'cancel', 'retrieve'] as const

const bounded = (answer: () => Promise<PaymentOutcome>) => {
  const provider: PaymentProvider = { name: 'test', authorize: answer, capture: answer, cancel: answer, retrieve: answer }
  const onFailure = vi.fn()
  return { provider: withCallDeadline(provider, onFailure), onFailure }
}

describe('A call of the provider', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  test.each(CALLS)('%s passes its answer on', async (call) => {
    const { provider } = bounded(async () => ({ type: 'declined', code: 'x' }))
    expect(await provider[call](ATTEMPT)).toEqual({ type: 'declined', code: 'x' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(CALLS)('%s that takes longer than 5 s is unknown, not before', async (call) => {
    const { provider } = bounded(() => new Promise(() => undefined))
    const settled = vi.fn()
    const outcome = provider[call](ATTEMPT).then((answer) => { settled(); return answer })
    await vi.advanceTimersByTimeAsync(4999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toEqual({ type: 'unknown' })
  })

  test.each(CALLS)('%s that fails is unknown, and the failure is told', async (call) => {
    const error = new Error('connection reset')
    const { provider, onFailure } = bounded(() => Promise.reject(error))
    expect(await provider[call](ATTEMPT)).toEqual({ type: 'unknown' })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({ call, attemptId: 'att_1', error })
  })

  test('that fails after its deadline is told, too, and breaks nothing', async () => {
    const late = Promise.withResolvers<PaymentOutcome>()
    const { provider, onFailure } = bounded(() => late.promise)
    const outcome = provider.capture(ATTEMPT)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await outcome).toEqual({ type: 'unknown' })
    late.reject(new Error('too late'))
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  })
})

describe('Test cards', () => {
  test('are known by number, spaces and dashes aside', () => {
    expect(findTestCard('4242424242424242')).toBe('succeeds')
    expect(findTestCard('4000 0000 0000-0002')).toBe('declined')
  })

  test.each(['', '4242', '4242424242424241', '4111111111111111', 'constructor', '__proto__', 'toString',
    'succeeds'])('"%s" is none', (number) => {
    expect(findTestCard(number)).toBeUndefined()
  })

  test('are known by name', () => {
    expect(isTestCard('slow')).toBe(true)
    for (const name of ['', 'SLOW', '4242424242424242', 'constructor']) expect(isTestCard(name)).toBe(false)
  })
})
