import { expect } from 'vitest'
import type { BuyerErrorEnvelope } from '../contract/errors.ts'
import type { Answer } from './http-call.ts'

/** Expects the error body with exactly this code and message, `more`, and this status. */
export function expectError(
  { status, body, headers }: Answer<unknown>,
  ...[expectedStatus, code, message, more]: [
    status: number,
    code: string,
    message?: RegExp,
    more?: Partial<BuyerErrorEnvelope['error']>,
  ]
) {
  expect({ status, body }).toEqual({
    status: expectedStatus,
    body: {
      error: {
        code,
        message: message ? expect.stringMatching(message) : expect.stringMatching(/\S/),
        ...more,
      },
    },
  })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
}
