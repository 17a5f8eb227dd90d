import { openSql } from '../../server/testing/sql.ts'
import { namesOf } from './directory.ts'
import { countRows, finish, prepare, switchOver } from './move.ts'
import type { CellRecord } from './move-names.ts'
import { directoryOf } from './proxy.ts'

export type StoreMove = { storeId: string; from: string; to: string; socket: string; map: string }

/** An operator moves a store between two cells, by the addresses of their databases. */
export async function moveStore({ storeId, from, to, socket, map }: StoreMove) {
  const move = { storeId, from: await cellAt(from), to: await cellAt(to) }
  const began = performance.now()
  await prepare(move)
  console.log(`copied           ${await countRows(move)} rows in ${since(began)}`)
  const names = await namesOf(move.from, storeId)
  const nowhere = await switchOver(move, directoryOf({ socket, map }))
  console.log(`moved            to cell ${move.to.code}, in neither for ${Math.round(nowhere)} ms`)
  console.log(`For ${map}, so that HAProxy knows it after a restart:`)
  for (const name of names) console.log(`${name} ${move.to.code}`)
  await finish(move)
  await Promise.all([move.from.sql.close(), move.to.sql.close()])
  return true
}

const since = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`

async function cellAt(url: string): Promise<CellRecord> {
  const sql = openSql(url)
  const [row] = await sql.rows<{ code: string | null }>('select cell as code from service_identity')
  if (typeof row?.code !== 'string') throw new Error('a database is no cell yet: start its service')
  return { code: row.code, sql, url }
}
