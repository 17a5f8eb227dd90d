import { describe, expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

function aBreaker() {
  let now = 1000
  const changes: boolean[] = []
  const breaker = createBreaker({
    monotonicMs: () => now,
    onChange: (isOpen) => changes.push(isOpen),
  })
  return {
    ...breaker,
    changes,
    pass: (ms: number) => {
      now += ms
    },
    failAll: (...attemptIds: string[]) => {
      for (const id of attemptIds) breaker.failed(id)
    },
  }
}

const FIVE = ['a', 'b', 'c', 'd', 'e']

describe('payments §5: The breaker of the payment provider', () => {
  test('the breaker lets payments begin until five of them in a row have failed', () => {
    const breaker = aBreaker()
    for (const [index, id] of FIVE.entries()) {
      expect(breaker.isAvailable(), `after ${index}`).toBe(true)
      breaker.failed(id)
    }
    expect(breaker.isAvailable()).toBe(false)
    expect(breaker.changes).toEqual([true])
  })

  test('calls of one payment count once for the breaker', () => {
    const breaker = aBreaker()
    breaker.failAll(...Array.from({ length: 20 }, () => 'a'), 'b', 'c', 'd')
    expect(breaker.isAvailable()).toBe(true)
    breaker.failed('e')
    expect(breaker.isAvailable()).toBe(false)
  })

  test('an answer in between starts the breaker’s count anew', () => {
    const breaker = aBreaker()
    breaker.failAll('a', 'b', 'c', 'd')
    breaker.answered()
    breaker.failAll('e', 'a', 'b', 'c')
    expect(breaker.isAvailable()).toBe(true)
    expect(breaker.changes).toEqual([])
  })

  test('the open breaker lets one payment through every 10 s, and only one', () => {
    const breaker = aBreaker()
    breaker.failAll(...FIVE)
    breaker.pass(9_999)
    expect(breaker.isAvailable()).toBe(false)
    breaker.pass(1)
    expect([breaker.isAvailable(), breaker.isAvailable()]).toEqual([true, false])
    breaker.failed('f')
    breaker.pass(9_999)
    expect(breaker.isAvailable()).toBe(false)
    breaker.pass(1)
    expect(breaker.isAvailable()).toBe(true)
    expect(breaker.changes).toEqual([true])
  })

  test('the first answer closes the breaker, whoever gets it, and it opens as late as before', () => {
    const breaker = aBreaker()
    breaker.failAll(...FIVE)
    breaker.answered()
    expect(breaker.isAvailable()).toBe(true)
    breaker.answered()
    breaker.failAll('a', 'b', 'c', 'd')
    expect(breaker.isAvailable()).toBe(true)
    breaker.failed('e')
    expect(breaker.isAvailable()).toBe(false)
    expect(breaker.changes).toEqual([true, false, true])
  })
})
