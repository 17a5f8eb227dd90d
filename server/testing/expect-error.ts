import { expect } from 'vitest'
import type { Answer } from './http-call.ts'

/** The spec's envelope and nothing else, with this status, code and message. */
export function expectError(
  { status, body, headers }: Answer<unknown>,
  ...[expectedStatus, code, message]: [status: number, code: string, message?: RegExp]
) {
  expect({ status, body }).toEqual({
    status: expectedStatus,
    body: {
      error: {
        code,
        message: message ? expect.stringMatching(message) : expect.stringMatching(/\S/),
      },
    },
  })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
}
