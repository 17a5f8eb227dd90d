import type { Request } from 'express'
import * as z from 'zod'
import type { OrderFilter } from './order-list.ts'
import { type FieldErrors, inputField, parseFields, selectField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import {
  FilterText,
  filterFields,
  filterOf,
  filterQuery,
  type ProductChoice,
  dayFields,
  productField,
} from '../frame/list-filter.ts'

const FIELDS = ['search', 'from', 'to', 'product', 'state'] as const

const OrderFields = filterOf({
  search: FilterText.refine(
    (text) => text === undefined || text.length <= 200,
    'Search for something shorter.',
  ),
  product: FilterText,
  state: z.string().transform((state) => state === 'disputed' || undefined),
})

/** The fields of the filter, as the address has them, and what they narrow the list to. */
export function readOrderFilter(request: Pick<Request, 'query'>) {
  const fields = filterFields(request, FIELDS)
  const { value, errors } = parseFields(OrderFields, fields)
  if (!value) return { fields, errors }
  const { state: disputed, ...rest } = value
  const filter: OrderFilter = { ...rest, disputed }
  return { fields, filter, errors }
}

type Filter = {
  path: string
  typed: { fields: Record<(typeof FIELDS)[number], string>; errors: FieldErrors | undefined }
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
        ${dayFields(typed, { from: 'From', to: 'To' })} ${productField(typed, products)}
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
