import { insertAudit } from '../../postgres/audit-log.ts'
import { columns, flag, integer, orNull, text } from '../../postgres/columns.ts'
import { type Pool, named } from '../../postgres/database.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { FileProduct } from './import/product-imports.ts'

const EXPORTED_AT_ONCE = 200

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

export const openProductExports = (pool: Pool) => ({
  /** All products, oldest first, in batches. */
  exportProducts: (storeId: string) => exportProducts(pool, storeId),
  /** To be called when an export begins. */
  async auditExport(storeId: string, actor: Actor) {
    await insertAudit(pool, storeId, { actor, action: 'products.exported' })
  },
})
