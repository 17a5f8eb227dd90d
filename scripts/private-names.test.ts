import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PRIVATE } from './private-names.ts'

function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'properties') yield* Object.keys(inner as object)
    yield* namesIn(inner)
  }
}

test('checkout page §1: no name of the wire is made short in the scripts', () => {
  const reference: unknown = JSON.parse(
    readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'),
  )
  const wire = new Set(namesIn(reference))
  expect(wire).toContain('deliveryOptions')
  expect(PRIVATE.filter((name) => wire.has(name))).toEqual([])
})
