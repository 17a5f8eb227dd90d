import * as z from 'zod'
import type { Request } from 'express'
import type { Page } from '../../checkout/ports/list-pages.ts'
import { type Typed, inputField, selectField } from './forms.ts'
import { html } from './html.ts'

/** The first and the last day that are listed, `2026-11-21`, in the store's time zone. */
export type Days = { from?: string | undefined; to?: string | undefined }

/**
 * `products`: what the list can be narrowed to, the store's products by name, those for sale first,
 * not more than 200.
 */
export type NarrowedList<Row> = Page<Row> & { products: ProductChoice[] }

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

/** What a list can be narrowed to. */
export type ProductChoice = { slug: string; name: string }

/**
 * Narrows a list to a product. A product that is not among the choices stays chosen; an empty value
 * is no product.
 */
export function productField(typed: Typed, products: ProductChoice[]) {
  const chosen = typed.fields?.['product'] ?? ''
  const isKnown = chosen === '' || products.some(({ slug }) => slug === chosen)
  const options = [
    { value: '', text: 'All products' },
    ...products.map(({ slug, name }) => ({ value: slug, text: name })),
    ...(isKnown ? [] : [{ value: chosen, text: chosen }]),
  ]
  return selectField({ typed, name: 'product', label: 'Product', options })
}

/** Narrows a list to the days between two. */
export const dayFields = (typed: Typed, labels: { from: string; to: string }) =>
  (['from', 'to'] as const).map((name) =>
    inputField({ typed, name, label: labels[name], attributes: html`type="date"` }),
  )
