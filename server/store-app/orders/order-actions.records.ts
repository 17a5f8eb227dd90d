import type { Actor } from '../../checkout/stores/audit.ts'
import { columns, orNull, text } from '../../postgres/columns.ts'
import { type Pool, fragment, named, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { mayMail } from '../../postgres/buyers/buyer-mail-writes.ts'
import { ofStore } from '../../postgres/of-store.ts'

const NOTE = columns({ note: orNull(text('note')) })

/** The mails that have ended without being sent, as long as the buyer has an address. */
const sendAgain = (storeId: string, orderNumber: string) =>
  named('send-mails-again')`
    update buyer_mails m
    set state = 'waiting',
      claims = m.claims + 1,
      refusal = null,
      counted = false,
      handed_over = 0,
      due_at = clock_timestamp(),
      again_at = clock_timestamp(),
      ended_at = null
    from orders o
    join stores st on st.id = o.store_id
    where o.store_id = ${storeId}
      and o.order_number = ${orderNumber}
      and m.session_id = o.session_id
      and m.state in ('refused', 'unsent')
      and ${mayMail(fragment('o.customer_email'))}
      and o.customer_email is not null`

export const openOrderActions = (pool: Pool) => ({
  /** Those that have ended without being sent. False when there are none. */
  sendMailsAgain: (storeId: string, orderNumber: string, actor: Actor) =>
    pool.transaction(async (tx) => {
      const sent = await tx.run(sendAgain(storeId, orderNumber))
      const action = 'order.mails_sent_again'
      if (sent > 0) await insertAudit(tx, storeId, { actor, action, subject: orderNumber })
      return sent > 0
    }),
  /** False, without any change, when the note is not `before` any more. */
  setNote: (
    storeId: string,
    orderNumber: string,
    { note, before, actor }: { note: string | null; before: string | null; actor: Actor },
  ) =>
    pool.transaction(async (tx) => {
      const changed = await tx.run(
        named('set-order-note')`
          update orders set note = ${note}
          where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}
            and note is not distinct from ${before} and note is distinct from ${note}`,
      )
      const action = 'order.note_changed'
      if (changed > 0) await insertAudit(tx, storeId, { actor, action, subject: orderNumber })
      const saved = await NOTE.row(
        tx,
        sql`select ${NOTE.list} from orders where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}`,
      )
      return saved?.note === note
    }),
})
