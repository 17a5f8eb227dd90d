import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CheckoutError } from '../checkout/errors.ts'
import { SETTINGS, parseConfig } from '../config.ts'
import { parse } from './requests/parse.ts'

const CONTRACT = join(import.meta.dirname, '../contract')

const modules = await Promise.all(
  readdirSync(CONTRACT)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => import(join(CONTRACT, name)) as Promise<Record<string, unknown>>),
)

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** The schema, and all that it is made of. */
function partsOf(schema: z.ZodType, seen = new Set<z.ZodType>()) {
  if (seen.has(schema)) return seen
  seen.add(schema)
  const inner = Object.values(schema.def).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && !isSchema(part) ? Object.values(part) : [part],
  )
  for (const part of inner.filter(isSchema)) partsOf(part, seen)
  return seen
}

const WRONG = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  Number.NaN,
  '',
  ' ',
  'x',
  '\0',
  '-',
  '2026-13-45',
  'x'.repeat(70_000),
  [],
  [null],
  Array.from({ length: 500 }, () => 'x'),
  {},
  { x: 1 },
  { id: 1, kind: 'x', status: 'x', type: 'x' },
]

/** What zod says by itself. */
const FOREIGN = /invalid|expected|received|pattern|unrecognized|\binput\b|too (big|small)/i

function messageOf(schema: z.ZodType, value: unknown) {
  try {
    parse(schema, value)
    return ''
  } catch (error) {
    return error instanceof CheckoutError ? error.message : String(error)
  }
}

const exported = modules.flatMap((each) => Object.values(each)).filter(isSchema)

describe('spec §7 Errors: every refusal is in our own words', () => {
  test('no schema of the contract refuses a wrong value in the words of a library', () => {
    const parts = [
      ...exported.reduce((seen, schema) => partsOf(schema, seen), new Set<z.ZodType>()),
    ]
    expect(parts.length).toBeGreaterThan(300)
    const messages = new Set(
      parts.flatMap((schema) => WRONG.map((value) => messageOf(schema, value))),
    )
    expect(messages.size).toBeGreaterThan(20)
    expect([...messages].filter((message) => FOREIGN.test(message))).toEqual([])
  })

  test('no setting is refused in the words of a library', () => {
    const names = Object.values(SETTINGS).flatMap((schema) =>
      isSchema(schema)
        ? [...partsOf(schema)].flatMap(({ def }) =>
            'shape' in def ? Object.keys(def.shape as object) : [],
          )
        : [],
    )
    expect(names).toContain('PORT')
    for (const name of names)
      for (const value of ['x', '-1', ' ', '\0'])
        try {
          parseConfig({ [name]: value })
        } catch (error) {
          expect(String(error)).not.toMatch(FOREIGN)
        }
  })
})
