import type { PlatformEdit } from '../checkout/ports/records.ts'
import type { Product, Variant } from '../contract/merchant.ts'
import type { ChangeStockRequest, PutProductRequest } from '../contract/platform.ts'
import { type Pool, type Queryable, type Transaction, fragment, named, sql } from './database.ts'
import { type Page, toPage } from './pages.ts'
import { replaceVariants } from './product-variants.ts'
import { changeStockByHand, insertProduct } from './catalogue-changes.ts'
import { type ProductState, insertProductAudit, replacementEntries } from './product-audit.ts'

type ProductRow = {
  id: number
  slug: string
  name: string
  description: string | null
  image_url: string | null
  price: number
  currency: string
  archived: boolean
  variants: Variant[]
}

const PRODUCT = fragment(`
  p.id, p.slug, p.name, p.description, p.image_url, p.price, st.currency, p.archived,
  (select coalesce(json_agg(json_build_object('size', v.size, 'colorName', v.color_name, 'stock',
  v.stock) order by v.position), '[]')
    from variants v where v.product_id = p.id and not v.removed) as variants`)

const toProduct = (row: ProductRow): Product => ({
  slug: row.slug,
  name: row.name,
  description: row.description,
  imageUrl: row.image_url,
  price: row.price,
  currency: row.currency,
  archived: row.archived,
  variants: row.variants,
})

/** The product, archived or not. */
export async function findProduct(db: Queryable, storeId: string, slug: string) {
  const row = await db.row<ProductRow>(
    named('find-product')`
      select ${PRODUCT} from products p join stores st on st.id = p.store_id
      where p.store_id = ${storeId} and p.slug = ${slug}`,
  )
  return row && toProduct(row)
}

/** The products for sale, oldest first. */
export async function listProducts(
  db: Queryable,
  storeId: string,
  { limit, after }: { limit: number; after: number | null },
): Promise<Page<Product>> {
  const rows = await db.rows<ProductRow>(
    named('list-products')`
      select ${PRODUCT} from products p join stores st on st.id = p.store_id
      where p.store_id = ${storeId} and not p.archived and p.id > ${after ?? 0} order by p.id
      limit ${limit + 1}`,
  )
  return toPage(rows, { limit, toItem: toProduct })
}

const PLATFORM = { reason: 'platform', actor: null } as const

const toProductEdit = ({ address, ...product }: PlatformEdit) => ({
  ...product,
  actor: { name: 'platform', address },
})

/** The product as it was until then. */
async function replaceProduct(
  tx: Transaction,
  { storeId, slug }: PlatformEdit,
  product: PutProductRequest,
) {
  const before = await tx.row<Omit<ProductState, 'variants'> & { id: number }>(sql`
    with before as materialized (
      select id, name, description, image_url as "imageUrl", price, archived from products
      where store_id = ${storeId} and slug = ${slug} for no key update)
    update products p
    set name = ${product.name}, description = ${product.description},
      image_url = ${product.imageUrl},
      price = ${product.price}, archived = ${product.archived}
    from before where p.id = before.id returning before.*`)
  if (!before) throw new Error('a product that was there is there')
  const variants = await replaceVariants(tx, before.id, {
    variants: product.variants,
    origin: PLATFORM,
  })
  return { ...before, variants: variants.filter(({ removed }) => !removed) }
}

/** Creates or replaces the product. */
export const putProduct = (pool: Pool, of: PlatformEdit, product: PutProductRequest) =>
  pool.transaction(async (tx) => {
    const edit = toProductEdit(of)
    const before = (await insertProduct(tx, edit, { product, origin: PLATFORM }))
      ? undefined
      : await replaceProduct(tx, of, product)
    const written = await findProduct(tx, of.storeId, of.slug)
    if (!written) throw new Error('a product that was just written is there')
    if (before) await insertProductAudit(tx, edit, replacementEntries(before, written))
    return written
  })

/**
 * The variant after the change; undefined when there is no such variant, `refused` when its stock
 * would fall below 0.
 */
export const changeVariantStock = (
  pool: Pool,
  of: PlatformEdit,
  { size, colorName, delta }: ChangeStockRequest,
) =>
  pool.transaction(async (tx): Promise<Variant | 'refused' | undefined> => {
    const row = await tx.row<{ id: string }>(sql`
      select v.id::text from variants v join products p on p.id = v.product_id
      where p.store_id = ${of.storeId} and p.slug = ${of.slug} and not v.removed
        and v.size is not distinct from ${size} and v.color_name is not distinct from ${colorName}`)
    if (!row) return undefined
    const variant = { id: row.id, size, colorName }
    const stock = await changeStockByHand(tx, toProductEdit(of), {
      variant,
      delta,
      origin: PLATFORM,
    })
    return stock === undefined ? 'refused' : { size, colorName, stock }
  })
