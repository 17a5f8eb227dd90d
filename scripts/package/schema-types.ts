import type { OpenApiDocument } from '../../server/api/reference/document.ts'

/** The part of JSON Schema that the reference uses. */
export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: false | Schema
}

/** Other names for schemas whose name browsers or pages use already. */
const NAMES: Record<string, string> = {
  Event: 'StoreEvent',
  EventList: 'StoreEventList',
  Session: 'CheckoutSession',
}

const nameIn = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)
export const typeName = (schema: string) => NAMES[schema] ?? schema

const union = (types: string[]) => [...new Set(types)].join(' | ')

export const comment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '* /')} */\n` : ''

/** The members of an object with their descriptions. */
export const membersOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties)
    .map(([name, member]) => {
      const type = typeOf(member)
      const typed = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`
      return `${comment(member.description)}${name}${typed}\n`
    })
    .join('')

function ofType(schema: Schema, type: string | undefined): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeOf(schema.items ?? {})
      return schema.minItems === 1 && schema.maxItems === 1 ? `[${item}]` : `(${item})[]`
    }
    case 'object':
      return schema.properties
        ? `{\n${membersOf(schema)}}`
        : `Record<string, ${typeOf(schema.additionalProperties || {})}>`
    case undefined:
      return 'unknown'
    default:
      throw new Error(`A type of JSON Schema that has no TypeScript here: ${type}`)
  }
}

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return typeName(nameIn(schema.$ref))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return union(variants.map(typeOf))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return union(types.map((type) => ofType(schema, type)))
}

/** These schemas and all that they refer to. */
function withNamed(schemas: Record<string, Schema>, names: string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const [, ref = ''] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"([^"]+)"/g))
      visit(nameIn(ref))
  }
  names.forEach(visit)
  return [...found]
}

export const schemasOf = (document: OpenApiDocument) =>
  document.components?.schemas as Record<string, Schema>

/** The types of these schemas and of all that they refer to. */
export function declareTypes(schemas: Record<string, Schema>, names: string[]): string {
  return withNamed(schemas, names)
    .map((name) => {
      const schema = schemas[name]
      if (!schema) throw new Error(`The reference has no schema ${name}`)
      return `${comment(schema.description)}export type ${typeName(name)} = ${typeOf(schema)}\n`
    })
    .join('\n')
}
