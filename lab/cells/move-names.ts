import type { Sql } from '../../server/testing/sql.ts'

/** A cell's database, as an operator sees it. */
export type CellRecord = {
  code: string
  sql: Sql
  /** By which the other database reaches it, too. */
  url: string
}

export type Move = { storeId: string; from: CellRecord; to: CellRecord }

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Names of what a move makes in both databases. */
export const nameOf = ({ storeId }: Pick<Move, 'storeId'>) => `move_${storeId.toLowerCase()}`
