import type { Random } from '../model/seeded-random.ts'
import type { FuzzedStores } from './fuzzed-stores.ts'
import type { Schema } from './operations.ts'
import { HOSTILE_NAMES, canaryOf, hostileMark } from './values.ts'

type Making = {
  random: Random
  stores: FuzzedStores
  resolve: (schema: Schema) => Schema
  /** How likely a value breaks the schema. */
  hostility: number
}

const MAX_DEPTH = 6

/** No product has these, so naming one is a mistake. */
const SELDOM = ['size', 'color']

/** A value that fits the schema, and sometimes one that does not. */
export function sampleOf(
  schema: Schema,
  making: Making,
  { name = '', depth = 0 }: { name?: string; depth?: number } = {},
): unknown {
  const { random, resolve, stores, hostility } = making
  if (random.chance(hostility)) return hostileMark(random)
  const known = stores.knownValue(name, random)
  if (known !== undefined) return known
  const { type, properties, items, anyOf, oneOf, enum: values, ...rest } = resolve(schema)
  const inner = { name, depth: depth + 1 }
  if (depth > MAX_DEPTH) return null
  if (rest.const !== undefined) return rest.const
  if (values) return random.pick(values)
  const either = anyOf ?? oneOf
  if (either) return sampleOf(random.pick(either), making, inner)
  switch (type) {
    case 'object':
      return objectOf(properties ?? {}, rest.required ?? [], { making, depth })
    case 'array': {
      const { minItems = 0, maxItems = 3 } = rest
      const wanted = random.chance(hostility) ? random.below(4) : Math.max(minItems, 1)
      return Array.from({ length: Math.min(wanted, maxItems + 1) }, () =>
        sampleOf(items ?? {}, making, inner),
      )
    }
    case 'integer':
    case 'number':
      return numberOf(rest, making)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return textOf(name, rest, making)
  }
}

function objectOf(
  properties: Record<string, Schema>,
  required: string[],
  { making, depth }: { making: Making; depth: number },
) {
  const { random, hostility } = making
  const entries = Object.entries(properties)
    .filter(([name]) =>
      required.includes(name)
        ? !random.chance(hostility / 2)
        : random.chance(SELDOM.includes(name) ? hostility : 0.4),
    )
    .map(([name, schema]): [string, unknown] => [
      name,
      sampleOf(schema, making, { name, depth: depth + 1 }),
    ])
  if (random.chance(hostility)) entries.push([random.pick(HOSTILE_NAMES), hostileMark(random)])
  return Object.fromEntries(entries)
}

/** Mostly within the bounds, and often at one of them. */
function numberOf({ minimum = 0, maximum = 1000 }: Schema, { random, hostility }: Making) {
  if (random.chance(hostility)) return random.pick([minimum - 1, maximum + 1, minimum + 0.5])
  const near = Math.min(maximum, minimum + 50)
  return random.chance(0.1)
    ? random.pick([minimum, maximum])
    : minimum + random.below(near - minimum + 1)
}

function textOf(
  name: string,
  { minLength = 0, maxLength = 40, format }: Schema,
  { random, hostility }: Making,
) {
  const canary = canaryOf(name, random)
  if (canary !== undefined) return canary
  if (random.chance(hostility)) return 'x'.repeat(maxLength + 1)
  if (format === 'uri') return `https://shop.example/${random.below(100)}`
  if (random.chance(0.05)) return 'y'.repeat(maxLength)
  return `text ${random.below(1000)}`.slice(0, maxLength).padEnd(minLength, '.')
}
