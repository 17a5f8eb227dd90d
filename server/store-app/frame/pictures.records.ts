import { bytes, columns } from '../../postgres/columns.ts'
import { type Pool, named } from '../../postgres/database.ts'

const CONTENT = columns({ content: bytes('content') })

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
})
