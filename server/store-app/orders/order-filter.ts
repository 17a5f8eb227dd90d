import type { Request } from 'express'
import * as z from 'zod'
import type { OrderFilter } from './order-list.ts'
import type { ProductChoice } from '../frame/product-options.ts'
import { type FieldErrors, inputField, parseFields, selectField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { FilterText, filterFields, filterOf, filterQuery } from '../frame/list-filter.ts'
import { productOptions } from '../frame/product-options.ts'

const FIELDS = ['search', 'from', 'to', 'product', 'state'] as const

const OrderFields = filterOf({
  search: FilterText.refine(
    (text) => text === undefined || text.length <= 200,
    'Search for something shorter.',
  ),
  product: FilterText,
  state: z.string().transform((state) => state === 'disputed' || undefined),
})

export type FilterFields = Record<(typeof FIELDS)[number], string>

export const orderFilterFields = (request: Pick<Request, 'query'>): FilterFields =>
  filterFields(request, FIELDS)

export const parseFilter = (
  fields: FilterFields,
): { value: OrderFilter; errors?: undefined } | { value?: undefined; errors: FieldErrors } => {
  const { value, errors } = parseFields(OrderFields, fields)
  if (errors) return { errors }
  const { state: disputed, ...filter } = value
  return { value: { ...filter, disputed } }
}

type Filter = {
  path: string
  typed: { fields: FilterFields; errors: FieldErrors | undefined }
  products: ProductChoice[]
}

export const filterView = ({ path, typed, products }: Filter) => {
  const { fields } = typed
  return html`<form class="order-filter" method="get" action="${path}" role="search">
    <div class="filters">
      ${inputField({
        typed,
        name: 'search',
        label: 'Order number, customer or phone',
        attributes: html`type="search" maxlength="200" autocomplete="off"`,
      })}
      <button class="button">Search</button>
      ${
        Object.keys(filterQuery(fields)).length > 0
          ? html`<a class="quiet clear" href="${path}">Clear filters</a>`
          : undefined
      }
    </div>
    <details ${fields.from || fields.to || fields.product || fields.state ? html`open` : undefined}>
      <summary>Date, product and state</summary>
      <div class="filters">
        ${inputField({ typed, name: 'from', label: 'From', attributes: html`type="date"` })}
        ${inputField({ typed, name: 'to', label: 'To', attributes: html`type="date"` })}
        ${selectField({
          typed,
          name: 'product',
          label: 'Product',
          options: productOptions(products, fields.product),
        })}
        ${selectField({
          typed,
          name: 'state',
          label: 'State',
          options: [
            { value: '', text: 'All' },
            { value: 'disputed', text: 'Disputed' },
          ],
        })}
      </div>
    </details>
  </form>`
}
