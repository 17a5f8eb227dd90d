import { describe, expect, test } from 'vitest'
import { orderOf } from './order.ts'

describe('performance: bench, the order of shots', () => {
  test('the order of shots turns round with each round', () => {
    expect(orderOf(['A', 'B'], 4).flat().join('')).toBe('ABBAABBA')
    expect(orderOf(['A', 'B', 'C'], 2).flat().join('')).toBe('ABCCBA')
  })

  test('each side has the same places, so that a machine that becomes slower favours none', () => {
    const places = (side: string) =>
      orderOf(['A', 'B', 'C'], 6)
        .flat()
        .reduce((sum, each, place) => sum + (each === side ? place : 0), 0)
    expect([places('A'), places('B'), places('C')]).toEqual([51, 51, 51])
  })
})
