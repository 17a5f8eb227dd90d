import { CARDS } from '../../server/testing/builders.ts'
import type { Random } from '../model/seeded-random.ts'

/** Texts that must never be in the log, by the name of their field. */
const CANARIES: Record<string, string[]> = {
  name: ['Zanzibarra Canary', 'Zanzibarra <b>Canary</b>'],
  phone: ['+34 600 987 654', '+1 (202) 555-0177'],
  email: ['zanzibarra@buyers.example'],
  details: ['Calle Zanzibarra 77, 28013 Madrid'],
  note: ['Zanzibarra asked for blue paper'],
  password: ['zanzibarra-password-1'],
  number: [...Object.values(CARDS), '5555555555554444', '378282246310005'],
}

/** The parts of canaries that the log is searched for. */
export const TRACES = ['anzibarra', '600 987 654', '555-0177', ...(CANARIES['number'] ?? [])]

/** Texts that programs may fail at, in JSON. */
const STRINGS = [
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u202Eevil\u202C"`,
  String.raw`"\uFEFF"`,
  '"e\u0301"',
  '"İ"',
  '"👩‍👩‍👧"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '"<script>alert(1)</script>"',
  `"'; drop table stores; --"`,
  '"%s%n%00"',
  '"${7*7}"',
  '"../../etc/passwd"',
  String.raw`"\\"`,
  String.raw`"\r\nSet-Cookie: a=b"`,
  '""',
  '" "',
  '"null"',
  '"NaN"',
  '"javascript:alert(1)"',
  '"http://169.254.169.254/"',
  '"https://user:secret@shop.example/"',
  `"${'x'.repeat(300)}"`,
  `"${'é'.repeat(3000)}"`,
]

const OTHERS = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '1e21',
  '9007199254740993',
  '2147483648',
  '[]',
  '{}',
  '[null]',
  '[[[[[[[[[[[[]]]]]]]]]]]]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
]

export const HOSTILE_JSON = [...STRINGS, ...OTHERS]

/** The same as plain text, for forms, queries and paths. */
export const HOSTILE_TEXTS = STRINGS.map((text) => String(JSON.parse(text)))

export const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'unknown',
  '',
  'items[0]',
  'a'.repeat(100),
]

/** Replaces a hostile text until the value becomes JSON. */
export const hostileMark = (random: Random) => `@@hostile ${random.below(HOSTILE_JSON.length)}@@`

/** JSON with the hostile texts instead of their marks. */
export const writeHostile = (value: unknown) =>
  (JSON.stringify(value) ?? 'null').replaceAll(
    /"@@hostile (\d+)@@"/g,
    (_, index: string) => HOSTILE_JSON[Number(index)] ?? 'null',
  )

/** What a field of this name usually holds; sometimes a canary. */
export const canaryOf = (name: string, random: Random) => {
  const known = CANARIES[name]
  return known && random.pick(known)
}
