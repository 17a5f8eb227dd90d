import type { OutboxMessage } from '../../checkout/ports/database.ts'
import { columns, integer, text, word } from '../columns.ts'
import { type Queryable, fragment, named, piece } from '../database.ts'
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

const announced = (ids: number[]) => piece`
  update events
  set announced_at = clock_timestamp()
  where id = any(${ids}) and announced_at is null
  returning type, session_id`

type Announcing = { ids: number[]; mailsSellers: boolean }

/** What is announced a second time is no news. Without a mail server no mail is prepared. */
export const markDelivered = (db: Queryable, { ids, mailsSellers }: Announcing) =>
  db.run(
    mailsSellers
      ? named('mark-delivered-and-mail')`
          with announced as (${announced(ids)})
          ${saleMailOrders(fragment('announced'))}`
      : named('mark-delivered')`${announced(ids)}`,
  )
