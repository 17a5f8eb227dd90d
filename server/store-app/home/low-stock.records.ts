import type { LowStock } from './statistics.ts'
import { columns, integer, orNull, text } from '../../postgres/columns.ts'
import { piece } from '../../postgres/database.ts'
import { LOW_STOCK } from '../frame/stock-limit.ts'

const LOW_STOCK_SHOWN = 10

const LOW = columns<LowStock>({
  slug: text('slug'),
  productName: text('name'),
  size: orNull(text('size')),
  color: orNull(text('color_name')),
  stock: integer('stock'),
  supplied: integer('supplied'),
})

/** The columns of `LOWEST`. */
export const LOW_VARIANTS = {
  lowStock: LOW.many('lowStock'),
  lowStockCount: integer('lowStockCount'),
}

/** A part of a `with`: the variants for sale of which there are few. */
export const low = (storeId: string) => piece`
  low as materialized (
    select p.slug, p.name, v.size, v.color_name, v.stock, v.supplied, v.position
    from products p
    join variants v on v.product_id = p.id
    where p.store_id = ${storeId} and not p.archived and not v.removed
      and v.stock <= ${LOW_STOCK})`

/** Of `low`: the first, and how many there are. */
export const LOWEST = piece`
  (select coalesce(json_agg(lowest), '[]')
  from (
    select ${LOW.list}
    from low
    order by stock, without_case(name), slug, position limit ${LOW_STOCK_SHOWN}) lowest) as "lowStock",
  (select count(*) from low) as "lowStockCount"`
