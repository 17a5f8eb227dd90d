import type * as z from 'zod'
import { CheckoutError } from '../checkout/errors.ts'

const toField = (path: PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

const valueAt = (value: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  )

const NAMES: Record<string, string> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
  tuple: 'an array',
}

const UNITS: Record<string, string> = { string: ' characters', array: ' elements' }

function describe(issue: z.core.$ZodIssue, value: unknown) {
  if (issue.code === 'custom') return issue.message
  if (value === undefined && issue.code !== 'unrecognized_keys') return 'is required'
  const units = ('origin' in issue && UNITS[issue.origin]) || ''
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NAMES[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `must be at most ${issue.maximum}${units}`
    case 'too_small':
      return `must be at least ${issue.minimum}${units}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return issue.message
  }
}

/** `<field>: <reason>` of the first thing that is wrong (spec §7). */
function toError(error: z.ZodError, value: unknown) {
  const [issue] = error.issues
  if (!issue) throw error
  const path =
    issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = toField(path) || 'body'
  return new CheckoutError(
    'invalid_request',
    `${field}: ${describe(issue, valueAt(value, issue.path))}`,
  )
}

/**
 * What came from outside, as the schema's type. @throws {CheckoutError} invalid_request, naming the
 * field
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw toError(result.error, value)
  return result.data
}
