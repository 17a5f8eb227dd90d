import type { OutboxMessage } from '../../checkout/ports/database.ts'
import { columns, integer, text, word } from '../columns.ts'
import { type Queryable, named } from '../database.ts'

const MESSAGE = columns({
  id: integer('outbox.id'),
  type: word<OutboxMessage['type']>('outbox.type'),
  sessionId: text('outbox.session_id'),
  storeId: text('s.store_id'),
})

/** The claim lasts 10 s; what is not delivered by then comes again. */
export const claimMessages = (db: Queryable, limit: number) =>
  MESSAGE.rows(
    db,
    named('claim-messages')`
      update outbox
      set next_try_at = clock_timestamp() + interval '10 seconds'
      from checkout_sessions s
      where s.id = outbox.session_id
        and outbox.id = any(array(
          select id
          from outbox
          where delivered_at is null
            and next_try_at <= statement_timestamp()
          order by next_try_at
          limit ${limit}
          for update skip locked))
      returning ${MESSAGE.list}`,
  )

export const markDelivered = (db: Queryable, ids: number[]) =>
  db.run(
    named('mark-delivered')`
      update outbox
      set delivered_at = clock_timestamp()
      where id = any(${ids})`,
  )
