import type { StockChange } from '../../checkout/sessions/catalogue.ts'
import type { StockOrigin } from './product-variants.ts'
import { columns, integer } from '../columns.ts'
import { type Transaction, sql } from '../database.ts'

type Change = { variantId: string; delta: number; origin: StockOrigin }

const CHANGED = columns({ onHand: integer('on_hand'), forSale: integer('for_sale') })

/**
 * The merchant adds or removes units of a locked variant; safe beside sales. Held units may be
 * removed too; they are owed then.
 */
export async function changeStock(
  tx: Transaction,
  { variantId, delta, origin: { reason, actor } }: Change,
): Promise<StockChange> {
  const changed = await CHANGED.row(
    tx,
    sql`
      with changed as (
        update variants v
        set stock = v.stock + ${delta}, supplied = v.supplied + ${delta}
        where v.id = ${variantId}
          and (${delta}::bigint >= 0 or v.stock + held(v.id) + ${delta} >= 0)
        returning v.id, v.product_id, v.stock as for_sale, v.stock + held(v.id) as on_hand),
      noted as (
        insert into stock_changes (store_id, variant_id, delta, reason, actor)
        select (select store_id from products where id = product_id), id, ${delta}::bigint, ${reason}::text, ${actor}
        from changed
        where ${delta}::bigint <> 0)
      select ${CHANGED.list}
      from changed`,
  )
  return changed ? { type: 'changed', ...changed } : { type: 'below_zero' }
}
