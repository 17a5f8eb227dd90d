import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type CellRecord, type Move, nameOf, quoted } from './move-names.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/** Waits for a table no longer than buyers can, lets them pass, and tries again. */
async function changeTable({ sql }: CellRecord, statements: string) {
  for (;;) {
    try {
      await sql.rows(`set local lock_timeout = '500ms'; ${statements}`)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
      await wait(1000)
    }
  }
}

/** What the old cell must not write any more once the store has moved. */
export async function guard({ storeId, from }: Move, tables: { name: string }[]) {
  const name = nameOf({ storeId })
  const id = quoted(storeId)
  const call = `execute function refuse_elsewhere(${id})`
  for (const { name: table } of tables)
    await changeTable(
      from,
      `create or replace trigger ${name} before insert or update on ${table}
         for each row when (new.store_id = ${id}) ${call};
       create or replace trigger ${name}_delete before delete on ${table}
         for each row when (old.store_id = ${id}) ${call}`,
    )
  await changeTable(
    from,
    `create or replace trigger ${name} before update on stores
       for each row when (old.id = ${id}) ${call}`,
  )
}

export async function unguard(move: Move, tables: { name: string }[]) {
  const name = nameOf(move)
  for (const { name: table } of tables)
    await changeTable(
      move.from,
      `drop trigger ${name} on ${table}; drop trigger ${name}_delete on ${table}`,
    )
  await changeTable(move.from, `drop trigger ${name} on stores`)
}
