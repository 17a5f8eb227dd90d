import type { BuyerMailKind, BuyerMailRecords } from '../../checkout/ports/buyer-mails.ts'
import { columns, flag, integer, orNull, text, texts, word } from '../columns.ts'
import { type Pool, type Queryable, fragment, named } from '../database.ts'
import { ORDER_COLUMNS } from '../orders/order-columns.ts'
import { CLAIMED_MAIL, claimed, openMailMoves } from './mail-moves.ts'

const CLAIMED = columns({
  ...CLAIMED_MAIL,
  clientKeys: texts(`case when m.kind in ('confirmation', 'uncollected', 'withdrawal')
    then array_remove(array[a.client_key, a.client_site, a.client_region], null)
    else '{}' end`),
  kind: word<BuyerMailKind>('m.kind'),
  messageId: text(`event_id(
    'mail.' || m.kind, m.session_id, coalesce(m.refund_id, m.attempt_id)) || '.' || m.edition`),
  sessionId: text('m.session_id'),
  timeZone: text('st.time_zone'),
  to: text('a.customer_email'),
  languages: texts(`coalesce(a.languages, '{}')`),
  refunded: orNull(integer('r.amount')),
  isReturned: flag(`a.state = 'refunded' or coalesce(a.decline_code, '') = 'payment_returned'`),
  isRefunded: flag(`coalesce(${ORDER_COLUMNS.isRefunded.expression}, false)`),
  withdrawnAt: ORDER_COLUMNS.withdrawnAt,
  tracking: ORDER_COLUMNS.tracking,
  withdrawnLate: flag(`coalesce(${ORDER_COLUMNS.withdrawnLate.expression}, false)`),
})

const claim = (db: Queryable, limit: number) =>
  CLAIMED.rows(
    db,
    named('claim-buyer-mails')`
      with ${claimed(fragment('buyer_mails'), limit)}
      select ${CLAIMED.list}
      from m
      join payment_attempts a on a.id = m.attempt_id
      join stores st on st.id = m.store_id
      left join order_refunds r on r.id = m.refund_id
      left join orders o on o.attempt_id = m.attempt_id
      where m.state = 'waiting'
        and a.customer_email is not null`,
  )

export const openBuyerMailRecords = (pool: Pool): BuyerMailRecords => ({
  claim: (limit) => claim(pool, limit),
  ...openMailMoves(pool, {
    name: 'buyer-mail',
    table: fragment('buyer_mails'),
    since: fragment('coalesce(again_at, created_at)'),
  }),
})
