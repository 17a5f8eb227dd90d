import { describe, expect, test } from 'vitest'
import { createRandom } from '../model/seeded-random.ts'
import { planFaults } from './fault-plan.ts'
import { REPLACED_AFTER_MS, drawPause } from './sleepers.ts'

const plan = (change: Partial<Parameters<typeof planFaults>[0]> = {}) =>
  planFaults(
    {
      seed: 1,
      flows: 400,
      kills: 40,
      faults: 200,
      services: 2,
      maxWindowSeconds: 8,
      provider: 'both',
      restore: false,
      ...change,
    },
    { stores: 3, products: 4 },
  )

describe('reliability: chaos, a run with two banks', () => {
  test('each life of a service takes its payments elsewhere than the one before', () => {
    for (const [service, lives] of plan().lives.entries()) {
      expect(lives.length).toBeGreaterThan(3)
      for (const [life, { provider }] of lives.entries())
        expect(provider).toBe((service + life) % 2 === 0 ? 'test' : 'stripe')
    }
  })
  test('a run with two banks breaks both and their wires; a run with one knows no other', () => {
    const subjects = (provider: 'test' | 'stripe' | 'both') =>
      JSON.stringify(plan({ provider }).faults.filter(({ kind }) => kind !== 'bank'))
    for (const bank of ['test bank', 'stripe bank']) expect(subjects('both')).toContain(bank)
    expect(subjects('test')).not.toContain('stripe')
    expect(subjects('stripe')).not.toContain('test')
  })
})

test('reliability: chaos, a process stands still beyond a payment window, as long as it may', () => {
  const random = createRandom(1)
  const pauses = Array.from({ length: 1000 }, () => drawPause(random, 90))
  expect(pauses.filter((ms) => ms < 10).length).toBeGreaterThan(50)
  expect(pauses.filter((ms) => ms > REPLACED_AFTER_MS).length).toBeGreaterThan(200)
  expect(Math.max(...pauses)).toBeGreaterThan(80_000)
  expect(Math.max(...pauses)).toBeLessThan(90_000)
})
