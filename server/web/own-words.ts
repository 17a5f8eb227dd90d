import type * as z from 'zod'

const NAMES: Record<string, string> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
  record: 'a JSON object',
  tuple: 'an array',
  null: 'null',
}

const UNITS: Record<string, string> = { string: ' characters', array: ' elements' }

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue

/** Why a value is refused; undefined where its schema has to say it. */
export function reasonOf(issue: Issue) {
  const units = ('origin' in issue && UNITS[String(issue.origin)]) || ''
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NAMES[issue.expected] ?? 'of another type'}`
    case 'too_big':
      return `must be at most ${issue.maximum}${units}`
    case 'too_small':
      return `must be at least ${issue.minimum}${units}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return undefined
  }
}

/** What a refusal says where its schema says nothing: none of it is a library's. */
export const ownWords = (issue: z.core.$ZodRawIssue) =>
  issue.input === undefined ? 'is required' : (reasonOf(issue) ?? 'is not of the right form')
