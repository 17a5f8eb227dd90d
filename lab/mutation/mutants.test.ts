import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KNOWN_MUTANTS } from './known-mutants.ts'
import { applyMutant, isReadable, mutantsOf, sample, toDiff } from './mutants.ts'
import { findSources } from './rooms.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** What becomes of a piece of code, one mistake at a time. */
const mistakesIn = (source: string) =>
  mutantsOf('a.ts', source).map((mutant) => applyMutant(source, mutant))

const inSql = (statement: string) => {
  const [before, after] = ['named("x")`', '`']
  return mistakesIn(`${before}${statement}${after}`).map((text) =>
    text.slice(before.length, -after.length),
  )
}

describe('reliability: mutants of code', () => {
  test.each<[string, string[]]>([
    ['a < b', ['a <= b']],
    ['a >= b', ['a > b']],
    ['a === b', ['a !== b']],
    ['a + b', ['a - b']],
    ['a && b', ['a', 'b']],
    ['a || b', ['a', 'b']],
    ['a ?? b', ['a']],
    ['a ?? null', []],
    ['!a', ['a']],
    ['a ? b : c', ['true ? b : c', 'false ? b : c']],
    ['if (a) b', ['if (true) b', 'if (false) b']],
    ['a = 60_000', ['a = 60001', 'a = 59999', 'a = 120000']],
    ['a = 0', ['a = 1']],
    ['a = true', ['a = false']],
    ["a = 'captured'", ["a = 'declined'"]],
    ["a = 'some text'", []],
    ['a(b)', ['void 0']],
    ['await a(b)', ['void 0', 'void a(b)']],
    ['events.moved()', []],
    ["deps.reach('K1')", []],
    ['a = Math.min(b)', ['a = Math.max(b)']],
    ['const f = () => { return a }', ['const f = () => { return undefined }']],
  ])('all mutants of this code are made: %s', (source, expected) => {
    expect(mistakesIn(source).toSorted()).toEqual(expected.toSorted())
  })

  test('mutants leave types, imports and the names of members alone', () => {
    expect(mistakesIn(`import a from 'open'`)).toEqual([])
    expect(mistakesIn(`type A = 'open' | 1`)).toEqual([])
    expect(mistakesIn(`const a = { 'open': b }`)).toEqual([])
    expect(mistakesIn(`const a = 'open' as 'open' | 'paying'`)).toEqual([
      `const a = 'paying' as 'open' | 'paying'`,
    ])
  })
})

describe('reliability: mutants of SQL', () => {
  test.each<[string, string[]]>([
    [
      'select a\nwhere b = ${c}\n  and d <= 1',
      [
        'select a\nwhere true\n  and d <= 1',
        'select a\nwhere b <> ${c}\n  and d <= 1',
        'select a\nwhere b = ${c}\n',
        'select a\nwhere b = ${c}\n  and d < 1',
        'select a\nwhere b = ${c}\n  and d <= 2',
      ],
    ],
    ['where a in (\n  select b\n  and hold) c', ['where a in (\n  select b\n) c']],
    ['and not v.removed', ['', 'and v.removed']],
    ['a is not distinct from b', ['a is distinct from b']],
    ['set a = b,\n  c = d', ['set a = a,\n  c = d', 'set a = b,\n  c = c']],
    ["a + interval '3 seconds'", ["a - interval '3 seconds'", "a + interval '6 seconds'"]],
    ["a in ('open')", ["a in ('paying')"]],
    ['coalesce(${a}, b)', ['${a}']],
    ['for update skip locked)', [')']],
    ['least(a, b)', ['greatest(a, b)']],
    ['  limit ${limit}', ['']],
    ['limit ${a < b}', ['', 'limit ${a <= b}']],
  ])('all mutants of this SQL are made: %s', (statement, expected) => {
    expect(inSql(statement).toSorted()).toEqual(expected.toSorted())
  })

  test('mutants of SQL are made in statements alone', () => {
    expect(mistakesIn('const a = html`where a < 1`')).toEqual([])
    expect(mistakesIn('const a = sql`where a < 1`')).toHaveLength(3)
  })
})

describe('reliability: mutation', () => {
  test('mutation chooses by the seed alone', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    const chosen = sample(numbers, { size: 10, seed: 1 })
    expect(new Set(chosen).size).toBe(10)
    expect(sample(numbers, { size: 10, seed: 1 })).toEqual(chosen)
    expect(sample(numbers, { size: 10, seed: 2 })).not.toEqual(chosen)
    expect(sample(numbers, { size: 1000, seed: 1 })).toHaveLength(100)
  })

  test('mutation shows the lines that change', () => {
    const source = 'a()\nif (b < c) {\n  d()\n}\n'
    const [, boundary] = mutantsOf('a.ts', source).filter(({ rule }) => /boundary|call/.test(rule))
    expect(boundary && toDiff(boundary, source)).toEqual(['- if (b < c) {', '+ if (b <= c) {'])
  })

  const sources = findSources(PROJECT, { only: [], long: false })

  test('mutation finds the core, its SQL and the providers, each with tests that are there', () => {
    const files = sources.map(({ file }) => file)
    expect(new Set(files).size).toBe(files.length)
    for (const file of [
      'server/checkout/payments/pay-session.ts',
      'server/postgres/payments/attempts.ts',
      'server/payments/breaker.ts',
      'server/payments/stripe/stripe-outcomes.ts',
      'server/payments/test/test-payments.ts',
    ])
      expect(files).toContain(file)
    for (const { tests } of sources) expect(tests.length).toBeGreaterThan(5)
  })

  test('mutation makes no mistake that cannot be read', () => {
    for (const { file } of sources.filter((_, index) => index % 5 === 0)) {
      const source = readFileSync(join(PROJECT, file), 'utf8')
      const broken = mutantsOf(file, source).filter((mutant) => !isReadable(mutant, source))
      expect(broken.map((mutant) => toDiff(mutant, source))).toEqual([])
    }
  })

  test.each(KNOWN_MUTANTS)('the known mutant $name fits $file', ({ file, find, replace }) => {
    expect(readFileSync(join(PROJECT, file), 'utf8').split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
    expect(sources.map((source) => source.file)).toContain(file)
  })
})
