import type { Product, Variant } from '../../contract/merchant.ts'
import type { AuditEntry } from '../../checkout/stores/audit.ts'
import type { ProductEdit, ProductFields } from '../../checkout/sessions/catalogue.ts'
import { type Transaction, sql } from '../database.ts'
import { isSameVariant } from './product-variants.ts'
import { safetyValue } from './products.ts'

type Entry = Pick<AuditEntry, 'action' | 'details'>
type Names = Pick<Variant, 'size' | 'colorName'>

const labelOf = ({ size, colorName }: Names) =>
  [size, colorName].filter((name) => name !== null).join(', ')

type Change = { before: ProductFields; after: ProductFields; removed: Names[]; added: Names[] }

/** Such as "14 days", or "none: made to measure". */
const withdrawalOf = ({ withdrawalDays: days, withdrawalReason: reason }: ProductFields) =>
  days === 0 ? `none${reason === null ? '' : `: ${reason}`}` : `${days} days`

/** Empty when nothing has changed. */
export function fieldEntries({ before, after, removed, added }: Change): Entry[] {
  const details = {
    ...(after.name !== before.name && { name: { from: before.name, to: after.name } }),
    ...(after.description !== before.description && { description: 'changed' }),
    ...(JSON.stringify(after.translations) !== JSON.stringify(before.translations) && {
      translations: 'changed',
    }),
    ...(after.price !== before.price && { price: { from: before.price, to: after.price } }),
    ...(after.maxPerOrder !== before.maxPerOrder && {
      maxPerOrder: { from: before.maxPerOrder, to: after.maxPerOrder },
    }),
    ...(withdrawalOf(after) !== withdrawalOf(before) && {
      withdrawal: { from: withdrawalOf(before), to: withdrawalOf(after) },
    }),
    ...(safetyValue(after.safety) !== safetyValue(before.safety) && { safety: 'changed' }),
    ...(removed.length > 0 && { removed: removed.map(labelOf) }),
    ...(added.length > 0 && { added: added.map(labelOf) }),
  }
  return Object.keys(details).length === 0 ? [] : [{ action: 'product.changed', details }]
}

/** Empty when it is the same. */
export const pictureEntries = (from: string | null, to: string | null): Entry[] =>
  from === to ? [] : [{ action: 'product.picture_changed', details: { from, to } }]

/** Empty when the count is the same. `stock`: units on hand after the change. */
export function stockEntries({ delta, stock, ...names }: Variant & { delta: number }): Entry[] {
  const label = labelOf(names)
  return delta === 0
    ? []
    : [
        {
          action: 'stock.changed',
          details: { ...(label !== '' && { variant: label }), delta, stock },
        },
      ]
}

/** A product without its identifiers. Stock is what is on hand. */
export type ProductState = Omit<Product, 'slug' | 'currency' | 'safety'> & ProductFields

/** What changed between two states. Variants that came or went have no line about their stock. */
export function replacementEntries(before: ProductState, after: ProductState): Entry[] {
  const added = after.variants.filter((one) => !before.variants.some(isSameVariant(one)))
  const removed = before.variants.filter((one) => !after.variants.some(isSameVariant(one)))
  const archiving = after.archived ? 'product.archived' : 'product.restored'
  return [
    ...fieldEntries({ before, after, removed, added }),
    ...pictureEntries(before.imageUrl, after.imageUrl),
    ...(before.archived !== after.archived ? [{ action: archiving } as const] : []),
    ...after.variants.flatMap((one) => {
      const { stock } = before.variants.find(isSameVariant(one)) ?? one
      return stockEntries({ ...one, delta: one.stock - stock })
    }),
  ]
}

/** Call this in the transaction of the change. One statement writes all entries in this order. */
export async function insertProductAudit(
  tx: Transaction,
  { storeId, slug, actor }: ProductEdit,
  entries: Entry[],
) {
  if (entries.length === 0) return
  await tx.run(sql`
    insert into audit_log (store_id, actor, action, subject, details, address)
    select ${storeId}, ${actor.name}, action, ${slug}, details, ${actor.address}
    from unnest(
      ${entries.map(({ action }) => action)}::text[],
      ${entries.map(({ details }) => (details ? JSON.stringify(details) : null))}::json[])
      with ordinality as e (action, details, place)
    order by place`)
}
