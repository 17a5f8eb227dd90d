import type { StockReason } from '../../checkout/stock.ts'
import { type Transaction, named } from '../database.ts'

type StockChange = {
  variantId: string
  delta: number
  reason: StockReason
  orderNumber?: string | null
  actor?: string | null
}

/**
 * In the transaction that changes what there is of a variant: one line of its history. Nothing when
 * nothing changes.
 */
export async function insertStockChange(
  tx: Transaction,
  { variantId, delta, reason, orderNumber = null, actor = null }: StockChange,
) {
  if (delta === 0) return
  await tx.run(
    named('insert-stock-change')`
      insert into stock_changes (variant_id, delta, reason, order_number, actor)
      values (${variantId}, ${delta}, ${reason}, ${orderNumber}, ${actor})`,
  )
}
