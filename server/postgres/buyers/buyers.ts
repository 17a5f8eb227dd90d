import type {
  Buyer,
  BuyerErasure,
  BuyerRecords,
  ExportQuery,
} from '../../checkout/ports/buyer-records.ts'
import { toOrder } from '../../checkout/orders/to-order.ts'
import { phoneSpellings } from '../../checkout/buyers/phone.ts'
import { type SessionState, toStatus } from '../../checkout/sessions/session.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { BuyerAttempt, BuyerSession } from '../../contract/platform/platform-buyers.ts'
import { insertAudit } from '../audit-log.ts'
import { ORDER, ORDER_COLUMNS } from '../orders/order-columns.ts'
import { columns, idsOf, json, moment, orNull, text, word } from '../columns.ts'
import { type Pool, type RawRow, type Transaction, fragment, piece, sql } from '../database.ts'
import { IN_DISPUTE, eraseSessions } from './erase-sessions.ts'
import { pageOf } from '../pages.ts'

const BATCH = 100

const numbersOf = (phone: string) =>
  piece`any(array(select buyer_phone(each) from unnest(${phoneSpellings(phone)}::text[]) each))`

/** Written as the indexes are: by the attempts' customers, and by the merchant's prefilled ones. */
const sessionsOf = (buyer: Buyer) =>
  'email' in buyer
    ? piece`
      select session_id
      from payment_attempts
      where store_id = ${buyer.storeId}
        and without_case(customer_email) = without_case(${buyer.email})
        and customer_email is not null
      union
      select id
      from checkout_sessions
      where store_id = ${buyer.storeId}
        and without_case(customer ->> 'email') = without_case(${buyer.email})
        and customer ->> 'email' is not null`
    : piece`
      select session_id
      from payment_attempts
      where store_id = ${buyer.storeId}
        and buyer_phone(customer_phone) = ${numbersOf(buyer.phone)}
        and customer_phone <> ''
      union
      select id
      from checkout_sessions
      where store_id = ${buyer.storeId}
        and buyer_phone(customer ->> 'phone') = ${numbersOf(buyer.phone)}
        and customer ->> 'phone' is not null`

const ATTEMPTS = fragment(`
  coalesce((
    select json_agg(json_build_object(
      'createdAt', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'status', case
        when a.state = 'captured' then 'succeeded'
        when a.state = 'declined' then 'failed'
        when a.state in ('voided', 'refunded') then 'canceled'
        else 'processing' end,
      'amount', a.amount,
      'currency', a.currency,
      'customer', json_build_object(
        'name', a.customer_name,
        'phone', a.customer_phone,
        'email', a.customer_email),
      'details', a.fulfillment_details,
      'card', a.card) order by a.created_at)
    from payment_attempts a
    where a.session_id = s.id), '[]')`)

/** Columns of `checkout_sessions s` with its order `o`. */
const KEPT = columns({
  sessionId: text('s.id'),
  state: word<SessionState>('s.state'),
  createdAt: moment('s.created_at'),
  customer: json<CustomerPrefill>('s.customer'),
  metadata: orNull(text('s.metadata')),
  attempts: json<BuyerAttempt[]>(ATTEMPTS.parts.join('')),
  note: orNull(text('o.note')),
  tracking: ORDER_COLUMNS.tracking,
})

function toBuyerSession(row: RawRow): BuyerSession {
  const { state, createdAt, metadata, note, tracking, ...session } = KEPT.read(row)
  return {
    ...session,
    status: toStatus(state),
    createdAt: createdAt.toISOString(),
    metadata: metadata === null ? null : JSON.parse(metadata),
    order: state === 'complete' ? { ...toOrder(ORDER.read(row)), tracking, note } : null,
  }
}

async function exportBuyer(pool: Pool, buyer: Buyer, { cursor, address }: ExportQuery) {
  const rows = await pool.rows(sql`
    select ${KEPT.list}, ${ORDER.list}
    from checkout_sessions s
    left join orders o on o.session_id = s.id
    where s.id in (${sessionsOf(buyer)})
      and s.id > ${cursor ?? ''}
    order by s.id
    limit ${BATCH + 1}`)
  if (rows.length > 0)
    await insertAudit(pool, buyer.storeId, {
      actor: { name: 'platform', address },
      action: 'buyer.exported',
      details: { sessions: Math.min(rows.length, BATCH) },
    })
  return pageOf(rows.map(toBuyerSession), {
    limit: BATCH,
    cursorOf: ({ sessionId }) => sessionId,
  })
}

const FOUND = columns({ id: text('id'), state: word<SessionState>('state') })

const DISPUTED = columns({ dueAt: orNull(moment('min(due_at)')) })

/** Until when the first of their open disputes is to be answered; what opens now waits. */
async function findDisputed(tx: Transaction, sessionIds: string[]) {
  const orderIds = await idsOf(
    tx,
    sql`
      select id::text
      from orders
      where session_id = any(${sessionIds})
      for update`,
  )
  return DISPUTED.row(
    tx,
    sql`
      select ${DISPUTED.list}
      from order_disputes
      where order_id = any(${orderIds}::bigint[])
        and closed_at is null
      having count(*) > 0`,
  )
}

async function eraseBuyer(
  tx: Transaction,
  buyer: Buyer,
  address: string | null,
): Promise<BuyerErasure> {
  const found = await FOUND.rows(
    tx,
    sql`
      select ${FOUND.list}
      from checkout_sessions s
      where id in (${sessionsOf(buyer)})
      order by state <> 'paying', not ${IN_DISPUTE}, id
      limit ${BATCH}
      for update`,
  )
  if (found.some(({ state }) => state === 'paying')) return { type: 'under_way' }
  const sessionIds = found.map(({ id }) => id)
  const disputed = await findDisputed(tx, sessionIds)
  if (disputed) return { type: 'disputed', ...disputed }
  if (sessionIds.length === 0) return { type: 'erased', sessionIds, orders: 0 }
  const { sessions, orders } = await eraseSessions(tx, {
    name: 'erase-sessions',
    sessionIds: piece`select unnest(${sessionIds}::text[])`,
  })
  await insertAudit(tx, buyer.storeId, {
    actor: { name: 'platform', address },
    action: 'buyer.erased',
    details: { sessions, orders },
  })
  return { type: 'erased', sessionIds, orders }
}

export const openBuyerRecords = (pool: Pool): BuyerRecords => ({
  exportBuyer: (buyer, page) => exportBuyer(pool, buyer, page),
  eraseBuyer: (buyer, address) => pool.transaction((tx) => eraseBuyer(tx, buyer, address)),
})
