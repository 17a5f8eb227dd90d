import type { Picture, PictureChange } from '../../pictures/pictures.ts'
import { bytes, columns, orNull, text } from '../../postgres/columns.ts'
import { type Pool, type Transaction, named, sql } from '../../postgres/database.ts'
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

const CONTENT = columns({ content: bytes('content') })

const BEFORE = columns({ from: orNull(text('before.image_url')) })

/** Pictures are kept when nothing shows them: open sessions and merchants' pages may use them. */
export const openPictureRecords = (pool: Pool) => ({
  /** For anybody who has its address. */
  async find(id: string): Promise<Uint8Array | undefined> {
    const picture = await CONTENT.row(
      pool,
      named('find-picture')`select ${CONTENT.list} from pictures where id = ${id}`,
    )
    return picture?.content
  },

  /** False when the store has no such product. */
  setProductPicture: (storeId: string, { slug, placed, actor }: PictureChange) =>
    pool.transaction(async (tx) => {
      const to = placed?.url ?? null
      const changed = await BEFORE.row(
        tx,
        sql`
          with before as materialized (
            select id, image_url
            from products
            where ${ofStore('store_id', storeId)} and slug = ${slug}
            for update)
          update products p
          set image_url = ${to}
          from before
          where p.id = before.id
          returning ${BEFORE.list}`,
      )
      if (!changed) return false
      if (placed) await insertPicture(tx, storeId, placed.picture)
      const details = { from: changed.from, to }
      const action = 'product.picture_changed'
      await insertAudit(tx, storeId, { actor, action, subject: slug, details })
      return true
    }),
})
