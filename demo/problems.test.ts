import { describe, expect, test } from 'vitest'
import { CheckoutApiError } from './checkout-api.ts'
import { findProblem, toPageProblem, toProblem } from './problems.ts'

describe('contract §1: the demo shop, problems', () => {
  test('the shop says sold out and too many in different words', () => {
    expect(findProblem('sold_out')?.message).toMatch(/sold out/)
    expect(findProblem('insufficient_stock')?.message).toMatch(/fewer/)
  })

  test('the shop shows nothing for a code that nobody knows, however it is spelled', () => {
    expect(findProblem('constructor')).toBeUndefined()
    expect(findProblem('<b>')).toBeUndefined()
    expect(findProblem(null)).toBeUndefined()
  })

  test('the shop asks to wait when the service slows it down', () => {
    expect(toProblem(new CheckoutApiError('rate_limited', 'slow down'))).toMatchObject({
      code: 'rate_limited',
      status: 429,
    })
  })

  test('the shop says what to do when its key was replaced', () => {
    const { status, message } = toProblem(new CheckoutApiError('invalid_api_key', 'unknown key'))
    expect(status).toBe(503)
    expect(message).toMatch(/key of this shop was replaced.*demo-shop\.json.*start again/)
  })

  test('the shop answers an unknown failure of the service as one, and never repeats its text', () => {
    const problem = toProblem(new CheckoutApiError('new_code', 'internal words'))
    expect(problem.status).toBe(503)
    expect(problem.message).not.toMatch(/internal words/)
  })

  test('the shop throws on what the service did not say', () => {
    expect(() => toProblem(new TypeError('a mistake of ours'))).toThrow('a mistake of ours')
  })

  test('the shop tells a request that makes no sense from a mistake of its own', () => {
    const refused = Object.assign(new URIError('bad %'), { status: 400 })
    expect(toPageProblem(refused)).toMatchObject({ status: 400, code: 'bad_request' })
    expect(toPageProblem(new TypeError('a mistake of ours'))).toMatchObject({
      status: 500,
      code: 'shop_error',
    })
  })
})
