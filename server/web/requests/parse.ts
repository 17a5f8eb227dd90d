import type * as z from 'zod'
import { CheckoutError } from '../../checkout/errors.ts'
import { ownWords, reasonOf } from '../own-words.ts'

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

function describe(issue: z.core.$ZodIssue, value: unknown) {
  if (issue.code === 'custom') return issue.message
  if (value === undefined && issue.code !== 'unrecognized_keys') return 'is required'
  return reasonOf(issue) ?? issue.message
}

/** `<field>: <reason>` of the first issue (spec §7). */
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

/** Parses input from outside. @throws {CheckoutError} invalid_request, naming the field */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: ownWords })
  if (!result.success) throw toError(result.error, value)
  return result.data
}
