import { type SessionHistory, toEvents } from '../frame/session-history.ts'
import type {
  SessionDetails,
  SessionList,
  SessionQuery,
  SessionRecords,
  SessionSummary,
} from './session-list.ts'
import { MAY_BE_OPEN } from '../../postgres/checkout/late-sessions.ts'
import { present, recordsOf, withMoments } from '../frame/open.records.ts'
import { fragment, named, piece, sql } from '../../postgres/database.ts'
import { ifGiven, productChoices, withinDays } from '../frame/narrowing.records.ts'
import { type Place, listFromPlace, toPlacedPage } from '../../postgres/places.ts'
import { SESSION_HISTORY } from '../frame/session-history.records.ts'
import { ofStore } from '../../postgres/of-store.ts'

const SESSION_ID = /^cs_\w{32}$/

const SUMMARY = fragment(`
  s.id, s.state, s.created_at as "createdAt", s.product_name as "productName", s.size, s.color,
  s.quantity, s.currency, coalesce(o.amount_total, s.unit_price * s.quantity) as amount,
  coalesce(o.customer_name, s.customer ->> 'name') as "customerName"`)

const CREATED_AT = fragment('s.created_at')

/** Only set filters become conditions, so that the planner sees their values. */
const matching = (
  storeId: string,
  { filter: { state, product, ...days }, timeZone }: SessionQuery,
  before: Place | undefined,
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
const listStatement = (storeId: string, query: SessionQuery, before?: Place) => sql`
  select
    coalesce((
      select json_agg(listed)
      from (
        select ${SUMMARY}
        from (
          select *
          from checkout_sessions s
          where ${matching(storeId, query, before)}
          order by s.created_at desc, s.id desc limit ${query.limit + 1}) s
        left join orders o on o.session_id = s.id
        order by s.created_at desc, s.id desc) listed), '[]') as sessions,
    ${productChoices(storeId)} as products`

type ListRow = Pick<SessionList, 'products'> & { sessions: SessionSummary[] }

export const openSessionRecords = recordsOf<SessionRecords>({
  list: (pool, storeId, query) =>
    listFromPlace(query.cursor, {
      id: SESSION_ID,
      list: async (before): Promise<SessionList> => {
        const row = present(await pool.row<ListRow>(listStatement(storeId, query, before)))
        const sessions = row.sessions.map((session) => withMoments(session, 'createdAt'))
        const placeOf = ({ createdAt, id }: SessionSummary) => ({ at: createdAt, id })
        const page = toPlacedPage(sessions, { limit: query.limit, placeOf })
        return { ...page, products: row.products }
      },
    }),
  async find(pool, storeId, sessionId) {
    const row = await pool.row<Omit<SessionDetails, 'events'> & { history: SessionHistory }>(
      named('find-session-details')`
        select ${SUMMARY},
          s.expires_at as "expiresAt", s.unit_price as "unitPrice", s.image_url as "imageUrl",
          s.delivery_options as "deliveryOptions", o.fulfillment_fee as "deliveryFee",
          s.customer, s.success_url as "successUrl", s.cancel_url as "cancelUrl", s.metadata,
          ${SESSION_HISTORY}
        from checkout_sessions s
        left join orders o on o.session_id = s.id
        where ${ofStore('s.store_id', storeId)} and s.id = ${sessionId}`,
    )
    if (!row) return undefined
    const { history, ...details } = row
    return { ...details, events: toEvents(history) }
  },
})
