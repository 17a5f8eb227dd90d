import type { CellRecord } from './move-names.ts'

/** How a proxy's map names an address: nobody can read it there. */
const EMAILS = `select upper(encode(sha256(lower(email collate "C")::bytea), 'hex')) as name from store_members`

type NameRow = { name: string }

const toNames = (rows: NameRow[]) => rows.map(({ name }) => name)

/** What leads to members of this cell when they sign in. */
export const emailsOf = async ({ sql }: CellRecord) => toNames(await sql.rows<NameRow>(EMAILS))

/**
 * All by which a request may name the store: cell and tag in ids of its sessions, its keys, its id,
 * and its members.
 */
export const namesOf = async ({ sql }: CellRecord, storeId: string) =>
  toNames(
    await sql.rows<NameRow>(
      `select distinct substr(id, 11, 7) as name from checkout_sessions where store_id = $1
       union select upper(encode(digest, 'hex')) from api_keys where store_id = $1
       union select $1
       union ${EMAILS} where store_id = $1`,
      [storeId],
    ),
  )
