import type { Offer } from '../../checkout/sessions/buy-link.ts'
import type { Unsaid } from '../../checkout/stores/seller.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Seller } from '../../contract/seller.ts'
import { columns, flag, json, orNull, text, texts, words } from '../columns.ts'
import { type Queryable, named } from '../database.ts'
import { MISSING } from '../stores/key-holders.ts'
import { IN_OTHER_CELL, assertInThisCell } from '../stores/in-other-cell.ts'
import { SHOWN_STORE } from '../stores/store-columns.ts'
import { PRODUCT, toProduct } from './products.ts'
import { ofStore } from '../of-store.ts'

/** Columns of `stores st`. */
const SELLS = columns({
  storeId: text('st.id'),
  allowedOrigins: texts('st.allowed_origins'),
  missing: words<Unsaid>(MISSING('st')),
})
const CELL = columns({ isInOtherCell: flag(IN_OTHER_CELL('st')) })
const TERMS = columns({
  deliveryOptions: json<DeliveryOption[]>('st.delivery_options'),
  seller: orNull(json<Seller>('(select t.content from store_terms t where t.id = st.terms_id)')),
})

/** @throws {CheckoutError} busy: the store lives in another cell */
export async function findOffer(
  db: Queryable,
  storeId: string,
  slug: string,
): Promise<Offer | undefined> {
  const row = await db.row(named('find-offer')`
    select ${PRODUCT.list}, ${SHOWN_STORE.list}, ${SELLS.list}, ${CELL.list}, ${TERMS.list}
    from products p
    join stores st on st.id = p.store_id
    where ${ofStore('p.store_id', storeId)}
      and p.slug = ${slug}
      and not p.archived
      and st.closed_at is null
      and st.plan <> 'free'`)
  if (!row) return undefined
  assertInThisCell(CELL.read(row))
  const product = toProduct(PRODUCT.read(row))
  const store = SHOWN_STORE.read(row)
  const { currency } = product
  const { isTest } = store
  return {
    product,
    store,
    ...TERMS.read(row),
    creator: { ...SELLS.read(row), keyKind: 'public', currency, isTest },
  }
}
