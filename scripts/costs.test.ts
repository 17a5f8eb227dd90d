import { describe, expect, test } from 'vitest'
import { costsOf, describeDearest, holdAgainst, samplesOf, shareOut, totalOf } from './costs.ts'

const SAMPLES = [
  { at: 200, seconds: new Map([['unit: vitest', 0.2]]) },
  {
    at: 400,
    seconds: new Map([
      ['unit: vitest', 0.4],
      ['static: tsc', 0.1],
    ]),
  },
]

describe('contract §1, npm test: what a run costs', () => {
  test('the cost of a run is the CPU of all stages', () => {
    expect(totalOf(SAMPLES)).toBeCloseTo(0.7)
  })

  test('the cost of each stage is known', () => {
    const unit = samplesOf(SAMPLES, (owner) => owner.startsWith('unit: '))
    expect(totalOf(unit)).toBeCloseTo(0.6)
  })

  test('the cost of each program is known', () => {
    expect(costsOf(SAMPLES)).toEqual([
      { name: 'unit: vitest', cpuSeconds: expect.closeTo(0.6) },
      { name: 'static: tsc', cpuSeconds: expect.closeTo(0.1) },
    ])
  })

  test('a cost is shared evenly by the files that run at a moment', () => {
    const unit = samplesOf(SAMPLES, (owner) => owner.startsWith('unit: '))
    const times = [
      { file: 'a.test.ts', startedAt: 0, endedAt: 390 },
      { file: 'b.test.ts', startedAt: 300, endedAt: 390 },
    ]
    expect(shareOut(unit, times)).toEqual([
      { name: 'a.test.ts', cpuSeconds: expect.closeTo(0.4) },
      { name: 'b.test.ts', cpuSeconds: expect.closeTo(0.2) },
    ])
  })

  test('the costs of the ten most expensive files are printed, these first', () => {
    const costs = Array.from({ length: 12 }, (_, index) => ({
      name: `${index}.test.ts`,
      cpuSeconds: index,
    }))
    const lines = describeDearest(costs)
    expect(lines).toHaveLength(10)
    expect(lines[0]).toBe('   11.0 s of CPU   11.test.ts')
  })

  test('a run fails where budgets are held, once it costs six times its own', () => {
    expect(holdAgainst(300, 1799).failure).toBeUndefined()
    expect(holdAgainst(300, 1801)).toEqual({
      line: '1801 s of CPU; the budget is 300 s',
      failure: '1801 s of CPU; the budget is 300 s',
    })
  })
})
