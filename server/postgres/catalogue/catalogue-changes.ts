import type { PutProductRequest } from '../../contract/platform/platform.ts'
import { MAX_QUANTITY } from '../../contract/fields.ts'
import type { ProductSafety } from '../../contract/product-safety.ts'
import type { ProductTranslations } from '../../contract/translations.ts'
import { WITHDRAWAL_DAYS } from '../../checkout/orders/withdrawal.ts'
import type {
  CatalogueChanges,
  NewProduct,
  ProductChange,
  ProductEdit,
  StockChange,
  VariantDelta,
} from '../../checkout/sessions/catalogue.ts'
import type { Actor, AuditAction } from '../../checkout/stores/audit.ts'
import { columns, integer, json, orNull, text } from '../columns.ts'
import { type Pool, type Transaction, sql } from '../database.ts'
import {
  type GivenVariant,
  type LockedVariant,
  type StockOrigin,
  isSameVariant,
  lockVariants,
  onHandOf,
  replaceVariants,
  writeVariants,
} from './product-variants.ts'
import { insertAudit } from '../audit-log.ts'
import { fieldEntries, insertProductAudit, pictureEntries, stockEntries } from './product-audit.ts'
import { insertPicture } from '../stores/pictures.ts'
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
  const { name, description, translations, imageUrl, price, archived, variants } = product
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
        withdrawal_days, withdrawal_reason, safety, translations)
      values (
        ${edit.storeId}, ${edit.slug}, ${name}, ${description}, ${imageUrl}, ${price}, ${archived}, ${maxPerOrder},
        ${withdrawalDays}, ${withdrawalReason}, ${safetyValue(safety)},
        ${JSON.stringify(translations)})
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
  { slug, picture, ...fields }: NewProduct,
  actor: Actor,
) =>
  pool.transaction(async (tx) => {
    const edit = { storeId, slug, actor }
    const product = { ...fields, imageUrl: picture?.url ?? null, archived: false }
    if (!(await insertProduct(tx, edit, { product, origin: originOf(actor) }))) return false
    if (picture) await insertPicture(tx, storeId, picture.picture)
    await insertProductAudit(tx, edit, pictureEntries(null, product.imageUrl))
    return true
  })

const CURRENT = columns({
  id: integer('id'),
  name: text('name'),
  description: orNull(text('description')),
  imageUrl: orNull(text('image_url')),
  translations: json<ProductTranslations>('translations'),
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

/** The new variants; undefined when somebody else's change makes them impossible. */
function variantsAfter(
  existing: LockedVariant[],
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
      translations = product.translations,
      price = product.price,
      maxPerOrder = product.maxPerOrder,
      withdrawalDays = product.withdrawalDays,
      withdrawalReason = product.withdrawalReason,
      safety = product.safety,
      picture,
      removed,
      added,
    } = change
    const imageUrl = picture === undefined ? product.imageUrl : (picture?.url ?? null)
    if (picture) await insertPicture(tx, storeId, picture.picture)
    await tx.run(sql`
      update products
      set name = ${name}, description = ${description}, price = ${price},
        max_per_order = ${maxPerOrder}, withdrawal_days = ${withdrawalDays}, withdrawal_reason = ${withdrawalReason},
        safety = ${safetyValue(safety)}, translations = ${JSON.stringify(translations)},
        image_url = ${imageUrl}
      where id = ${product.id}`)
    if (removed.length + added.length > 0)
      await replaceVariants(tx, product.id, { before, variants, origin: originOf(actor) })
    await insertProductAudit(tx, edit, [
      ...fieldEntries({
        before: product,
        after: {
          name,
          description,
          translations,
          price,
          maxPerOrder,
          withdrawalDays,
          withdrawalReason,
          safety,
        },
        removed: existing.filter(({ id }) => removed.includes(id)),
        added,
      }),
      ...pictureEntries(product.imageUrl, imageUrl),
    ])
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

type StockEdit = { changes: VariantDelta[]; origin: StockOrigin }

/**
 * Adds and takes away units, of all these variants or of none; safe beside sales. Held units may be
 * taken away, too; they are owed then.
 */
export const changeStock = (pool: Pool, edit: ProductEdit, { changes, origin }: StockEdit) =>
  pool.transaction(async (tx): Promise<StockChange> => {
    const product = await lockProduct(tx, edit)
    const variants = product ? await lockVariants(tx, [product.id]) : []
    const moved = changes.flatMap(({ delta, ...names }) => {
      const known = variants.find((one) => !one.removed && isSameVariant(names)(one))
      return known ? [{ ...known, delta, counted: null }] : []
    })
    if (moved.length < changes.length) return { type: 'no_variant' }
    const short = moved.filter((one) => one.delta < 0 && onHandOf(one) + one.delta < 0)
    if (short.length > 0) return { type: 'below_zero', variants: short }
    await writeVariants(tx, moved, origin)
    const changed = moved.map(({ size, colorName, delta, ...one }) => {
      return { size, colorName, delta, stock: onHandOf(one) + delta, forSale: one.forSale + delta }
    })
    await insertProductAudit(tx, edit, changed.flatMap(stockEntries))
    return { type: 'changed', variants: changed }
  })

export const openCatalogueChanges = (pool: Pool): CatalogueChanges => ({
  createProduct: (storeId, product, actor) => createProduct(pool, storeId, product, actor),
  changeProduct: (edit, change) => changeProduct(pool, edit, change),
  archiveProduct: (edit) => setArchived(pool, edit, { archived: true, action: 'product.archived' }),
  restoreProduct: (edit) =>
    setArchived(pool, edit, { archived: false, action: 'product.restored' }),
  changeStock: (edit, changes) =>
    changeStock(pool, edit, { changes, origin: originOf(edit.actor) }),
})
