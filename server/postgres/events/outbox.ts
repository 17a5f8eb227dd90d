import type { OutboxMessage } from '../../checkout/ports/database.ts'
import { columns, integer, text, word } from '../columns.ts'
import { type Queryable, fragment, named } from '../database.ts'
import { saleMailOrders } from '../orders/sale-mails.ts'

const MESSAGE = columns({
  id: integer('id'),
  type: word<OutboxMessage['type']>('type'),
  sessionId: text('session_id'),
  storeId: text('store_id'),
})

/** The claim lasts 10 s; then an undelivered message comes again. */
export const claimMessages = (db: Queryable, limit: number) =>
  MESSAGE.rows(
    db,
    named('claim-messages')`
      update events
      set next_try_at = clock_timestamp() + interval '10 seconds'
      where id = any(array(
        select id
        from events
        where announced_at is null
          and next_try_at <= statement_timestamp()
          and not exists (select from stores_elsewhere e where e.id = store_id)
        order by id
        limit ${limit}
        for update skip locked))
      returning ${MESSAGE.list}`,
  )

/** What is announced a second time is no news. */
export const markDelivered = (db: Queryable, ids: number[]) =>
  db.run(named('mark-delivered')`
    with announced as (
      update events
      set announced_at = clock_timestamp()
      where id = any(${ids}) and announced_at is null
      returning type, session_id)
    ${saleMailOrders(fragment('announced'))}`)
