import type { StockChange } from '../../checkout/catalogue.ts'
import type { StockTaking } from '../../checkout/ports/database.ts'
import type { StockOrigin } from '../product-variants.ts'
import { insertStockChange } from './stock-history.ts'
import { columns, integer } from '../columns.ts'
import { type Transaction, named, sql } from '../database.ts'

const STOCK = columns({ stock: integer('stock') })

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
          and stock >= ${quantity}`,
    )
    if (taken === 1) return { type: 'taken' }
    const row = await STOCK.row(
      tx,
      named('stock-left')`
        select ${STOCK.list}
        from variants
        where id = ${variantId}`,
    )
    const left = row?.stock ?? 0
    if (left < quantity) return { type: 'too_few', left }
  }
}

type Change = { variantId: string; delta: number; origin: StockOrigin }

/** A relative change by the merchant, safe beside sales. */
export async function changeStock(
  tx: Transaction,
  { variantId, delta, origin }: Change,
): Promise<StockChange> {
  const changed = await STOCK.row(
    tx,
    sql`
      update variants
      set stock = stock + ${delta}, supplied = supplied + ${delta}
      where id = ${variantId}
        and stock + ${delta} >= 0
      returning ${STOCK.list}`,
  )
  if (!changed) return { type: 'below_zero' }
  await insertStockChange(tx, { variantId, delta, ...origin })
  return { type: 'changed', ...changed }
}
