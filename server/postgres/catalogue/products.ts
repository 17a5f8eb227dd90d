import type { Product, Variant } from '../../contract/merchant.ts'
import type { ProductSafety } from '../../contract/product-safety.ts'
import type { ProductTranslations } from '../../contract/translations.ts'
import { columns, flag, integer, json, orNull, text } from '../columns.ts'
import { type Queryable, named } from '../database.ts'
import type { Page } from '../../checkout/ports/list-pages.ts'
import { toPage } from '../pages.ts'
import { ofStore } from '../of-store.ts'

/** Columns of `products p` and its `stores st`, which the platform reads too. */
export const PRODUCT_FIELDS = {
  slug: text('p.slug'),
  name: text('p.name'),
  description: orNull(text('p.description')),
  imageUrl: orNull(text('p.image_url')),
  price: integer('p.price'),
  currency: text('st.currency'),
  archived: flag('p.archived'),
  maxPerOrder: integer('p.max_per_order'),
  translations: json<ProductTranslations>('p.translations'),
  safety: orNull(json<ProductSafety>('p.safety')),
}

/** As on the wire: `safety` is left out where the store says nothing of it. */
export const toProduct = <Row extends { safety: ProductSafety | null }>({
  safety,
  ...product
}: Row) => ({ ...product, ...(safety && { safety }) })

/** For an insert or an update. */
export const safetyValue = (safety: ProductSafety | null) => safety && JSON.stringify(safety)

/** What only the store and the platform read of a product, too. */
export const WITHDRAWAL_FIELDS = {
  withdrawalDays: integer('p.withdrawal_days'),
  withdrawalReason: orNull(text('p.withdrawal_reason')),
}

export const PRODUCT = columns({
  ...PRODUCT_FIELDS,
  variants: json<Variant[]>(`(
    select coalesce(
      json_agg(
        json_build_object(
          'size', v.size,
          'colorName', v.color_name,
          'stock', greatest(v.stock, 0))
        order by v.position),
      '[]')
    from variants v
    where v.product_id = p.id
      and not v.removed)`),
})

const CURSOR = columns({ id: integer('p.id') })

/** Archived products too. */
export async function findProduct(db: Queryable, storeId: string, slug: string) {
  const product = await PRODUCT.row(
    db,
    named('find-product')`
      select ${PRODUCT.list}
      from products p
      join stores st on st.id = p.store_id
      where ${ofStore('p.store_id', storeId)}
        and p.slug = ${slug}`,
  )
  return product && toProduct(product)
}

/** Products for sale, oldest first. */
export async function listProducts(
  db: Queryable,
  storeId: string,
  { limit, after }: { limit: number; after: number | null },
): Promise<Page<Product>> {
  const rows = await db.rows(named('list-products')`
    select ${CURSOR.list}, ${PRODUCT.list}
    from products p
    join stores st on st.id = p.store_id
    where p.store_id = ${storeId}
      and not p.archived
      and p.id > ${after ?? 0}
    order by p.id
    limit ${limit + 1}`)
  const products = rows.map((row) => ({ ...CURSOR.read(row), ...PRODUCT.read(row) }))
  return toPage(products, { limit, toItem: ({ id: _, ...product }): Product => toProduct(product) })
}
