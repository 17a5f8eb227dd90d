import type { Request } from 'express'
import * as z from 'zod'
import type { OrderFilter, ProductChoice } from '../../store/order-list.ts'
import { type FieldErrors, inputField, parseFields, selectField } from '../forms.ts'
import { html } from '../html.ts'
import { productOptions } from '../product-options.ts'

/** What PostgreSQL keeps in no text. */
const CONTROL = /\p{Cc}+/gu

const Text = z.string().transform((text) => text.replaceAll(CONTROL, ' ').trim() || undefined)

const Day = z.string().transform((text) => text || undefined)
  .refine((day) => day === undefined || (z.iso.date().safeParse(day).success && day >= '0001'), 'Choose a day, or leave this empty.')

const OrderFields = z.object({
  search: Text.refine((text) => text === undefined || text.length <= 200, 'Search for something shorter.'),
  from: Day, to: Day, product: Text,
}).refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
  path: ['to'], error: 'Choose a last day that is not before the first.',
})

export type FilterFields = Record<keyof OrderFilter, string>

/** What the form of the list sent: in the address, so that a narrowed list can be kept and sent on. */
export function filterFields({ query }: Pick<Request, 'query'>): FilterFields {
  const field = (name: string) => typeof query[name] === 'string' ? query[name] : ''
  return { search: field('search'), from: field('from'), to: field('to'), product: field('product') }
}

export const parseFilter = (fields: FilterFields): { value: OrderFilter; errors?: undefined } | { value?: undefined; errors: FieldErrors } =>
  parseFields(OrderFields, fields)

/** The filter as the query of an address. */
export const filterQuery = (fields: FilterFields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

type Filter = { path: string; fields: FilterFields; errors: FieldErrors | undefined; products: ProductChoice[] }

export const filterView = ({ path, fields, errors = {}, products }: Filter) => html`<form class="order-filter" method="get" action="${path}"
 role="search">
<div class="filters">
${inputField({ name: 'search', label: 'Order number, customer or phone', value: fields.search, error: errors['search'],
  attributes: html`type="search" maxlength="200" autocomplete="off"` })}
<button class="button">Search</button>
${Object.keys(filterQuery(fields)).length > 0 ? html`<a class="quiet clear" href="${path}">Clear filters</a>` : undefined}
</div>
<details${fields.from || fields.to || fields.product ? html` open` : undefined}>
<summary>Date and product</summary>
<div class="filters">
${inputField({ name: 'from', label: 'From', value: fields.from, error: errors['from'], attributes: html`type="date"` })}
${inputField({ name: 'to', label: 'To', value: fields.to, error: errors['to'], attributes: html`type="date"` })}
${selectField({ name: 'product', label: 'Product', value: fields.product, options: productOptions(products, fields.product) })}
</div>
</details>
</form>`
