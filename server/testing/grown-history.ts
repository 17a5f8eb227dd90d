import pg from 'pg'

/** Far enough back that nothing counts it as recent. */
const LONG_AGO = `interval '2 hours'`

/**
 * Row `n` of the past: like the store's newest paid order, `n` times `$4` seconds earlier. Every
 * table that grows with sales grows by one; of ten sessions one expired unpaid, of ten payments one
 * was declined, and one more session of other stores is open now.
 */
const COPIES: Record<string, { is: string; changes: string }> = {
  checkout_sessions: {
    is: `model.id = (select session_id from newest)`,
    changes: `'id', 'cs_grown' || n, 'created_at', model.created_at - age, 'expires_at', model.expires_at - age`,
  },
  payment_attempts: {
    is: `model.id = (select attempt_id from newest)`,
    changes: `'id', 'att_grown' || n, 'session_id', 'cs_grown' || n, 'created_at', model.created_at - age,
      'settled_at', model.settled_at - age, 'order_number', 'G' || n, 'provider_payment_id', 'pay_grown' || n,
      'state', case when n % 10 = 0 then 'declined' else model.state end`,
  },
  orders: {
    is: `model.id = (select id from newest)`,
    changes: `'id', -n, 'order_number', 'G' || n, 'session_id', 'cs_grown' || n,
      'attempt_id', 'att_grown' || n, 'paid_at', model.paid_at - age`,
  },
  events: {
    is: `model.session_id = (select session_id from newest)`,
    changes: `'id', -n, 'session_id', 'cs_grown' || n, 'created_at', model.created_at - age,
      'announced_at', model.created_at - age`,
  },
  stock_changes: {
    is: `model.order_number = (select order_number from newest)`,
    changes: `'id', -n, 'order_number', 'G' || n, 'at', model.at - age`,
  },
  audit_log: {
    is: `model.id = (select min(id) from audit_log where store_id = $1)`,
    changes: `'id', -n, 'at', model.at - age`,
  },
  webhook_deliveries: {
    is: `model.number = (select min(number) from webhook_deliveries where store_id = $1)`,
    changes: `'number', -n, 'id', 'whd_grown' || n, 'event_id', 'evt_grown' || n,
      'created_at', model.created_at - age,
      'status', case when n % 10 = 0 then 'failed' else model.status end`,
  },
  api_requests: {
    is: `model.id = (select min(id) from api_requests where store_id = $1)`,
    changes: `'id', -n, 'request_id', gen_random_uuid(), 'at', model.at - age`,
  },
  'test_provider.payments': {
    is: `model.attempt_id = (select attempt_id from newest)`,
    changes: `'id', -n, 'attempt_id', 'att_grown' || n, 'session_id', 'cs_grown' || n`,
  },
}

const TIMES = {
  expired: `'created_at', model.created_at - ${LONG_AGO} - n * make_interval(secs => $4),
      'expires_at', model.expires_at - ${LONG_AGO} - n * make_interval(secs => $4)`,
  open: `'created_at', clock_timestamp(), 'expires_at', clock_timestamp() + interval '30 minutes',
      'store_id', 'st_other', 'product_id', 0`,
}

/** One for ten orders that nobody has paid. */
const sessions = (state: keyof typeof TIMES) => `
  insert into checkout_sessions
  select copy.*
  from checkout_sessions model,
    generate_series($2::integer + 10, $3, 10) n,
    jsonb_populate_record(model, jsonb_build_object('id', 'cs_${state}' || n, 'state', '${state}',
      'attempts', 0, ${TIMES[state]})) copy
  where model.id = (select session_id from orders where store_id = $1 order by id desc limit 1)`

const copy = (table: string, { is, changes }: { is: string; changes: string }) => `
  with newest as (
    select o.*
    from orders o
    where o.store_id = $1
    order by o.id desc
    limit 1)
  insert into ${table} overriding system value
  select copy.*
  from ${table} model,
    generate_series($2::integer + 1, $3) n,
    lateral (select ${LONG_AGO} + n * make_interval(secs => $4) as age) past,
    jsonb_populate_record(model, jsonb_build_object(${changes})) copy
  where ${is}`

/**
 * Gives the store, which has a paid order, a past of `until` orders, of which it has `from`, one for
 * so many seconds (default: a minute). Nothing is checked against anything: that is what takes the
 * time.
 */
export async function growHistory(
  connection: pg.ClientConfig,
  {
    storeId,
    from,
    until,
    everySeconds = 60,
  }: { storeId: string; from: number; until: number; everySeconds?: number },
) {
  const client = new pg.Client({
    ...connection,
    options: '-c session_replication_role=replica',
  })
  await client.connect()
  const copies = Object.entries(COPIES).map(([table, of]) => copy(table, of))
  for (const statement of [...copies, sessions('expired')])
    await client.query(statement, [storeId, from, until, everySeconds])
  // They are of now, however the past is spread.
  await client.query(sessions('open'), [storeId, from, until])
  await client.query('vacuum analyze')
  await client.end()
}
