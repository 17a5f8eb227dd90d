import { insertAudit } from '../../postgres/audit-log.ts'
import { columns, flag, integer, json, orNull, text } from '../../postgres/columns.ts'
import { type Pool, named } from '../../postgres/database.ts'
import { recordsOf } from '../frame/open.records.ts'
import type { FileProduct, ProductExportRecords } from './product-imports.ts'

const EXPORTED_AT_ONCE = 200

export const ID = columns({ id: integer('p.id') })

export const PRODUCT_COLUMNS = {
  slug: text('p.slug'),
  name: text('p.name'),
  description: orNull(text('p.description')),
  price: integer('p.price'),
  archived: flag('p.archived'),
  image_url: orNull(text('p.image_url')),
  withdrawal_days: integer('p.withdrawal_days'),
  withdrawal_reason: orNull(text('p.withdrawal_reason')),
}

const EXPORTED = columns({
  ...PRODUCT_COLUMNS,
  variants: json<FileProduct['variants']>(`(
    select coalesce(
      json_agg(
        json_build_object('size', v.size, 'colorName', v.color_name, 'stock', v.stock + held(v.id))
        order by v.position),
      '[]')
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

export const openProductExports = recordsOf<ProductExportRecords>({
  exportProducts,
  async auditExport(pool, storeId, actor) {
    await insertAudit(pool, storeId, { actor, action: 'products.exported' })
  },
})
