import { describe, expect, test } from 'vitest'
import {
  parseHeader,
  parseLine,
  toHeader,
  toSequenceLines,
  toTableLine,
  toTotals,
} from './dump-format.ts'

const HEADER = {
  schema: 57,
  service: 'service',
  takenAt: '2026-11-28T06:00:00.000Z',
  signingKey: '0123456789abcdef',
}

const headerOf = (fields: Record<string, unknown>) =>
  `-- header ${JSON.stringify({ ...HEADER, ...fields })}`

const [title = ''] = toHeader(HEADER).split('\n')

describe('contract §8: the lines of a backup are data', () => {
  test('what is written is read', () => {
    expect(parseHeader(title, headerOf({}))).toEqual(HEADER)
    const table = { name: 'public.orders', columns: ['id', '"order"', 'at'] }
    expect(parseLine(toTableLine(table).slice(0, -1))).toEqual({ type: 'table', ...table })
    const sequence = { name: 'public.orders_id_seq', step: '4096', value: '7', isCalled: false }
    const [step = '', value = ''] = toSequenceLines(sequence).split('\n')
    expect([parseLine(step), parseLine(value)]).toEqual([
      { type: 'step', sequence: sequence.name, step: '4096' },
      { type: 'value', sequence: sequence.name, value: '7', isCalled: false },
    ])
    expect(parseLine("SELECT setval('public.orders_id_seq', 9);")).toEqual({
      type: 'value',
      sequence: sequence.name,
      value: '9',
      isCalled: undefined,
    })
    expect(parseLine(toTotals({ a: 1 }).slice(0, -1))).toEqual({ type: 'totals', rows: { a: 1 } })
  })

  test.each([
    { schema: '57' },
    { schema: 0 },
    { schema: 1.5 },
    { service: 7 },
    { takenAt: 'yesterday' },
    { takenAt: '2026-11-28' },
    { takenAt: '2026-11-28T06:00:00.000Z\u001b[2J' },
    { takenAt: undefined },
    { signingKey: null },
  ])('a header with %j cannot be read', (fields) => {
    expect(() => parseHeader(title, headerOf(fields))).toThrow('cannot be read')
  })

  test.each(['', '-- header', '-- header {', '-- header null', '-- header []', '\0'])(
    'a header that is %j cannot be read',
    (header) => {
      expect(() => parseHeader(title, header)).toThrow(/cannot be read|no backup/)
    },
  )

  test.each([
    '-- Hosted Checkout, backup 2',
    ` ${title}`,
    `\ufeff${title}`,
    Buffer.from(title, 'utf16le').toString(),
  ])('%j begins no backup', (other) => {
    expect(() => parseHeader(other, headerOf({}))).toThrow('no backup of Hosted Checkout')
  })

  test.each([
    '',
    'select 1;',
    "COPY (select 1) TO PROGRAM 'touch /tmp/x';",
    "COPY public.orders TO PROGRAM 'cat';",
    "COPY public.orders FROM PROGRAM 'cat';",
    "COPY public.orders (id) FROM '/etc/passwd';",
    'COPY public.orders FROM stdin;',
    'copy public.orders (id) from stdin;',
    'COPY public.orders (id) FROM stdin; select 1;',
    'COPY public.orders (id) FROM stdin',
    'COPY public. orders (id) FROM stdin;',
    'ALTER SEQUENCE public.s INCREMENT BY 1; select 1;',
    'ALTER SEQUENCE public.s INCREMENT BY -1;',
    'ALTER SEQUENCE public.s OWNED BY NONE;',
    "SELECT setval('public.s', 1); select 1;",
    "SELECT setval('public.s', (select 1));",
    "SELECT setval('public.s', 1, null);",
    '-- rows',
    'x-- rows {}',
    '-- rows 1',
    '-- rows null',
    '-- a comment',
  ])('%j is of no backup', (line) => {
    expect(() => parseLine(line)).toThrow(/of no backup|cannot be read/)
  })
})
