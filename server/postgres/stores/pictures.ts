import type { Picture } from '../../checkout/stores/pictures.ts'
import { type Transaction, sql } from '../database.ts'

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
