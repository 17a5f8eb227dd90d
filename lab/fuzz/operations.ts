import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { PROJECT } from '../servers/lab-service.ts'

export type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  format?: string
}

type Parameter = { in: string; name: string; schema: Schema }
type Content = Record<string, { schema: AnySchema }>
type Answer = { content?: Content }
type OperationSchema = {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer | { $ref: string }>
}
type Path = { servers?: { url: string }[] } & Record<string, OperationSchema>
type Document = {
  paths: Record<string, Path>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

/** The description of an operation. */
export type Operation = {
  id: string
  method: string
  /** With the path of its server in front. */
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** The kinds of keys that it takes; empty when it needs none. */
  keys: string[]
  /** Checks of an answer, by status and content type. */
  answers: Record<string, Record<string, ValidateFunction>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The document lets answers grow, but today an unknown field is a mistake. */
const toExact = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(toExact)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([name, value]) => [name, toExact(value)])
  const isOpen = 'properties' in schema && !('additionalProperties' in schema)
  return Object.fromEntries(isOpen ? [...entries, ['additionalProperties', false]] : entries)
}

/** All operations of `openapi.json` in that project. */
export function readOperations(tree: string = PROJECT) {
  const document = JSON.parse(readFileSync(join(tree, 'openapi.json'), 'utf8')) as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api:', components: toExact(document.components) as object })
  const compile = (schema: AnySchema) =>
    ajv.compile(
      JSON.parse(
        JSON.stringify(toExact(schema)).replaceAll('"#/components', '"api:#/components'),
      ) as AnySchema,
    )
  const compileContent = (content: Content = {}) =>
    Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, compile(schema)]))
  const nameIn = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)
  const answerOf = (answer: Answer | { $ref: string }) =>
    '$ref' in answer ? document.components.responses[nameIn(answer.$ref)] : answer

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const described = item[method]
      if (!described) return []
      const [server] = item.servers ?? []
      const prefix = new URL(server?.url ?? 'http://localhost').pathname.replace(/\/$/, '')
      return [
        {
          id: described.operationId,
          method: method.toUpperCase(),
          path: prefix + path,
          parameters: described.parameters ?? [],
          body: described.requestBody?.content['application/json']?.schema,
          keys: (described.security ?? []).flatMap((each) => Object.keys(each)),
          answers: Object.fromEntries(
            Object.entries(described.responses).map(([status, answer]) => [
              status,
              compileContent(answerOf(answer)?.content),
            ]),
          ),
        },
      ]
    }),
  )
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (document.components.schemas[nameIn(schema.$ref)] ?? {})
  return { operations, resolve, isError: compile({ $ref: '#/components/schemas/Error' }) }
}
