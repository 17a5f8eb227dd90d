import { sellerChanges } from '../../checkout/stores/seller.ts'
import type { Seller } from '../../contract/seller.ts'
import { columns, json } from '../columns.ts'
import { type Transaction, sql } from '../database.ts'

const TERMS = columns({ content: json<Seller>('t.content') })

/**
 * Saves the seller of a locked store and returns the changes with both values. Sessions and orders
 * refer to versions, so an old version never changes, and an equal one is not saved again.
 */
export async function saveSeller(tx: Transaction, storeId: string, seller: Seller) {
  const before = await TERMS.row(
    tx,
    sql`
      select ${TERMS.list}
      from stores st
      join store_terms t on t.id = st.terms_id
      where st.id = ${storeId}`,
  )
  const changes = sellerChanges(before?.content ?? null, seller)
  if (Object.keys(changes).length === 0) return changes
  await tx.run(sql`
    with added as (
      insert into store_terms (store_id, version, content)
      select ${storeId}, coalesce(max(version), 0) + 1,
        ${JSON.stringify(seller)}::json
      from store_terms
      where store_id = ${storeId}
      returning id)
    update stores
    set terms_id = added.id
    from added
    where stores.id = ${storeId}`)
  return changes
}
