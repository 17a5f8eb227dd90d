import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CheckoutError } from '../../checkout/errors.ts'
import { parse } from './parse.ts'

const Schema = z.strictObject({
  name: z.string().min(2).max(5),
  list: z
    .array(z.strictObject({ count: z.int().min(1).max(9) }))
    .max(2)
    .optional(),
  kind: z.enum(['a', 'b']).optional(),
  one: z.literal('x').optional(),
  flag: z.boolean().optional(),
  own: z
    .string()
    .refine((value) => value === 'ok', 'must be ok')
    .optional(),
})

const messageOf = (value: unknown) => {
  try {
    parse(Schema, value)
    return undefined
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    expect(error.code).toBe('invalid_request')
    return error.message
  }
}

describe('spec §7 Errors: <field>: <reason>', () => {
  test('a body that is right passes', () => {
    expect(parse(Schema, { name: 'Ana', list: [{ count: 1 }] })).toEqual({
      name: 'Ana',
      list: [{ count: 1 }],
    })
  })

  test.each<[unknown, string]>([
    [undefined, 'body: is required'],
    [null, 'body: must be a JSON object'],
    [[], 'body: must be a JSON object'],
    ['x', 'body: must be a JSON object'],
    [{}, 'name: is required'],
    [{ name: 1 }, 'name: must be a string'],
    [{ name: 'x' }, 'name: must be at least 2 characters'],
    [{ name: 'xxxxxx' }, 'name: must be at most 5 characters'],
    [{ name: 'Ana', list: {} }, 'list: must be an array'],
    [{ name: 'Ana', list: [1] }, 'list[0]: must be a JSON object'],
    [{ name: 'Ana', list: [{ count: 1 }, {}] }, 'list[1].count: is required'],
    [{ name: 'Ana', list: [{ count: 1.5 }] }, 'list[0].count: must be an integer'],
    [{ name: 'Ana', list: [{ count: 10 }] }, 'list[0].count: must be at most 9'],
    [{ name: 'Ana', list: [{ count: 1, more: 1 }] }, 'list[0].more: is not a known field'],
    [
      { name: 'Ana', list: [{ count: 1 }, { count: 1 }, { count: 1 }] },
      'list: must be at most 2 elements',
    ],
    [{ name: 'Ana', kind: 'c' }, 'kind: must be one of a, b'],
    [{ name: 'Ana', one: 'y' }, 'one: must be x'],
    [{ name: 'Ana', flag: 'yes' }, 'flag: must be true or false'],
    [{ name: 'Ana', own: 'no' }, 'own: must be ok'],
    [{ name: 'Ana', extra: 1 }, 'extra: is not a known field'],
  ])('the body %j is refused with "%s"', (value, message) => {
    expect(messageOf(value)).toBe(message)
  })
})
