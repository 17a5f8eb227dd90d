import { expect, test } from 'vitest'
import type { Signal } from '../../checkout/ports/cache.ts'
import { merge, parseMessage } from './redis-signals.ts'

const SIGNALS: Signal[] = [
  { type: 'sessions_changed', sessionIds: ['cs_1', 'cs_2'] },
  { type: 'orders_placed', storeIds: ['st_1'] },
  { type: 'events_written', storeIds: ['st_1'] },
  { type: 'availability_changed', variantIds: ['v_1'] },
  { type: 'key_regenerated', storeId: 'st_1', kind: 'secret' },
]

test.each(SIGNALS)('payments §5: the signal $type goes from process to process', (signal) => {
  expect(parseMessage(JSON.stringify({ from: 'p_1', signal }))).toEqual({ from: 'p_1', signal })
})

test.each([
  '',
  'null',
  '{}',
  '{"from":"p_1"}',
  '{"signal":{"type":"orders_placed","storeIds":["st_1"]}}',
  '{"from":"p_1","signal":{"type":"orders_placed","storeIds":[1]}}',
  '{"from":"p_1","signal":{"type":"another","storeId":"st_1"}}',
])('payments §5: %s is no message of a signal', (text) => {
  expect(parseMessage(text)).toBeUndefined()
})

test('payments §5: signals of one moment go as one of each kind', () => {
  expect(
    merge([
      { type: 'sessions_changed', sessionIds: ['cs_1'] },
      { type: 'orders_placed', storeIds: ['st_1'] },
      { type: 'key_regenerated', storeId: 'st_1', kind: 'secret' },
      { type: 'sessions_changed', sessionIds: ['cs_2', 'cs_1'] },
      { type: 'orders_placed', storeIds: ['st_1', 'st_2'] },
      { type: 'events_written', storeIds: ['st_3'] },
      { type: 'availability_changed', variantIds: ['v_1'] },
      { type: 'events_written', storeIds: ['st_1'] },
      { type: 'availability_changed', variantIds: ['v_1', 'v_2'] },
    ]),
  ).toEqual([
    { type: 'sessions_changed', sessionIds: ['cs_1', 'cs_2'] },
    { type: 'availability_changed', variantIds: ['v_1', 'v_2'] },
    { type: 'orders_placed', storeIds: ['st_1', 'st_2'] },
    { type: 'events_written', storeIds: ['st_3', 'st_1'] },
    { type: 'key_regenerated', storeId: 'st_1', kind: 'secret' },
  ])
})
