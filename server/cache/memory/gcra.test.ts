import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

const aRate = fc.record({
  perSecond: fc.integer({ min: 1, max: 5000 }),
  burst: fc.integer({ min: 1, max: 500 }),
})
const aPauseMs = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3000, noNaN: true }))
const pausesMs = fc.array(aPauseMs, { minLength: 1, maxLength: 300 })

describe('spec §8: GCRA', () => {
  test('a limit allows at most burst + rate × time in any span, at least one request per interval', () => {
    fc.assert(
      fc.property(aRate, pausesMs, (rate, pauses) => {
        let nowMs = 0
        const limiter = createMemoryRateLimiter(rate, () => nowMs)
        const allowedAtMs: number[] = []
        for (const pause of pauses) {
          nowMs += pause
          if (limiter.take('key').allowed) allowedAtMs.push(nowMs)
          else expect(allowedAtMs.at(-1)).toBeGreaterThan(nowMs - 1000 / rate.perSecond - 1)
        }
        for (const [first, from] of allowedAtMs.entries()) {
          for (const [last, to] of allowedAtMs.entries()) {
            if (last < first) continue
            // Clock readings are whole microseconds.
            expect(last - first + 1).toBeLessThanOrEqual(
              rate.burst + ((to - from + 0.001) / 1000) * rate.perSecond,
            )
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a limit keeps its word about `remaining` and `retryAfterSeconds`', () => {
    fc.assert(
      fc.property(aRate, pausesMs, (rate, pauses) => {
        let nowMs = 0
        const limiter = createMemoryRateLimiter(rate, () => nowMs)
        for (const pause of pauses) {
          nowMs += pause
          limiter.take('key')
        }
        const { remaining } = limiter.take('key')
        for (let count = remaining - 1; count >= 0; count -= 1) {
          expect(limiter.take('key')).toMatchObject({
            allowed: true,
            remaining: count,
            retryAfterSeconds: 0,
          })
        }
        const refused = limiter.take('key')
        expect(refused).toMatchObject({ allowed: false, remaining: 0, limit: rate.burst })
        nowMs += refused.retryAfterSeconds * 1000
        expect(limiter.take('key').allowed).toBe(true)
        nowMs += limiter.take('key').resetSeconds * 1000
        expect(limiter.take('key').remaining).toBe(rate.burst - 1)
      }),
    )
  })

  test('refused requests cost nothing of the limit', () => {
    let nowMs = 0
    const limiter = createMemoryRateLimiter({ perSecond: 1, burst: 1 }, () => nowMs)
    limiter.take('key')
    for (let count = 0; count < 1000; count += 1) expect(limiter.take('key').allowed).toBe(false)
    nowMs = 1000
    expect(limiter.take('key').allowed).toBe(true)
  })
})

describe('spec §8: the in-process limiter', () => {
  test('the in-process limiter forgets the oldest keys first when there are too many', () => {
    const limiter = createMemoryRateLimiter({ perSecond: 0.001, burst: 1 }, () => 0)
    for (let count = 0; count < 50_001; count += 1) limiter.take(`key ${count}`)
    expect(limiter.take('key 50000').allowed).toBe(false)
    expect(limiter.take('key 1').allowed).toBe(false)
    expect(limiter.take('key 0').allowed).toBe(true)
  })

  test('the in-process limiter never forgets a key of one purpose for those of another', () => {
    const limiter = createMemoryRateLimiter({ perSecond: 0.001, burst: 1 }, () => 0)
    limiter.take('sign-in:ana')
    for (let count = 0; count < 50_001; count += 1) limiter.take(`unknown:${count}`)
    expect(limiter.take('sign-in:ana').allowed).toBe(false)
  })

  test('the in-process limiter is looked at without taking', () => {
    const limiter = createMemoryRateLimiter({ perSecond: 1, burst: 1 }, () => 0)
    expect(limiter.look('key').allowed).toBe(true)
    expect(limiter.take('key').allowed).toBe(true)
    expect(limiter.look('key').allowed).toBe(false)
  })
})
