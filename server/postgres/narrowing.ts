import type { Days } from '../checkout/ports/list-pages.ts'
import { columns, text } from './columns.ts'
import { fragment, piece } from './database.ts'

const NO_CONDITION = fragment('')

/** A condition that is not there costs nothing, and the planner sees the values of the others. */
export const ifGiven = <Value>(
  value: Value | undefined,
  condition: (value: Value) => ReturnType<typeof piece>,
) => (value === undefined ? NO_CONDITION : condition(value))

/** From the beginning of one day to the end of another, in that time zone. */
export const withinDays = (
  column: ReturnType<typeof fragment>,
  { from, to }: Days,
  timeZone: string,
) => piece`
  ${ifGiven(from, (day) => piece`and ${column} >= day_start(${day}::date, ${timeZone})`)}
  ${ifGiven(to, (day) => piece`and ${column} < day_start(${day}::date + 1, ${timeZone})`)}`

/** A column of what `productChoices` gives. */
export const PRODUCT_CHOICES = columns({ slug: text('slug'), name: text('name') }).many('products')

export const productChoices = (storeId: string) => piece`
  coalesce((
    select json_agg(choice)
    from (
      select slug, name
      from products
      where store_id = ${storeId}
      order by archived, without_case(name) limit 200) choice), '[]')`
