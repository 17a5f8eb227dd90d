import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Result, isKnownAlive, noticedBy, summarize } from './mutation-report.ts'
import { openTestOrder } from './test-order.ts'

const FILE = 'server/checkout/payments/payment-caps.ts'
const OWN = 'server/checkout/payments/payment-caps.test.ts'
const QUICK = 'server/checkout/money.test.ts'
const SLOW = 'server/checkout/refunds/refunds.spec.ts'

describe('reliability: mutation, the order in which tests are asked', () => {
  test('who noticed lately is asked first, then who imports the file, then who is quick', () => {
    const order = openTestOrder(join(import.meta.dirname, '../..'))
    order.took({ [OWN]: 3, [QUICK]: 1, [SLOW]: 5 })
    expect(order.orderOf(FILE, [SLOW, QUICK, OWN])).toEqual([OWN, QUICK, SLOW])
    order.hasNoticed(FILE, QUICK)
    order.hasNoticed(FILE, SLOW)
    expect(order.orderOf(FILE, [OWN, QUICK, SLOW])).toEqual([SLOW, QUICK, OWN])
    expect(order.orderOf('server/checkout/other.ts', [SLOW, OWN, QUICK])).toEqual([
      QUICK,
      OWN,
      SLOW,
    ])
    expect(order.usualMs([OWN, QUICK])).toBe(5000)
  })
})

describe('reliability: mutation, the score', () => {
  const aResult = (outcome: Result['outcome'], name?: string): Result => ({
    mutant: { file: FILE, rule: 'call', start: 0, end: 0, replacement: '', ...(name && { name }) },
    outcome,
    killedBy: undefined,
  })

  test('the score is the share that was noticed of the mistakes that somebody could make', () => {
    const outcomes = ['killed', 'timed out', 'survived', 'survived', 'did not compile'] as const
    expect(summarize(outcomes.map((outcome) => aResult(outcome)))).toBe(
      '1 killed, 1 timed out, 2 survived, 1 did not compile\nscore 50.0 % of 4',
    )
    expect(summarize([])).toContain('score 100.0 % of 0')
  })

  test('the score is not enough when one survives that is known', () => {
    expect(isKnownAlive(aResult('survived'))).toBe(false)
    expect(isKnownAlive(aResult('survived', 'known'))).toBe(true)
    expect(isKnownAlive(aResult('killed', 'known'))).toBe(false)
  })

  test('a score of an earlier run asks the test that noticed it, also under its long name', () => {
    const tests = ['server/a.test.ts', 'server/b.long.spec.ts']
    expect(noticedBy({ killedBy: 'server/b.spec.ts › refuses 101 of an item' }, tests)).toBe(
      'server/b.long.spec.ts',
    )
    expect(noticedBy({ killedBy: undefined }, tests)).toBeUndefined()
  })
})
