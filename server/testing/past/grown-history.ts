import pg from 'pg'

/** So long ago that no query counts it as recent. */
const LONG_AGO = `interval '2 hours'`

/** Older ones have lower numbers and lower names, as in real life. */
const NAME = '(1000000000000 - k)'

type Copy = {
  is: string
  /** (Default: all sessions.) */
  of?: 'paid' | 'unpaid'
  changes: Record<string, string>
}

const OF_SESSION = { session_id: `'cs_grown' || ${NAME}` }

/** A number of `model`'s event, request or other row that session `k` has, too. */
const numbered = (column: string, time: string) => ({
  [column]: '-k',
  [time]: `model.${time} - age`,
})

/**
 * What session `k` of the history has: rows like those of the store's newest paid order, `k` times
 * the distance older. One payment in ten was declined.
 */
const COPIES: [table: string, Copy][] = [
  [
    'checkout_sessions',
    {
      is: `model.id = (select session_id from newest)`,
      changes: {
        id: `'cs_grown' || ${NAME}`,
        created_at: 'model.created_at - age',
        expires_at: 'model.expires_at - age',
        state: `case when is_paid then model.state else 'expired' end`,
        attempts: 'case when is_paid then model.attempts else 0 end',
        buyer_erased_at: 'case when is_paid and n % 50 = 0 then null else clock_timestamp() end',
      },
    },
  ],
  [
    'events',
    {
      is: `model.session_id = (select session_id from newest)`,
      changes: {
        ...OF_SESSION,
        ...numbered('id', 'created_at'),
        announced_at: 'model.created_at - age',
        type: `case when is_paid then model.type else 'checkout.session.expired' end`,
        order_number: 'case when is_paid then model.order_number end',
      },
    },
  ],
  [
    'api_requests',
    {
      is: `model.id = (select min(id) from api_requests where store_id = $1)`,
      changes: { ...numbered('id', 'at'), request_id: 'gen_random_uuid()' },
    },
  ],
  [
    'payment_attempts',
    {
      is: `model.id = (select attempt_id from newest)`,
      of: 'paid',
      changes: {
        ...OF_SESSION,
        id: `'att_grown' || ${NAME}`,
        created_at: 'model.created_at - age',
        settled_at: 'model.settled_at - age',
        order_number: `'G' || k`,
        provider_payment_id: `'pay_grown' || ${NAME}`,
        state: `case when n % 10 = 0 then 'declined' else model.state end`,
      },
    },
  ],
  [
    'orders',
    {
      is: `model.id = (select id from newest)`,
      of: 'paid',
      changes: {
        ...OF_SESSION,
        ...numbered('id', 'paid_at'),
        order_number: `'G' || k`,
        attempt_id: `'att_grown' || ${NAME}`,
      },
    },
  ],
  [
    'stock_changes',
    {
      is: `model.order_number = (select order_number from newest)`,
      of: 'paid',
      changes: { ...numbered('id', 'at'), order_number: `'G' || k` },
    },
  ],
  [
    'audit_log',
    {
      is: `model.id = (select min(id) from audit_log where store_id = $1)`,
      of: 'paid',
      changes: numbered('id', 'at'),
    },
  ],
  [
    'webhook_deliveries',
    {
      is: `model.number = (select min(number) from webhook_deliveries where store_id = $1)`,
      of: 'paid',
      changes: {
        ...numbered('number', 'created_at'),
        ended_at: 'model.ended_at - age',
        id: `'whd_grown' || ${NAME}`,
        event_id: `'evt_grown' || ${NAME}`,
        status: `case when n % 10 = 0 then 'failed' else model.status end`,
      },
    },
  ],
  [
    'idempotency_keys',
    {
      is: `model.store_id = $1 and model.key = 'past'`,
      of: 'paid',
      changes: { ...OF_SESSION, key: `md5(k::text)`, created_at: 'model.created_at - age' },
    },
  ],
  [
    'provider_notifications',
    {
      is: `model.event_id = 'evt_past'`,
      of: 'paid',
      changes: { event_id: `'evt_grown' || ${NAME}`, received_at: 'model.received_at - age' },
    },
  ],
  [
    'test_provider.payments',
    {
      is: `model.attempt_id = (select attempt_id from newest)`,
      of: 'paid',
      changes: { ...OF_SESSION, id: '-k', attempt_id: `'att_grown' || ${NAME}` },
    },
  ],
]

/** Session `k` is paid when it is the last of those that come to an order, the `n`th. */
const SESSIONS = `
  (select k, k / $5::integer as n, k % $5 = 0 as is_paid, ${LONG_AGO} + k * make_interval(secs => $4::float8 / $5) as age
  from generate_series($3::bigint * $5, $2::bigint * $5 + 1, -1) k) past`

/** Open sessions are always recent. Those of another store, one for ten orders. */
const OPEN: Record<string, string> = {
  id: `'cs_open' || n`,
  state: `'open'`,
  attempts: '0',
  created_at: 'clock_timestamp()',
  expires_at: `clock_timestamp() + interval '30 minutes'`,
  store_id: `'st_other'`,
  product_id: '0',
}

/** The columns that the table has, in whichever version of the schema. */
async function columnsOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name
    from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  return rows.map(({ name }) => name)
}

type Part = { table: string; from: string; where: string; changes: Record<string, string> }

/** Copies rows with changes, without a look at constraints. `$1` is the store whose newest order is `newest`. */
export async function copyRows(
  client: pg.Client,
  { table, from, where, changes }: Part,
  values: unknown[],
) {
  const columns = await columnsOf(client, table)
  await client.query(
    `with newest as (select * from orders where store_id = $1 order by id desc limit 1)
    insert into ${table} (${columns.join(', ')}) overriding system value
    select ${columns.map((column) => changes[column] ?? `model.${column}`).join(', ')}
    from ${table} model, ${from}
    where ${where}`,
    values,
  )
}

type Growth = {
  storeId: string
  from: number
  until: number
  /** Between two orders. (Default: 60.) */
  everySeconds?: number
  /** One of so many sessions was paid, the others expired. (Default: 2.) */
  sessionsPerOrder?: number
  /** (Default: all that grow.) */
  tables?: string[]
  variety?: Variety
}

/** `from`: joined to each session k. `changes`: of a table's columns, beside the usual ones. */
export type Variety = { from: string; changes: Record<string, Record<string, string>> }

/**
 * Grows the history of a store with a paid order from `from` to `until` orders. Constraints are not
 * checked, because checks take most of the time.
 */
export async function growHistory(
  connection: pg.ClientConfig,
  { storeId, from, until, everySeconds = 60, sessionsPerOrder = 2, tables, variety }: Growth,
) {
  const isWanted = (table: string) => tables?.includes(table) ?? true
  const values = [storeId, from, until, everySeconds, sessionsPerOrder]
  const parts = COPIES.filter(([table]) => isWanted(table)).map(
    ([table, { is, of, changes }]): Part => ({
      table,
      from: `${SESSIONS}${variety?.from ?? ''}`,
      where: of === 'paid' ? `is_paid and ${is}` : is,
      changes: { ...changes, ...variety?.changes[table] },
    }),
  )
  const grow = async () => {
    const client = new pg.Client({ ...connection, options: '-c session_replication_role=replica' })
    await client.connect()
    for (let part = parts.shift(); part; part = parts.shift()) await copyRows(client, part, values)
    return client
  }
  const [client, ...others] = await Promise.all([grow(), grow(), grow()])
  if (isWanted('checkout_sessions'))
    await copyRows(
      client,
      {
        table: 'checkout_sessions',
        from: `generate_series($2::integer + 10, $3::integer, 10) n`,
        where: `model.id = (select session_id from newest)`,
        changes: OPEN,
      },
      values.slice(0, 3),
    )
  await client.query('vacuum analyze')
  await Promise.all([client, ...others].map((each) => each.end()))
}
