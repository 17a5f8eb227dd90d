import { describe, expect, test } from 'vitest'
import { findUnexpected } from './chaos-answers.ts'
import { type Exchange, type Records, checkHistory } from './history.ts'

const OPEN = '{"status":"open","order":null}'
const EXPIRED = '{"status":"expired","order":null}'
const ORDER = { orderNumber: 'A-1', amountTotal: 1990 }
const COMPLETE = JSON.stringify({ status: 'complete', order: ORDER })
const NOTHING: Records = { keys: [], orders: [] }

let clock = 0

/** One after the other, unless the times are given. */
const did = (fields: Partial<Exchange>): Exchange => {
  clock += 10
  return {
    who: 'merchant',
    what: 'read',
    session: 'cs_1',
    startedAt: clock,
    endedAt: clock + 5,
    status: 200,
    code: null,
    body: OPEN,
    ...fields,
  }
}

const created = (fields: Partial<Exchange> = {}) =>
  did({ what: 'create', status: 201, body: '{"url":"https://pay.example/cs_1"}', ...fields })
const paid = (fields: Partial<Exchange> = {}) =>
  did({ who: 'buyer', what: 'pay', body: COMPLETE, ...fields })
const refused = (status: number, code: string, fields: Partial<Exchange> = {}) =>
  did({ status, code, body: JSON.stringify({ error: { code, message: '' } }), ...fields })

const broken = (log: Exchange[], records?: Records) => [
  ...new Set(checkHistory(log, records).map(({ invariant }) => invariant.split(' ')[0])),
]

describe('payments §6: a good history', () => {
  test('a history from creation to the order, with overlapping reads, breaks no invariant', () => {
    const pay = paid({ startedAt: 100, endedAt: 200 })
    const log = [
      created({ startedAt: 1, endedAt: 2 }),
      did({ startedAt: 3, endedAt: 4 }),
      did({ startedAt: 150, endedAt: 210 }),
      pay,
      did({ startedAt: 201, endedAt: 205, body: COMPLETE }),
      did({ startedAt: 220, endedAt: 230, body: COMPLETE }),
    ]
    expect(checkHistory(log, { keys: [], orders: [{ sessionId: 'cs_1', ...ORDER }] })).toEqual([])
  })
})

describe('payments §6: I9 a final answer stays', () => {
  test('a session that was expired and then open breaks I9', () => {
    expect(broken([did({ body: EXPIRED }), did({ body: OPEN })])).toEqual(['I9'])
  })
  test('a session that was expired and then complete breaks I9', () => {
    expect(broken([did({ body: EXPIRED }), did({ body: COMPLETE })])).toEqual(['I9'])
  })
  test('a session of two different ends breaks I9, although the reads overlap', () => {
    expect(
      broken([
        did({ body: EXPIRED, startedAt: 1, endedAt: 9 }),
        did({ body: COMPLETE, startedAt: 1, endedAt: 9 }),
      ]),
    ).toEqual(['I9'])
  })
  test('a final answer with another byte breaks I9', () => {
    expect(broken([did({ body: COMPLETE }), did({ body: `${COMPLETE} ` })])).toEqual(['I9'])
  })
})

describe('payments §6: I10 what the page saw is confirmed', () => {
  test('a session that was paid and then read as open breaks I10', () => {
    expect(broken([paid(), did({ body: OPEN })])).toEqual(['I10'])
  })
  test('a session that was refused as expired and then paid breaks I10', () => {
    expect(
      broken([refused(409, 'session_expired', { who: 'buyer', what: 'pay' }), paid()]),
    ).toEqual(['I10'])
  })
  test('a session that was refused as expired and then read as complete breaks I10', () => {
    expect(
      broken([
        refused(409, 'session_expired', { who: 'buyer', what: 'pay' }),
        did({ body: COMPLETE }),
      ]),
    ).toEqual(['I10'])
  })
})

describe('payments §6: I11 an order if and only if it is complete', () => {
  test('a session that is complete without an order breaks I11', () => {
    expect(broken([did({ body: '{"status":"complete","order":null}' })])).toEqual(['I11'])
  })
  test('a session that is open with an order breaks I11', () => {
    expect(broken([did({ body: JSON.stringify({ status: 'open', order: ORDER }) })])).toEqual([
      'I11',
    ])
  })
})

describe('payments §6: I13 an Idempotency-Key creates once', () => {
  test('an Idempotency-Key that gave two addresses breaks I13', () => {
    const log = [
      created({ idempotencyKey: 'k' }),
      created({ idempotencyKey: 'k', body: '{"url":"https://pay.example/cs_2"}' }),
    ]
    expect(broken(log)).toEqual(['I13'])
  })
  test('an Idempotency-Key that gave one address and left two sessions breaks I13', () => {
    const keys = [
      { key: 'k', session: 'cs_1' },
      { key: 'k', session: 'cs_2' },
    ]
    expect(broken([created({ idempotencyKey: 'k' }), did({})], { keys, orders: [] })).toEqual([
      'I13',
    ])
  })
})

describe('payments §6: I14 what was acknowledged can be read', () => {
  test('an acknowledged session that is not found breaks I14', () => {
    expect(broken([created(), refused(404, 'session_not_found')])).toEqual(['I14'])
  })
  test('an acknowledged session that is never answered breaks I14', () => {
    expect(broken([created(), did({ status: 0, body: '' })], NOTHING)).toEqual(['I14'])
  })
})

describe('payments §6: I15 the store has the orders that merchants read', () => {
  const read = [created(), did({ body: COMPLETE })]
  test('an order that was read and that the store does not have breaks I15', () => {
    expect(broken(read, NOTHING)).toEqual(['I15'])
  })
  test('an order that no merchant can read breaks I15', () => {
    expect(
      broken([created(), did({ body: EXPIRED })], {
        keys: [],
        orders: [{ sessionId: 'cs_1', ...ORDER }],
      }),
    ).toEqual(['I15'])
  })
  test('an order of another amount than was read breaks I15', () => {
    expect(
      broken(read, { keys: [], orders: [{ sessionId: 'cs_1', ...ORDER, amountTotal: 1991 }] }),
    ).toEqual(['I15'])
  })
})

test('payments §6: a regenerated key gets nobody in', () => {
  const before = did({ credential: 'sk_old' })
  const retired = did({
    who: 'platform',
    what: 'key',
    session: null,
    retires: 'sk_old',
    body: '{}',
  })
  expect(
    checkHistory([before, retired, refused(401, 'invalid_api_key', { credential: 'sk_old' })]),
  ).toEqual([])
  expect(checkHistory([retired, did({ credential: 'sk_old' })])).toMatchObject([
    { invariant: 'a regenerated key is refused at once' },
  ])
})

describe('payments §6: answers that nothing explains', () => {
  const fault = { kind: 'kill postgres', isChange: false, from: 5000, to: 6000 }
  const failed = (startedAt: number) =>
    refused(500, 'internal_error', { startedAt, endedAt: startedAt + 10 })

  test('a 500 is explained by a fault near it alone', () => {
    expect(findUnexpected([failed(5500)], { troubles: [fault] })).toEqual([])
    expect(findUnexpected([failed(100)], { troubles: [fault] })).toHaveLength(1)
    expect(
      findUnexpected([failed(5500)], { troubles: [{ ...fault, isChange: true }] }),
    ).toHaveLength(1)
  })
  test('no answer is explained by a fault near it alone', () => {
    expect(
      findUnexpected([did({ status: 0, body: '', startedAt: 20_000, endedAt: 20_010 })], {
        troubles: [fault],
      }),
    ).toHaveLength(1)
  })
  test('a request that took too long is explained by a fault near it alone', () => {
    const late = (startedAt: number) =>
      refused(408, 'invalid_request', { startedAt, endedAt: startedAt + 10 })
    expect(findUnexpected([late(5500)], { troubles: [fault] })).toEqual([])
    expect(findUnexpected([late(20_000)], { troubles: [fault] })).toHaveLength(1)
  })
  test('no answer is explained on a connection that was closed because it had been quiet', () => {
    const stale = did({ status: 0, body: '', isStale: true })
    expect(findUnexpected([stale], { troubles: [] })).toEqual([])
  })
  test('a refusal that the contract does not name is never explained', () => {
    expect(findUnexpected([refused(404, 'session_not_found')], { troubles: [] })).toHaveLength(1)
  })
  test('a session of the lost time is not found afterwards; others are', () => {
    const log = [
      created({ startedAt: 10, endedAt: 20 }),
      refused(404, 'session_not_found', { startedAt: 50, endedAt: 60 }),
    ]
    expect(findUnexpected(log, { troubles: [], lost: { from: 15, until: 40 } })).toEqual([])
    expect(findUnexpected(log, { troubles: [], lost: { from: 25, until: 40 } })).toHaveLength(1)
  })
  test('a refused key is explained only when a key was regenerated', () => {
    expect(findUnexpected([refused(401, 'invalid_api_key')], { troubles: [] })).toHaveLength(1)
    expect(
      findUnexpected([refused(401, 'invalid_api_key')], {
        troubles: [{ kind: 'regenerate key', isChange: true, from: 0, to: 1e9 }],
      }),
    ).toEqual([])
  })
  test('a notification that nobody believes is explained only where a run has two banks', () => {
    const unbelieved = refused(400, 'invalid_notification', { who: 'bank', what: 'notification' })
    expect(findUnexpected([unbelieved], { troubles: [] })).toHaveLength(1)
    expect(findUnexpected([unbelieved], { troubles: [], provider: 'both' })).toEqual([])
  })
  test('a forged notification that is taken is never explained', () => {
    expect(
      findUnexpected([did({ who: 'bank', what: 'forgery', body: '' })], { troubles: [] }),
    ).toHaveLength(1)
  })
})
