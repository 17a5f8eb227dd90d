import { describe, expect, test } from 'vitest'
import { orderOf } from './order.ts'

describe('performance: bench, the order of shots', () => {
  test('the order of shots turns round with each round', () => {
    expect(orderOf(['A', 'B'], 4).flat().join('')).toBe('ABBAABBA')
    expect(orderOf(['A', 'B', 'C'], 2).flat().join('')).toBe('ABCCBA')
  })

  test('each side has the same positions, so that a machine that becomes slower favours none', () => {
    const positions = (side: string) =>
      orderOf(['A', 'B', 'C'], 6)
        .flat()
        .reduce((sum, each, index) => sum + (each === side ? index : 0), 0)
    expect([positions('A'), positions('B'), positions('C')]).toEqual([51, 51, 51])
  })
})
