import { describe, expect, test } from 'vitest'
import type { AnsweredRequest } from '../answers/answered-request.ts'
import { MAX_WAITING, createRequestRecorder } from './request-recorder.ts'

const aRequest = (): AnsweredRequest => ({
  requestId: crypto.randomUUID(),
  at: new Date('2026-11-21T09:38:12.418Z'),
  method: 'GET',
  route: '/v1/products',
  status: 200,
  durationMs: 1,
  storeId: 'st_1',
  keyKind: 'public',
  keyDigest: Buffer.alloc(32),
  isSecretInBrowser: false,
})

/** A recorder whose record refuses the next `failures` batches. */
function aRecorder({ failures = 0 } = {}) {
  const written: AnsweredRequest[][] = []
  const said: unknown[] = []
  let left = failures
  const recorder = createRequestRecorder({
    records: {
      recordRequests: async (requests) => {
        left -= 1
        if (left >= 0) throw new Error('away')
        written.push(requests)
      },
    },
    events: {
      requestsUnrecorded: (fields) => said.push(fields),
    },
  })
  return { ...recorder, written, said }
}

describe('Store application, request log: The recorder of requests', () => {
  test('the recorder writes all requests that wait at once, and nothing when nothing waits', async () => {
    const { record, flush, written } = aRecorder()
    await flush()
    record(aRequest())
    record(aRequest())
    await flush()
    await flush()
    expect(written.map(({ length }) => length)).toEqual([2])
  })

  test('the recorder holds so many requests and no more: the others are counted and said', async () => {
    const { record, flush, written, said } = aRecorder()
    for (let count = 0; count < MAX_WAITING + 7; count += 1) record(aRequest())
    await flush()
    expect(written.map(({ length }) => length)).toEqual([MAX_WAITING])
    expect(said).toEqual([{ count: 7 }])
    record(aRequest())
    await flush()
    expect([written.length, said.length]).toEqual([2, 1])
  })

  test('the recorder tries a batch that could not be written once more, before newer ones', async () => {
    const { record, flush, written, said } = aRecorder({ failures: 1 })
    const [first, second] = [aRequest(), aRequest()]
    record(first)
    await flush()
    record(second)
    await flush()
    expect([written, said]).toEqual([[[first], [second]], []])
  })

  test('the recorder gives a batch up after the second failure, and says how many requests it was', async () => {
    const { record, flush, written, said } = aRecorder({ failures: 2 })
    record(aRequest())
    record(aRequest())
    await flush()
    await flush()
    await flush()
    expect(written).toEqual([])
    expect(said).toEqual([{ count: 2, error: expect.objectContaining({ message: 'away' }) }])
  })

  test('the recorder writes at its end what waits, also with a second try', async () => {
    const { record, close, written, said } = aRecorder({ failures: 1 })
    record(aRequest())
    await close()
    expect([written.length, said]).toEqual([1, []])
  })
})
