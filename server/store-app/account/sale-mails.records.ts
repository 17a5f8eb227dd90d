import type { SaleMails } from '../../checkout/ports/sale-mails.ts'
import { type Pool, sql } from '../../postgres/database.ts'

/**
 * A mail that waits for the next day then goes at once, or never. What the mail server may have
 * already stays as it is.
 */
const chooseSaleMails = (pool: Pool, memberId: number, chosen: SaleMails) =>
  pool.run(sql`
    with changed as (
      update store_members set sale_mails = ${chosen} where id = ${memberId}),
    hurried as (
      update sale_mails
      set due_at = least(due_at, clock_timestamp())
      where ${chosen} = 'each' and member_id = ${memberId}
        and state = 'waiting' and put_off_by is null),
    dropped as (
      delete from sale_mails
      where ${chosen} = 'none' and member_id = ${memberId}
        and state = 'waiting' and handed_over = 0)
    delete from sale_mail_orders
    where ${chosen} = 'none' and member_id = ${memberId} and mail_id is null`)

export const openSaleMailChoice = (pool: Pool) => ({
  choose: (memberId: number, chosen: SaleMails) => chooseSaleMails(pool, memberId, chosen),
})
