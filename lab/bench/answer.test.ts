import { describe, expect, test } from 'vitest'
import { readAnswer } from './answer.ts'

const whole = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

const LENGTH = whole('HTTP/1.1 201 Created', 'Content-Length: 5', '', 'hello')
const CHUNKS = whole(
  'HTTP/1.1 200 OK',
  'transfer-encoding: chunked',
  'Connection: close',
  '',
  '5',
  'hello',
  'a',
  ' wor\r\nld! ',
  '0',
  '',
  '',
)

describe('performance: bench, an answer', () => {
  test('an answer is read with its length', () => {
    expect(readAnswer(LENGTH)).toEqual({
      status: 201,
      body: Buffer.from('hello'),
      isLast: false,
    })
  })

  test('an answer is read in chunks, whatever those hold', () => {
    expect(readAnswer(CHUNKS)).toEqual({
      status: 200,
      body: Buffer.from('hello wor\r\nld! '),
      isLast: true,
    })
  })

  test('an answer without a body ends with its head', () => {
    expect(readAnswer(whole('HTTP/1.1 304 Not Modified', '', ''))?.status).toBe(304)
  })

  test.each([
    ['a length', LENGTH],
    ['chunks', CHUNKS],
  ])('an answer with %s is not there before its last byte', (_, bytes) => {
    for (let length = 0; length < bytes.length; length += 1)
      expect(readAnswer(bytes.subarray(0, length))).toBeUndefined()
  })
})
