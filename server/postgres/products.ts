import type { Product, Variant } from '../contract/merchant.ts'
import type { ChangeStockRequest, PutProductRequest } from '../contract/platform.ts'
import { type Pool, type Queryable, fragment, named, sql } from './database.ts'
import { type Page, toPage } from './pages.ts'
import { replaceVariants } from './product-variants.ts'
import { changeStock } from './stock.ts'

type ProductRow = {
  id: number; slug: string; name: string; description: string | null; image_url: string | null; price: number; currency: string
  archived: boolean; variants: Variant[]
}

const PRODUCT = fragment(`p.id, p.slug, p.name, p.description, p.image_url, p.price, st.currency, p.archived,
  (select coalesce(json_agg(json_build_object('size', v.size, 'colorName', v.color_name, 'stock', v.stock) order by v.position), '[]')
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
  const row = await db.row<ProductRow>(named('find-product', sql`
    select ${PRODUCT} from products p join stores st on st.id = p.store_id where p.store_id = ${storeId} and p.slug = ${slug}`))
  return row && toProduct(row)
}

/** The products for sale, oldest first. */
export async function listProducts(db: Queryable, storeId: string, { limit, after }: { limit: number; after: number | null }): Promise<Page<Product>> {
  const rows = await db.rows<ProductRow>(named('list-products', sql`
    select ${PRODUCT} from products p join stores st on st.id = p.store_id
    where p.store_id = ${storeId} and not p.archived and p.id > ${after ?? 0} order by p.id limit ${limit + 1}`))
  return toPage(rows, { limit, toItem: toProduct })
}

type NewProduct = { storeId: string; slug: string; product: PutProductRequest }

const PLATFORM = { reason: 'platform', actor: null } as const

/** Creates or replaces the product. */
export const putProduct = (db: Pool, { storeId, slug, product }: NewProduct) => db.transaction(async (tx) => {
  const row = await tx.row<{ id: number }>(sql`
    insert into products (store_id, slug, name, description, image_url, price, archived)
    values (${storeId}, ${slug}, ${product.name}, ${product.description}, ${product.imageUrl}, ${product.price}, ${product.archived})
    on conflict (store_id, slug) do update set name = excluded.name, description = excluded.description,
      image_url = excluded.image_url, price = excluded.price, archived = excluded.archived
    returning id`)
  if (!row) throw new Error('an upsert returns its row')
  await replaceVariants(tx, row.id, { variants: product.variants, origin: PLATFORM })
  const written = await findProduct(tx, storeId, slug)
  if (!written) throw new Error('a product that was just written is there')
  return written
})

type StockChange = { storeId: string; slug: string; change: ChangeStockRequest }

/** The variant after the change; undefined when there is no such variant, `refused` when its stock would fall below 0. */
export const changeVariantStock = (db: Pool, { storeId, slug, change: { size, colorName, delta } }: StockChange) =>
  db.transaction(async (tx): Promise<Variant | 'refused' | undefined> => {
    const variant = await tx.row<{ id: string }>(sql`
      select v.id::text from variants v join products p on p.id = v.product_id
      where p.store_id = ${storeId} and p.slug = ${slug} and not v.removed
        and v.size is not distinct from ${size} and v.color_name is not distinct from ${colorName}`)
    if (!variant) return undefined
    const changed = await changeStock(tx, { variantId: variant.id, delta, origin: PLATFORM })
    return changed ? { size, colorName, stock: changed.stock } : 'refused'
  })
