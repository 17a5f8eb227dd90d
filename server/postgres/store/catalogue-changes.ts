import type { CatalogueRecords, ProductChange, ProductEdit } from '../../store/catalogue.ts'
import type { AuditAction } from '../../store/audit.ts'
import { type Pool, type Transaction, sql } from '../database.ts'
import { type GivenVariant, replaceVariants } from '../product-variants.ts'
import { changeStock } from '../stock.ts'
import { insertAudit } from './audit-log.ts'

type Changes = Pick<CatalogueRecords, 'createProduct' | 'changeProduct' | 'archiveProduct' | 'restoreProduct' | 'changeVariantStock'>

const createProduct = (pool: Pool, ...[storeId, { slug, name, description, price, variants }, actor]: Parameters<Changes['createProduct']>) =>
  pool.transaction(async (tx) => {
    const row = await tx.row<{ id: number }>(sql`
      insert into products (store_id, slug, name, description, price, archived)
      values (${storeId}, ${slug}, ${name}, ${description}, ${price}, false) on conflict (store_id, slug) do nothing returning id`)
    if (!row) return false
    await replaceVariants(tx, row.id, { variants, origin: { reason: 'edit', actor: actor.name } })
    await insertAudit(tx, storeId, { actor, action: 'product.created', subject: slug, details: { name, price } })
    return true
  })

type Current = { id: number; name: string; description: string | null; price: number }

const lockProduct = (tx: Transaction, { storeId, slug }: Omit<ProductEdit, 'actor'>) => tx.row<Current>(sql`
  select id, name, description, price from products where store_id = ${storeId} and slug = ${slug} for no key update`)

type Existing = { id: string; size: string | null; colorName: string | null }

/** The variants as they shall be; undefined when that cannot be, as somebody else has changed them. */
function variantsAfter(existing: Existing[], { removed, added }: ProductChange): GivenVariant[] | undefined {
  const kept = existing.filter(({ id }) => !removed.includes(id)).map(({ size, colorName }) => ({ size, colorName, stock: null }))
  const isRepeated = added.some((variant) => kept.some(({ size, colorName }) => size === variant.size && colorName === variant.colorName))
  const after = [...kept, ...added]
  return isRepeated || after.length === 0 ? undefined : after
}

const changeProduct = (pool: Pool, { storeId, slug, actor }: ProductEdit, change: ProductChange) => pool.transaction(async (tx) => {
  const product = await lockProduct(tx, { storeId, slug })
  if (!product) return false
  const existing = await tx.rows<Existing>(sql`
    select id::text, size, color_name as "colorName" from variants where product_id = ${product.id} and not removed order by position`)
  const variants = variantsAfter(existing, change)
  if (!variants) return false
  const { name, description, price, removed, added } = change
  await tx.run(sql`update products set name = ${name}, description = ${description}, price = ${price} where id = ${product.id}`)
  if (removed.length + added.length > 0) {
    await replaceVariants(tx, product.id, { variants, origin: { reason: 'edit', actor: actor.name } })
  }
  const details = detailsOf(product, { change, existing })
  if (details) await insertAudit(tx, storeId, { actor, action: 'product.changed', subject: slug, details })
  return true
})

const labelOf = ({ size, colorName }: { size: string | null; colorName: string | null }) =>
  [size, colorName].filter((name) => name !== null).join(', ')

/** For the audit log: what was changed; undefined when nothing was. */
function detailsOf(before: Current, { change, existing }: { change: ProductChange; existing: Existing[] }) {
  const { name, description, price, removed, added } = change
  const details = {
    ...(name !== before.name && { name: { from: before.name, to: name } }),
    ...(description !== before.description && { description: 'changed' }),
    ...(price !== before.price && { price: { from: before.price, to: price } }),
    ...(removed.length > 0 && { removed: existing.filter(({ id }) => removed.includes(id)).map(labelOf) }),
    ...(added.length > 0 && { added: added.map(labelOf) }),
  }
  return Object.keys(details).length === 0 ? undefined : details
}

const setArchived = (pool: Pool, { storeId, slug, actor }: ProductEdit, { archived, action }: { archived: boolean; action: AuditAction }) =>
  pool.transaction(async (tx) => {
    const product = await lockProduct(tx, { storeId, slug })
    if (!product) return false
    const isChanged = await tx.run(sql`update products set archived = ${archived} where id = ${product.id} and archived <> ${archived}`) > 0
    if (isChanged) await insertAudit(tx, storeId, { actor, action, subject: slug })
    return true
  })

const changeVariantStock = (
  pool: Pool, { storeId, slug, actor }: ProductEdit, { variantId, delta }: Parameters<Changes['changeVariantStock']>[1],
) => pool.transaction(async (tx): Promise<number | 'refused' | undefined> => {
  const variant = await tx.row<Existing>(sql`
    select v.id::text, v.size, v.color_name as "colorName" from variants v join products p on p.id = v.product_id
    where p.store_id = ${storeId} and p.slug = ${slug} and v.id = ${variantId} and not v.removed`)
  if (!variant) return undefined
  const changed = await changeStock(tx, { variantId, delta, origin: { reason: 'edit', actor: actor.name } })
  if (!changed) return 'refused'
  const details = { ...(labelOf(variant) !== '' && { variant: labelOf(variant) }), delta, stock: changed.stock }
  await insertAudit(tx, storeId, { actor, action: 'stock.changed', subject: slug, details })
  return changed.stock
})

export const openCatalogueChanges = (pool: Pool): Changes => ({
  createProduct: (storeId, product, actor) => createProduct(pool, storeId, product, actor),
  changeProduct: (edit, change) => changeProduct(pool, edit, change),
  archiveProduct: (edit) => setArchived(pool, edit, { archived: true, action: 'product.archived' }),
  restoreProduct: (edit) => setArchived(pool, edit, { archived: false, action: 'product.restored' }),
  changeVariantStock: (edit, change) => changeVariantStock(pool, edit, change),
})
