import type { StockChange } from '../checkout/catalogue.ts'
import type { PlatformEdit } from '../checkout/ports/platform-records.ts'
import type { Product, Variant } from '../contract/merchant.ts'
import type { ChangeStockRequest, PutProductRequest } from '../contract/platform.ts'
import { columns, flag, idsOf, integer, json, orNull, text } from './columns.ts'
import { type Pool, type Queryable, type Transaction, named, sql } from './database.ts'
import type { Page } from '../checkout/ports/list-pages.ts'
import { toPage } from './pages.ts'
import { replaceVariants } from './product-variants.ts'
import { changeStockByHand, insertProduct } from './catalogue-changes.ts'
import { insertProductAudit, replacementEntries } from './product-audit.ts'

/** Of `products p` and its `stores st`. */
const PRODUCT = columns({
  slug: text('p.slug'),
  name: text('p.name'),
  description: orNull(text('p.description')),
  imageUrl: orNull(text('p.image_url')),
  price: integer('p.price'),
  currency: text('st.currency'),
  archived: flag('p.archived'),
  variants: json<Variant[]>(`(
    select coalesce(
      json_agg(
        json_build_object('size', v.size, 'colorName', v.color_name, 'stock', v.stock)
        order by v.position),
      '[]')
    from variants v
    where v.product_id = p.id
      and not v.removed)`),
})

const PLACE = columns({ id: integer('p.id') })

/** The product, archived or not. */
export const findProduct = (db: Queryable, storeId: string, slug: string) =>
  PRODUCT.row(
    db,
    named('find-product')`
      select ${PRODUCT.list}
      from products p
      join stores st on st.id = p.store_id
      where p.store_id = ${storeId}
        and p.slug = ${slug}`,
  )

/** The products for sale, oldest first. */
export async function listProducts(
  db: Queryable,
  storeId: string,
  { limit, after }: { limit: number; after: number | null },
): Promise<Page<Product>> {
  const rows = await db.rows(
    named('list-products')`
      select ${PLACE.list}, ${PRODUCT.list}
      from products p
      join stores st on st.id = p.store_id
      where p.store_id = ${storeId}
        and not p.archived
        and p.id > ${after ?? 0}
      order by p.id
      limit ${limit + 1}`,
  )
  const products = rows.map((row) => ({ ...PLACE.read(row), ...PRODUCT.read(row) }))
  return toPage(products, { limit, toItem: ({ id: _, ...product }): Product => product })
}

const PLATFORM = { reason: 'platform', actor: null } as const

const toProductEdit = ({ address, ...product }: PlatformEdit) => ({
  ...product,
  actor: { name: 'platform', address },
})

const BEFORE = columns({
  id: integer('b.id'),
  name: text('b.name'),
  description: orNull(text('b.description')),
  imageUrl: orNull(text('b.image_url')),
  price: integer('b.price'),
  archived: flag('b.archived'),
})

/** The product as it was until then. */
async function replaceProduct(
  tx: Transaction,
  { storeId, slug }: PlatformEdit,
  product: PutProductRequest,
) {
  const before = await BEFORE.row(
    tx,
    sql`
      with before as materialized (
        select id, name, description, image_url, price, archived
        from products
        where store_id = ${storeId}
          and slug = ${slug}
        for no key update)
      update products p
      set name = ${product.name},
        description = ${product.description},
        image_url = ${product.imageUrl},
        price = ${product.price},
        archived = ${product.archived}
      from before b
      where p.id = b.id
      returning ${BEFORE.list}`,
  )
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

export const changeVariantStock = (
  pool: Pool,
  of: PlatformEdit,
  { size, colorName, delta }: ChangeStockRequest,
) =>
  pool.transaction(async (tx): Promise<StockChange> => {
    const [id] = await idsOf(
      tx,
      sql`
        select v.id::text
        from variants v
        join products p on p.id = v.product_id
        where p.store_id = ${of.storeId}
          and p.slug = ${of.slug}
          and not v.removed
          and v.size is not distinct from ${size}
          and v.color_name is not distinct from ${colorName}`,
    )
    if (id === undefined) return { type: 'no_variant' }
    return changeStockByHand(tx, toProductEdit(of), {
      variant: { id, size, colorName },
      delta,
      origin: PLATFORM,
    })
  })
