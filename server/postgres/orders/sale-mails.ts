import type {
  Sale,
  SaleMail,
  SaleMailRecords,
  SaleMails,
  SellingStore,
} from '../../checkout/ports/sale-mails.ts'
import { CLAIMED_MAIL, PATIENCE, claimed, openMailMoves } from '../buyers/mail-moves.ts'
import { columns, flag, integer, json, orNull, pick, text, word } from '../columns.ts'
import { type Fragment, type Pool, fragment, named, piece } from '../database.ts'
import { ORDER_COLUMNS } from './order-columns.ts'

/** What `store_members m` has chosen. */
export const CHOSEN_SALE_MAILS = word<SaleMails>(
  `coalesce(m.sale_mails, case m.role when 'owner' then 'each' else 'none' end)`,
)

const CHOSEN = fragment(CHOSEN_SALE_MAILS.expression)

/** Writes down which members are to hear of the orders that these events announce. */
export const saleMailOrders = (announced: Fragment) => piece`
  insert into sale_mail_orders (store_id, member_id, order_id, session_id)
  select o.store_id, m.id, o.id, o.session_id
  from ${announced} e
  join orders o on o.session_id = e.session_id
  join store_members m on m.store_id = o.store_id
  where e.type = 'checkout.session.completed' and ${CHOSEN} <> 'none'
  on conflict do nothing`

/** A mail about more orders than this shows the first, and says how many more there are. */
const LISTED = 50

/** How many orders one round puts into mails at a time. */
const ORDERS = 500

/**
 * An order goes into the member's mail that waits, which a process that has claimed it then leaves
 * alone, or into a new one. While the mail server may have the mail already, its orders stay as they are.
 * A mail a day is due a day after the one before.
 */
const gather = async (pool: Pool) =>
  (await pool.run(named('gather-sales')`
    with news as materialized (
      select n.*
      from sale_mail_orders n
      join store_members m on m.id = n.member_id
      where n.mail_id is null
        and n.created_at > statement_timestamp() - ${PATIENCE}
        and ${CHOSEN} <> 'none'
        and not exists (
          select
          from sale_mails w
          where w.member_id = n.member_id and w.state = 'waiting' and w.handed_over > 0)
      order by n.created_at
      limit ${ORDERS}
      for no key update of n skip locked),
    waiting as materialized (
      select id
      from sale_mails
      where member_id = any(array(select member_id from news))
        and state = 'waiting'
        and handed_over = 0
      order by id
      for no key update),
    joined as (
      update sale_mails
      set edition = edition + 1, claims = claims + 1
      where id = any(array(select id from waiting))
      returning id, member_id),
    opened as (
      insert into sale_mails (store_id, member_id, session_id, due_at)
      select distinct on (n.member_id) n.store_id, n.member_id, n.session_id,
        greatest(clock_timestamp(), case when ${CHOSEN} = 'daily' then (
          select max(due_at) + interval '1 day' from sale_mails b where b.member_id = m.id) end)
      from news n
      join store_members m on m.id = n.member_id
      where n.member_id <> all(array(select member_id from joined))
      order by n.member_id, n.id
      on conflict (member_id) where state = 'waiting' do nothing
      returning id, member_id)
    update sale_mail_orders n
    set mail_id = mail.id
    from (select * from joined union all select * from opened) mail
    where n.id = any(array(select id from news))
      and n.member_id = mail.member_id`)) === ORDERS

const STORE = columns<SellingStore>(
  {
    name: text('st.name'),
    isTest: flag('st.is_test'),
    logoUrl: orNull(text('st.logo_url')),
    branding: orNull(json('st.branding')),
  },
  { prefix: 'store.' },
)

const CLAIMED = columns({
  ...CLAIMED_MAIL,
  messageId: text(`event_id('mail.sales', m.session_id, m.member_id::text) || '.' || m.edition`),
  to: text('member.email'),
})

const claim = async (pool: Pool, limit: number): Promise<SaleMail[]> => {
  const rows = await pool.rows(
    named('claim-sale-mails')`
      with ${claimed(fragment('sale_mails'), limit)}
      select ${CLAIMED.list}, ${STORE.list}
      from m
      join store_members member on member.id = m.member_id
      join stores st on st.id = m.store_id
      where m.state = 'waiting'`,
  )
  return rows.map((row) => ({ ...CLAIMED.read(row), store: STORE.read(row) }))
}

const SALE = columns<Sale & { count: number }>({
  ...pick(ORDER_COLUMNS, [
    'orderNumber',
    'productName',
    'size',
    'color',
    'quantity',
    'amountTotal',
    'currency',
  ]),
  count: integer('(select count(*) from sale_mail_orders where mail_id = n.mail_id)::integer'),
})

const listSales = async (pool: Pool, { id }: SaleMail) => {
  const rows = await SALE.rows(
    pool,
    named('list-sales')`
      select ${SALE.list}
      from sale_mail_orders n
      join orders o on o.id = n.order_id
      join checkout_sessions s on s.id = o.session_id
      where n.mail_id = ${id}
      order by n.id
      limit ${LISTED}`,
  )
  return { sales: rows, count: rows[0]?.count ?? 0 }
}

export const openSaleMailRecords = (pool: Pool): SaleMailRecords => ({
  gather: () => gather(pool),
  claim: (limit) => claim(pool, limit),
  listSales: (mail) => listSales(pool, mail),
  ...openMailMoves(pool, {
    name: 'sale-mail',
    table: fragment('sale_mails'),
    since: fragment('created_at'),
  }),
})
