import { expect, test } from 'vitest'
import { withoutSpans } from './session-spans.ts'
import { beginRequestSpan, currentTrace, currentTraceparent } from './spans.ts'

test('contract §2: without a collector nothing is traced, kept or sent on', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const span = beginRequestSpan('GET', { traceparent })
  expect(span.run(() => [currentTraceparent(), currentTrace()])).toEqual([undefined, {}])
  const call = { name: 'test capture', attributes: {} }
  expect(await withoutSpans(call, async (sent) => sent)).toBeUndefined()
})
