import type { StockChange } from '../../checkout/catalogue.ts'
import type { StockTaking } from '../../checkout/ports/database.ts'
import type { StockOrigin } from '../product-variants.ts'
import { columns, integer } from '../columns.ts'
import { type Transaction, named, sql } from '../database.ts'

const LEFT = columns({ left: integer('case when removed then 0 else greatest(stock, 0) end') })

/**
 * One statement decides: the row's lock orders the buyers, the condition lets only those through
 * for whom there are units. Units that come back before the look at what is left are asked for
 * again.
 */
export async function takeStock(
  tx: Transaction,
  variantId: string,
  quantity: number,
): Promise<StockTaking> {
  for (;;) {
    const taken = await tx.run(
      named('take-stock')`
        update variants
        set stock = stock - ${quantity}
        where id = ${variantId}
          and stock >= ${quantity}
          and not removed`,
    )
    if (taken === 1) return { type: 'taken' }
    const row = await LEFT.row(
      tx,
      named('stock-left')`
        select ${LEFT.list}
        from variants
        where id = ${variantId}`,
    )
    const left = row?.left ?? 0
    if (left < quantity) return { type: 'too_few', left }
  }
}

type Change = { variantId: string; delta: number; origin: StockOrigin }

const CHANGED = columns({ onHand: integer('on_hand'), forSale: integer('for_sale') })

/**
 * A relative change of what is on hand, by the merchant and safe beside sales. The variant is
 * locked. What payments hold may be taken, too: then their units are owed.
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
        returning v.id, v.stock as for_sale, v.stock + held(v.id) as on_hand),
      noted as (
        insert into stock_changes (variant_id, delta, reason, actor)
        select id, ${delta}::bigint, ${reason}::text, ${actor}
        from changed
        where ${delta}::bigint <> 0)
      select ${CHANGED.list}
      from changed`,
  )
  return changed ? { type: 'changed', ...changed } : { type: 'below_zero' }
}
