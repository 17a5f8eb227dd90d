import type { Request } from 'express'
import * as z from 'zod'

/** Control characters: no name holds one, and PostgreSQL takes no U+0000 in a text. */
const CONTROL = /\p{Cc}+/gu

/** Of a list's filter, as its form sends it: an empty field asks for nothing. */
export const FilterText = z
  .string()
  .transform((text) => text.replaceAll(CONTROL, ' ').trim() || undefined)

const FilterDay = z
  .string()
  .transform((text) => text || undefined)
  .refine(
    (day) => day === undefined || (z.iso.date().safeParse(day).success && day >= '0001'),
    'Choose a day, or leave this empty.',
  )

/** A filter of these fields, and of the days `from` and `to`. */
export const filterOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape }).and(
    z
      .object({ from: FilterDay, to: FilterDay })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['to'],
        error: 'Choose a last day that is not before the first.',
      }),
  )

/**
 * What the form of a list sent: in the address, so that a narrowed list can be kept and sent on.
 */
export const filterFields = <Name extends string>(
  { query }: Pick<Request, 'query'>,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.map((name) => [name, typeof query[name] === 'string' ? query[name] : '']),
  ) as Record<Name, string>

/** The filter as the query of an address. */
export const filterQuery = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
