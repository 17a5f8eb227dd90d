import type { Picture, PictureRecords } from '../../pictures/pictures.ts'
import { recordsOf } from './open.records.ts'
import { type Transaction, named, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { ofStore } from '../../postgres/of-store.ts'

/** A picture that the store has already is not written again. */
export const insertPicture = (
  tx: Transaction,
  storeId: string,
  { id, content, width, height }: Picture,
) =>
  tx.run(sql`
    insert into pictures (id, store_id, content, width, height)
    values (${id}, ${storeId}, ${content}, ${width}, ${height})
    on conflict (id) do nothing`)

export const openPictureRecords = recordsOf<PictureRecords>({
  async find(pool, id) {
    const picture = await pool.row<{ content: Uint8Array }>(
      named('find-picture')`select content from pictures where id = ${id}`,
    )
    return picture?.content
  },

  setProductPicture: (pool, storeId, { slug, placed, actor }) =>
    pool.transaction(async (tx) => {
      const to = placed?.url ?? null
      const changed = await tx.row<{ from: string | null }>(sql`
        with before as materialized (
          select id, image_url
          from products
          where ${ofStore('store_id', storeId)} and slug = ${slug}
          for update)
        update products p
        set image_url = ${to}
        from before
        where p.id = before.id
        returning before.image_url as "from"`)
      if (!changed) return false
      if (placed) await insertPicture(tx, storeId, placed.picture)
      const details = { from: changed.from, to }
      const action = 'product.picture_changed'
      await insertAudit(tx, storeId, { actor, action, subject: slug, details })
      return true
    }),
})
