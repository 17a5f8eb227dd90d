import type { SessionState } from '../../checkout/sessions/session.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { SessionDetails, SessionList, SessionQuery, SessionSummary } from './session-list.ts'
import { MAY_BE_OPEN } from '../../postgres/sessions/late-sessions.ts'
import { columns, integer, json, moment, orNull, text, word } from '../../postgres/columns.ts'
import { type Pool, fragment, named, piece, sql } from '../../postgres/database.ts'
import { PRODUCT_CHOICES, ifGiven, productChoices, withinDays } from '../../postgres/narrowing.ts'
import { type Cursor, listByTime, toPageByTime } from '../../postgres/cursors.ts'
import { SESSION_EVENTS } from '../../postgres/sessions/session-history.ts'
import { ofStore } from '../../postgres/of-store.ts'

const SESSION_ID = /^cs_\w{32}$/

const SUMMARY_COLUMNS = {
  id: text('s.id'),
  state: word<SessionState>('s.state'),
  createdAt: moment('s.created_at'),
  productName: text('s.product_name'),
  size: orNull(text('s.size')),
  color: orNull(text('s.color')),
  quantity: integer('s.quantity'),
  currency: text('s.currency'),
  amount: integer('coalesce(o.amount_total, s.unit_price * s.quantity)'),
  customerName: orNull(text(`coalesce(o.customer_name, s.customer ->> 'name')`)),
}

const SUMMARY = columns<SessionSummary>(SUMMARY_COLUMNS)

const LISTED = columns({ sessions: SUMMARY.many('sessions'), products: PRODUCT_CHOICES })

const DETAILS = columns({
  ...SUMMARY_COLUMNS,
  expiresAt: moment('s.expires_at'),
  unitPrice: integer('s.unit_price'),
  imageUrl: orNull(text('s.image_url')),
  deliveryOptions: json<DeliveryOption[]>('s.delivery_options'),
  deliveryFee: orNull(integer('o.fulfillment_fee')),
  customer: json<CustomerPrefill>('s.customer'),
  successUrl: orNull(text('s.success_url')),
  cancelUrl: orNull(text('s.cancel_url')),
  metadata: orNull(text('s.metadata')),
  events: SESSION_EVENTS,
})

const CREATED_AT = fragment('s.created_at')

/** Only set filters become conditions, so that the planner sees their values. */
const matching = (
  storeId: string,
  { filter: { state, product, ...days }, timeZone }: SessionQuery,
  before: Cursor | undefined,
) => piece`
  s.store_id = ${storeId} ${withinDays(CREATED_AT, days, timeZone)}
  ${ifGiven(state, (wanted) => piece`and s.state = ${wanted}`)}
  ${state === 'open' ? piece`and ${MAY_BE_OPEN}` : fragment('')}
  ${ifGiven(
    product,
    (slug) => piece`
      and s.product_id = product_of(${storeId}, ${slug})`,
  )}
  ${ifGiven(before, ({ at, id }) => piece`and (s.created_at, s.id) < (${at}, ${id})`)}`

/** One statement for the whole page. It looks up the orders of the page's rows only. */
const listStatement = (storeId: string, query: SessionQuery, before?: Cursor) => sql`
  select
    coalesce((
      select json_agg(listed)
      from (
        select ${SUMMARY.list}
        from (
          select *
          from checkout_sessions s
          where ${matching(storeId, query, before)}
          order by s.created_at desc, s.id desc limit ${query.limit + 1}) s
        left join orders o on o.session_id = s.id
        order by s.created_at desc, s.id desc) listed), '[]') as sessions,
    ${productChoices(storeId)} as products`

export const openSessionRecords = (pool: Pool) => ({
  /** Newest first; undefined when the cursor is not ours. */
  list: (storeId: string, query: SessionQuery) =>
    listByTime(query.cursor, {
      id: SESSION_ID,
      list: async (before): Promise<SessionList> => {
        const { sessions, products } = await LISTED.onlyRow(
          pool,
          listStatement(storeId, query, before),
        )
        const cursorOf = ({ createdAt, id }: SessionSummary) => ({ at: createdAt, id })
        return { ...toPageByTime(sessions, { limit: query.limit, cursorOf }), products }
      },
    }),
  find: (storeId: string, sessionId: string): Promise<SessionDetails | undefined> =>
    DETAILS.row(
      pool,
      named('find-session-details')`
        select ${DETAILS.list}
        from checkout_sessions s
        left join orders o on o.session_id = s.id
        where ${ofStore('s.store_id', storeId)} and s.id = ${sessionId}`,
    ),
})
