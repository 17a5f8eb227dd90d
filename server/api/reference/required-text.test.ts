import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'

/** Nobody sees any of it: spaces, a hyphen that may be one, fillers, directions, controls, blanks. */
const UNSEEN = ['\u200b', '\u00ad\u2060', '\u3164\u115f', '\u200e\u061c\ufeff', '\u0007\u2800']

type Leaf = { path: string; schema: z.ZodType }

/** All texts in a schema, by where they stand in it. */
function textsIn(value: unknown, path: string, seen = new Set<unknown>()): Leaf[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (value instanceof z.ZodString) return [{ path, schema: value }]
  const parts = value instanceof z.ZodType ? value.def : value
  return Object.entries(parts).flatMap(([name, part]) => textsIn(part, `${path}.${name}`, seen))
}

const contract = new URL('../../contract/', import.meta.url)

const texts = await Promise.all(
  readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[\w/-]+\.ts$/.test(name))
    .map(async (name) =>
      textsIn({ ...((await import(new URL(name, contract).href)) as object) }, name),
    ),
)

const takes = ({ schema }: Leaf, value: string) => schema.safeParse(value).success

describe('contract §3 and §4: text that is required', () => {
  test('no schema that wants text takes text that nobody sees', () => {
    const required = texts.flat().filter((leaf) => !takes(leaf, ''))
    expect(required.length).toBeGreaterThan(20)
    expect(
      required.filter((leaf) => UNSEEN.some((text) => takes(leaf, text))).map(({ path }) => path),
    ).toEqual([])
  })
})
