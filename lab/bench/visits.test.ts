import { describe, expect, test } from 'vitest'
import { Unexpected, type Visit } from './client.ts'
import { create, flow, page, read } from './visits.ts'

const HOST = { port: 4242, secretKey: 'sk_live_x', isFloor: false, paymentMethod: 'pm_1' }

const answer = (status: number, body: unknown) => ({
  status,
  body: Buffer.from(JSON.stringify(body)),
  isLast: false,
})

const CREATED = answer(201, { url: 'http://localhost:4242/checkout/cs_1' })
const COMPLETE = answer(200, { status: 'complete' })

/** The request lines of a visit that is answered so. */
function linesOf(visit: Visit, answers: ReturnType<typeof answer>[]) {
  const lines: string[] = []
  let step = visit.next()
  for (const each of answers) {
    if (step.done === true) break
    lines.push(step.value.split(' HTTP', 1)[0] ?? '')
    step = visit.next(each)
  }
  return { lines, isOver: step.done === true }
}

describe('performance: bench, visits', () => {
  test('a flow creates, gets the page and a token, views, pays and reads; a floor has no page', () => {
    let paid = 0
    const count = () => (paid += 1)
    const token = answer(200, { token: 'a token' })
    const anyPage = answer(200, {})
    expect(
      linesOf(flow(HOST, 'item-0', count), [CREATED, anyPage, token, anyPage, COMPLETE, COMPLETE]),
    ).toEqual({
      lines: [
        'POST /v1/checkout/sessions',
        'GET /checkout/cs_1',
        'POST /checkout/cs_1/token',
        'GET /checkout/cs_1/view',
        'POST /checkout/cs_1/pay',
        'GET /v1/checkout/sessions/cs_1',
      ],
      isOver: true,
    })
    expect(
      linesOf(flow({ ...HOST, isFloor: true }, 'item-0', count), [CREATED, COMPLETE, COMPLETE]),
    ).toEqual({
      lines: [
        'POST /v1/checkout/sessions',
        'POST /checkout/cs_1/pay',
        'GET /v1/checkout/sessions/cs_1',
      ],
      isOver: true,
    })
    expect(paid).toBe(2)
  })

  test('another answer than the promised one is said with its code', () => {
    const refusal = answer(429, { error: { code: 'rate_limited', message: 'Slow down.' } })
    expect(() => linesOf(create(HOST, 'item-0'), [refusal])).toThrow(
      new Unexpected('create 429 rate_limited'),
    )
    expect(() => linesOf(page(HOST, 'cs_1'), [answer(404, {})])).toThrow('page 404')
  })

  test('a payment under way is not a paid one, and a stale read not a true one', () => {
    let paid = 0
    const floor = { ...HOST, isFloor: true }
    const visit = flow(floor, 'item-0', () => (paid += 1))
    expect(() => linesOf(visit, [CREATED, answer(200, { status: 'processing' })])).toThrow('pay')
    expect(paid).toBe(0)
    expect(() => linesOf(read(HOST, 'cs_1', 'open'), [COMPLETE])).toThrow('"status":"open"')
  })
})
