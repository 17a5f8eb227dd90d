import type { PutProductRequest } from '../../contract/platform/platform.ts'
import { MAX_QUANTITY } from '../../contract/fields.ts'
import type { ProductSafety } from '../../contract/product-safety.ts'
import { WITHDRAWAL_DAYS } from '../../checkout/orders/withdrawal.ts'
import type {
  CatalogueChanges,
  NewProduct,
  ProductChange,
  ProductEdit,
  StockChange,
} from '../../checkout/sessions/catalogue.ts'
import type { Actor, AuditAction } from '../../checkout/stores/audit.ts'
import { type RowOf, columns, integer, json, orNull, text } from '../columns.ts'
import { type Fragment, type Pool, type Transaction, piece, sql } from '../database.ts'
import {
  type GivenVariant,
  type StockOrigin,
  isSameVariant,
  lockVariants,
  replaceVariants,
} from './product-variants.ts'
import { changeStock } from './stock.ts'
import { insertAudit } from '../audit-log.ts'
import { fieldEntries, insertProductAudit, stockEntries } from './product-audit.ts'
import { safetyValue } from './products.ts'
import { ofStore } from '../of-store.ts'

type Insertion = {
  product: Omit<PutProductRequest, 'variants'> & { variants: GivenVariant[] }
  origin: StockOrigin
}

const PRODUCT_ID = columns({ id: integer('id') })

/** False when the store already has a product with this slug. */
export async function insertProduct(
  tx: Transaction,
  edit: ProductEdit,
  { product, origin }: Insertion,
) {
  const { name, description, imageUrl, price, archived, variants } = product
  const {
    maxPerOrder = MAX_QUANTITY,
    withdrawalDays = WITHDRAWAL_DAYS,
    withdrawalReason = null,
    safety = null,
  } = product
  const row = await PRODUCT_ID.row(
    tx,
    sql`
      insert into products (
        store_id, slug, name, description, image_url, price, archived, max_per_order,
        withdrawal_days, withdrawal_reason, safety)
      values (
        ${edit.storeId}, ${edit.slug}, ${name}, ${description}, ${imageUrl}, ${price}, ${archived}, ${maxPerOrder},
        ${withdrawalDays}, ${withdrawalReason}, ${safetyValue(safety)})
      on conflict (store_id, slug) do nothing
      returning ${PRODUCT_ID.list}`,
  )
  if (!row) return false
  await replaceVariants(tx, row.id, { before: [], variants, origin })
  await insertProductAudit(tx, edit, [{ action: 'product.created', details: { name, price } }])
  return true
}

const originOf = ({ name }: Actor) => ({ reason: 'edit', actor: name }) as const

const createProduct = (
  pool: Pool,
  storeId: string,
  { slug, ...fields }: NewProduct,
  actor: Actor,
) => {
  const product = { ...fields, imageUrl: null, archived: false }
  return pool.transaction((tx) =>
    insertProduct(tx, { storeId, slug, actor }, { product, origin: originOf(actor) }),
  )
}

const CURRENT = columns({
  id: integer('id'),
  name: text('name'),
  description: orNull(text('description')),
  price: integer('price'),
  maxPerOrder: integer('max_per_order'),
  withdrawalDays: integer('withdrawal_days'),
  withdrawalReason: orNull(text('withdrawal_reason')),
  safety: orNull(json<ProductSafety>('safety')),
})

const lockProduct = (tx: Transaction, { storeId, slug }: Omit<ProductEdit, 'actor'>) =>
  CURRENT.row(
    tx,
    sql`
      select ${CURRENT.list}
      from products
      where ${ofStore('store_id', storeId)}
        and slug = ${slug}
      for no key update`,
  )

/** Columns of `variants v`. */
const EXISTING = columns({
  id: text('v.id::text'),
  size: orNull(text('v.size')),
  colorName: orNull(text('v.color_name')),
})

type Existing = RowOf<typeof EXISTING>

/** The new variants; undefined when somebody else's change makes them impossible. */
function variantsAfter(
  existing: Existing[],
  { removed, added }: ProductChange,
): GivenVariant[] | undefined {
  const kept = existing
    .filter(({ id }) => !removed.includes(id))
    .map(({ size, colorName }) => ({ size, colorName, stock: null }))
  const isRepeated = added.some((one) => kept.some(isSameVariant(one)))
  const after = [...kept, ...added]
  return isRepeated || after.length === 0 ? undefined : after
}

const changeProduct = (pool: Pool, edit: ProductEdit, change: ProductChange) =>
  pool.transaction(async (tx) => {
    const { storeId, slug, actor } = edit
    const product = await lockProduct(tx, { storeId, slug })
    if (!product) return false
    const before = await lockVariants(tx, [product.id])
    const existing = before.filter((variant) => !variant.removed)
    const variants = variantsAfter(existing, change)
    if (!variants) return false
    const {
      name = product.name,
      description = product.description,
      price = product.price,
      maxPerOrder = product.maxPerOrder,
      withdrawalDays = product.withdrawalDays,
      withdrawalReason = product.withdrawalReason,
      safety = product.safety,
      removed,
      added,
    } = change
    await tx.run(sql`
      update products
      set name = ${name}, description = ${description}, price = ${price},
        max_per_order = ${maxPerOrder}, withdrawal_days = ${withdrawalDays}, withdrawal_reason = ${withdrawalReason},
        safety = ${safetyValue(safety)}
      where id = ${product.id}`)
    if (removed.length + added.length > 0)
      await replaceVariants(tx, product.id, { before, variants, origin: originOf(actor) })
    await insertProductAudit(
      tx,
      edit,
      fieldEntries({
        before: product,
        after: { name, description, price, maxPerOrder, withdrawalDays, withdrawalReason, safety },
        removed: existing.filter(({ id }) => removed.includes(id)),
        added,
      }),
    )
    return true
  })

type Archiving = { archived: boolean; action: AuditAction }

const setArchived = (
  pool: Pool,
  { storeId, slug, actor }: ProductEdit,
  { archived, action }: Archiving,
) =>
  pool.transaction(async (tx) => {
    const product = await lockProduct(tx, { storeId, slug })
    if (!product) return false
    const changed = await tx.run(sql`
      update products
      set archived = ${archived}
      where id = ${product.id}
        and archived <> ${archived}`)
    if (changed > 0) await insertAudit(tx, storeId, { actor, action, subject: slug })
    return true
  })

type StockEdit = { which: Fragment; delta: number; origin: StockOrigin }

/** Changes the product's variant `v` that `which` is true of, and writes the audit log. */
export const changeVariantStock = (
  pool: Pool,
  edit: ProductEdit,
  { which, delta, origin }: StockEdit,
) =>
  pool.transaction(async (tx): Promise<StockChange> => {
    const variant = await EXISTING.row(
      tx,
      sql`
        select ${EXISTING.list}
        from variants v
        join products p on p.id = v.product_id
        where ${ofStore('p.store_id', edit.storeId)}
          and p.slug = ${edit.slug}
          and not v.removed
          and ${which}
        for no key update of v`,
    )
    if (!variant) return { type: 'no_variant' }
    const { id, ...names } = variant
    const change = await changeStock(tx, { variantId: id, delta, origin })
    if (change.type === 'changed')
      await insertProductAudit(tx, edit, stockEntries({ ...names, delta, stock: change.onHand }))
    return change
  })

export const openCatalogueChanges = (pool: Pool): CatalogueChanges => ({
  createProduct: (storeId, product, actor) => createProduct(pool, storeId, product, actor),
  changeProduct: (edit, change) => changeProduct(pool, edit, change),
  archiveProduct: (edit) => setArchived(pool, edit, { archived: true, action: 'product.archived' }),
  restoreProduct: (edit) =>
    setArchived(pool, edit, { archived: false, action: 'product.restored' }),
  changeVariantStock: (edit, { variantId, delta }) => {
    const which = piece`v.id = ${variantId}`
    return changeVariantStock(pool, edit, { which, delta, origin: originOf(edit.actor) })
  },
})
