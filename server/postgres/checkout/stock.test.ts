import { describe, expect, test } from 'vitest'
import type { Statement, Transaction } from '../database.ts'
import { takeStock } from './stock.ts'

/**
 * A transaction beside which others commit: the stock is what `stocks` says, one look after the
 * other.
 */
function amongOthers(stocks: number[]) {
  const look = () => stocks.shift() ?? 0
  return {
    run: async ({ values }: Statement) => (look() >= Number(values[0]) ? 1 : 0),
    row: async () => ({ left: look() }),
  } as unknown as Transaction
}

describe('payments §3 T1: taking units off the stock', () => {
  test('says how many are left when there are too few', async () => {
    expect(await takeStock(amongOthers([1, 1]), '1', 2)).toEqual({ type: 'too_few', left: 1 })
  })

  test('takes units that come back between the refusal and the look at what is left', async () => {
    expect(await takeStock(amongOthers([1, 4, 4]), '1', 2)).toEqual({ type: 'taken' })
  })
})
