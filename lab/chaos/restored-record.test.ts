import { expect, test } from 'vitest'
import type { Exchange } from './history.ts'
import { RENUMBERED, STALE, judgeRestored } from './restored-record.ts'

const LOST = { from: 10, until: 20 }

const aRead = (startedAt: number): Exchange => ({
  who: 'merchant',
  what: 'read',
  session: 'cs_1',
  startedAt,
  endedAt: startedAt + 1,
  status: 200,
  code: null,
  body: '',
})

/** What is found when the record has these orders, and does not have these sessions. */
async function judge(record: { orders: object[]; unknown: object[] }, startedAt = 30) {
  const rows = async (text: string) =>
    text.includes('from orders') ? record.orders : record.unknown
  const found = await judgeRestored(
    { rows: rows as Parameters<typeof judgeRestored>[0]['rows'] },
    { lost: LOST, log: [aRead(startedAt)], answered: new Map([['cs_1', 'A-1']]) },
  )
  return found.map(({ invariant }) => invariant)
}

test('payments §8: an order that is written again has the number that was told', async () => {
  const order = { session: 'cs_1', number: 'A-1' }
  expect(await judge({ orders: [order], unknown: [] })).toEqual([])
  expect(await judge({ orders: [{ ...order, number: 'A-2' }], unknown: [] })).toEqual([RENUMBERED])
})

test('payments §8: what a restored record has forgotten is not read afterwards', async () => {
  expect(await judge({ orders: [], unknown: [{ id: 'cs_1' }] })).toEqual([STALE])
})
