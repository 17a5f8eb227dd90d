import { expect, test } from 'vitest'
import type { Signal } from '../../checkout/ports/cache.ts'
import { parseMessage } from './redis-signals.ts'

const SIGNALS: Signal[] = [
  { type: 'session_changed', sessionId: 'cs_1' },
  { type: 'order_placed', storeId: 'st_1' },
  { type: 'key_regenerated', storeId: 'st_1', kind: 'secret' },
]

test.each(SIGNALS)('$type goes from process to process', (signal) => {
  expect(parseMessage(JSON.stringify({ from: 'p_1', signal }))).toEqual({ from: 'p_1', signal })
})

test.each([
  '',
  'null',
  '{}',
  '{"from":"p_1"}',
  '{"signal":{"type":"order_placed","storeId":"st_1"}}',
  '{"from":"p_1","signal":{"type":"order_placed"}}',
  '{"from":"p_1","signal":{"type":"another","storeId":"st_1"}}',
])('%s is no message', (text) => {
  expect(parseMessage(text)).toBeUndefined()
})
