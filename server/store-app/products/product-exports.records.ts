import { insertAudit } from '../../postgres/audit-log.ts'
import { columns, flag, integer, json, orNull, text, texts } from '../../postgres/columns.ts'
import { type Pool, named } from '../../postgres/database.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { FileProduct } from './import/product-imports.ts'
import type { ProductTexts } from './import/product-texts.ts'

const EXPORTED_AT_ONCE = 200
const SEARCHED_AT_ONCE = 1000

export const ID = columns({ id: integer('p.id') })

export const PRODUCT_COLUMNS = {
  slug: text('p.slug'),
  name: text('p.name'),
  description: orNull(text('p.description')),
  price: integer('p.price'),
  archived: flag('p.archived'),
  max_per_order: integer('p.max_per_order'),
  image_url: orNull(text('p.image_url')),
  withdrawal_days: integer('p.withdrawal_days'),
  withdrawal_reason: orNull(text('p.withdrawal_reason')),
  translations: json<ProductTexts['translations']>('p.translations'),
  safety: orNull(json<NonNullable<ProductTexts['safety']>>('p.safety')),
}

const EXPORTED_VARIANT = columns({
  size: orNull(text('v.size')),
  colorName: orNull(text('v.color_name')),
  stock: integer('v.stock + held(v.id)'),
})

const EXPORTED = columns<FileProduct>({
  ...PRODUCT_COLUMNS,
  variants: EXPORTED_VARIANT.many(`(
    select coalesce(json_agg(${EXPORTED_VARIANT.object} order by v.position), '[]')
    from variants v
    where v.product_id = p.id
      and not v.removed)`),
})

async function* exportProducts(pool: Pool, storeId: string) {
  for (let after = 0; ;) {
    const rows = await pool.rows(named('export-products')`
      select ${ID.list}, ${EXPORTED.list}
      from products p
      where p.store_id = ${storeId} and p.id > ${after}
      order by p.id limit ${EXPORTED_AT_ONCE}`)
    if (rows.length > 0) yield rows.map(EXPORTED.read)
    const last = rows.at(-1)
    if (!last || rows.length < EXPORTED_AT_ONCE) return
    after = ID.read(last).id
  }
}

const SEARCHED = columns({
  last: orNull(integer('max(p.id)')),
  tags: texts(`coalesce(array_agg(distinct tag) filter (where tag is not null), '{}')`),
})

async function listLanguages(pool: Pool, storeId: string, most: number) {
  const found = new Set<string>()
  for (let after: number | null = 0; after !== null && found.size < most;) {
    const { last, tags }: { last: number | null; tags: string[] } = await SEARCHED.onlyRow(
      pool,
      named('list-product-languages')`
        select ${SEARCHED.list}
        from (
          select id, translations
          from products
          where store_id = ${storeId} and id > ${after}
          order by id limit ${SEARCHED_AT_ONCE}) p
        left join lateral jsonb_object_keys(p.translations) tag on true`,
    )
    for (const tag of tags) found.add(tag)
    after = last
  }
  return [...found].slice(0, most).toSorted()
}

export const openProductExports = (pool: Pool) => ({
  /** The first that products have words in, by their tags. */
  listProductLanguages: (storeId: string, most: number) => listLanguages(pool, storeId, most),
  /** All products, oldest first, in batches. */
  exportProducts: (storeId: string) => exportProducts(pool, storeId),
  /** To be called when an export begins. */
  async auditExport(storeId: string, actor: Actor) {
    await insertAudit(pool, storeId, { actor, action: 'products.exported' })
  },
})
