import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeApi, judgePage } from './judge.ts'
import { findTraces } from './log-reader.ts'
import { readOperations } from './operations.ts'

const { operations, isError } = readOperations()

const anAnswer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  text: JSON.stringify(body),
  headers: { 'request-id': 'r', 'content-type': 'application/json; charset=utf-8', ...headers },
  ms: 1,
  isStale: false,
})

const judge = (answer: ReturnType<typeof anAnswer>, id = 'getSession') =>
  judgeApi(answer, {
    operation: operations.find((each) => each.id === id),
    sent: { port: 1, method: 'GET', path: '/' },
    isError,
  })

const refusal = (code: string) => ({ error: { code, message: 'No.' } })

describe('reliability: fuzz, an answer of the API', () => {
  test('an answer as the document says it is no mistake', () => {
    expect(judge(anAnswer(200, { status: 'open', order: null }))).toBeUndefined()
    expect(judge(anAnswer(401, refusal('invalid_api_key')))).toBeUndefined()
    expect(judge(anAnswer(503, refusal('busy'), { 'retry-after': '1' }))).toBeUndefined()
  })

  test.each([
    ['another status', anAnswer(304, {})],
    ['500, documented or not', anAnswer(500, refusal('internal_error'), { 'retry-after': '2' })],
    ['a field that nobody described', anAnswer(200, { status: 'open', order: null, more: 1 })],
    ['another type', anAnswer(401, refusal('invalid_api_key'), { 'content-type': 'text/html' })],
    ['an error without envelope', anAnswer(401, { message: 'No.' })],
    ['503 for another reason', anAnswer(503, refusal('internal_error'), { 'retry-after': '1' })],
    ['no hint when to come again', anAnswer(429, refusal('rate_limited'))],
  ])('an answer with %s is a mistake', (_, answer) => {
    expect(judge(answer)).toBeDefined()
  })
})

test('reliability: fuzz, a page shows no script that was sent, no other store, no failure', () => {
  const page = (status: number, text: string, headers = {}) =>
    judgePage({ ...anAnswer(status, text, { 'content-type': 'text/html', ...headers }), text }, [
      'Moonlit',
    ])
  expect(page(422, '<p>&lt;script>alert(1)')).toBeUndefined()
  expect(page(200, '<script>alert(1)</script>')).toBeDefined()
  expect(page(200, 'The Moonlit store')).toBeDefined()
  expect(page(500, '')).toBeDefined()
  expect(page(303, '', { location: 'https://evil.example' })).toBeDefined()
})

test('reliability: fuzz, a log holds nothing that was sent, except in mails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hc-fuzz-'))
  const file = join(folder, 'log')
  const lines = [
    '{"msg":"request.answered","route":"/v1/products"}',
    '{"msg":"x","name":"Zanzibarra Canary"}',
    '{"msg":"x","card":"4242424242424242"}',
    `{"msg":"x","key":"sk_live_${'a'.repeat(38)}"}`,
    `{"msg":"x","session":"cs_${'a'.repeat(32)}"}`,
    '{"msg":"x","of":"a secret"}',
    '{"msg":"mail.written","text":"Zanzibarra"}',
  ]
  await writeFile(file, lines.join('\n'))
  expect(await findTraces(file, ['a secret'])).toHaveLength(5)
  await rm(folder, { recursive: true })
})
