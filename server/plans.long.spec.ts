import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, aPaymentMethod, aSession, readSession } from './testing/builders.ts'
import { type GrownShop, openGrownShop } from './testing/past/grown-shop.ts'
import { type Answer, call } from './testing/http-call.ts'
import { startMailServer } from './testing/servers/mail-server.ts'
import { anEndpoint, testEndpoint } from './testing/webhook-builders.ts'

/**
 * The most that a statement may look at for a row, in blocks of 8 KiB: old rows go 200 at a time. Those that read
 * all that the store has look at many more.
 */
const MOST_BLOCKS = 250

/** Mails to its sellers, each about an order. */
const MAILS = 100_000

const mails = await startMailServer()
let shop: GrownShop
let actions: (() => Promise<unknown>)[]

beforeAll(async () => {
  shop = await openGrownShop({ autovacuum: 'off' }, { SMTP_URL: mails.url })
  await shop.addManyStores()
  await addMails(shop)
  await shop.sql.rows('analyze')
  actions = await actionsOf(shop)
})
afterAll(async () => {
  await shop.close()
  await mails.close()
})

/** The mails of the past to the sellers of the store, one of whom gets them once a day. */
async function addMails({ sql, store }: GrownShop) {
  await sql.rows(
    `with daily as (
      update store_members
      set sale_mails = 'daily'
      where id = (select max(id) from store_members where store_id = $1)),
    sent as (
      insert into sale_mails (store_id, member_id, session_id, state, due_at, ended_at)
      select m.store_id, m.id, 'cs_' || n, 'sent', now() - interval '2 days', now()
      from generate_series(1, $2 / 2) n
      join store_members m on m.store_id = $1
      returning id, store_id, member_id, session_id)
    insert into sale_mail_orders (store_id, member_id, order_id, session_id, mail_id)
    select store_id, member_id, -id, session_id, id
    from sent`,
    [store.id, MAILS],
  )
}

/** Sells, and waits for a mail about that; limits and the pause of a day are over. */
async function sellAndMail({ service, sql, store }: GrownShop) {
  const { length } = mails.received
  const buyer = await aBuyer(service, await aSession(service, store))
  await isOk(buyer.payWith(await aPaymentMethod(service)))
  await expect
    .poll(async () => {
      await sql.rows('update events set next_try_at = now() where announced_at is null')
      await sql.rows(`update mail_counts set sent_at = '{}'`)
      await sql.rows(`update sale_mails set due_at = now() where state = 'waiting'`)
      return mails.received.length
    })
    .toBeGreaterThan(length)
}

const isOk = async (answer: Promise<Answer<unknown>>) => {
  const { status, text } = await answer
  if (status >= 400) throw new Error(`${status}: ${text.slice(0, 200)}`)
}

/** Everything that finds one thing of a store. */
async function actionsOf(grown: GrownShop) {
  const { service, store, browser, unpaid, paid } = grown
  const endpoint = await anEndpoint(service, store, { url: 'https://shop.example/hook' })
  const token = store.keys.secret
  const { order } = (await readSession(service, store, paid)).body
  const path = `/v1/orders/${order?.orderNumber}`
  const send = (method: string, at: string, body?: unknown) =>
    isOk(service.call(method, at, { token, ...(body !== undefined && { body }) }))
  const open = (at: string) => isOk(browser.open(at))
  const ofStore = (method: string, at: string, body?: unknown) =>
    isOk(service.platform(method, `/stores/${store.id}${at}`, body))
  const hooks = '/settings/developers/webhooks'
  const session = { items: [{ product: 'p500' }] }
  let count = 0
  return [
    () => send('POST', '/v1/checkout/sessions', session),
    () =>
      isOk(
        service.call('POST', '/v1/checkout/sessions', {
          token,
          body: session,
          headers: { 'idempotency-key': `key-${(count += 1)}` },
        }),
      ),
    () =>
      service.call('POST', '/v1/checkout/sessions', {
        token,
        body: { items: [{ product: 'p500', size: 'M' }] },
      }),
    () => send('GET', '/v1/products/p500'),
    () => isOk(call('GET', `${service.checkoutUrl}/buy/${store.id}/p500`)),
    () => send('GET', `/v1/checkout/sessions/${unpaid}`),
    () => send('GET', `/v1/checkout/sessions/${paid}`),
    async () => {
      const buyer = await aBuyer(service, await aSession(service, store))
      await isOk(buyer.payWith(await aPaymentMethod(service)))
    },
    async () => send('POST', `/v1/checkout/sessions/${await aSession(service, store)}/expire`),
    () => send('GET', path),
    () => send('POST', `${path}/refunds`, { amount: 1 }),
    () => send('POST', `${path}/fulfill`),
    () => send('POST', `${path}/fulfill`, { trackingNumber: `${(count += 1)}` }),
    () => open('/orders?state=to_fulfil'),
    () => open('/orders?search=ana@mail.example'),
    () => open(`/orders/${order?.orderNumber}`),
    () => open(`/sessions/${unpaid}`),
    () => open('/products/p500'),
    () => ofStore('GET', '/products/p500'),
    () => ofStore('POST', '/products/p500/stock', { delta: 1 }),
    () =>
      ofStore('PUT', '/products/p500', {
        name: 'Mug',
        price: 1990 + (count += 1),
        variants: [{ stock: 10_000 }],
      }),
    // Its endpoint is deleted.
    () => service.platform('POST', `/stores/${store.id}/webhook-deliveries/whd_past/resend`),
    () =>
      ofStore('PATCH', `/webhook-endpoints/${endpoint.id}`, {
        enabled: false,
        description: `${(count += 1)}`,
      }),
    () => open(hooks),
    () => open(`${hooks}/${endpoint.id}`),
    async () =>
      open(`${hooks}/${endpoint.id}/deliveries/${await testEndpoint(service, store, endpoint.id)}`),
    () => ofStore('GET', ''),
    () => sellAndMail(grown),
  ]
}

/** Each statement of sellers' mails: gather, claim, list, count, hand over, end. */
const OF_MAILS = [
  /insert into sale_mail_orders/,
  /^with news as materialized/,
  /^with due as materialized .* from sale_mails/,
  /from sale_mail_orders n join orders/,
  /^update sale_mails set counted/,
  /^update sale_mails set handed_over/,
  /^update sale_mails set state/,
]

type QueryBlocks = { query: string; blocks: number }

/** What is looked at once plans are kept: a connection plans a statement five times at most. */
async function findWide() {
  const repeat = async (times: number) => {
    for (let again = 0; again < times; again += 1) for (const action of actions) await action()
  }
  await repeat(7)
  await shop.sql.rows('select pg_stat_statements_reset()')
  await repeat(3)
  const counted = await shop.sql.rows<QueryBlocks>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 600) as query,
      ((shared_blks_hit + shared_blks_read) / greatest(calls, rows))::integer as blocks
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query not like '%pg_stat_statements%'
      -- It writes all requests of a second, and its count of rows is that of the keys.
      and query not like '%insert into api_requests%'`,
  )
  const asked = (part: RegExp) => counted.some(({ query }) => part.test(query))
  expect(OF_MAILS.filter((part) => !asked(part))).toEqual([])
  return counted.filter(({ blocks }) => blocks > MOST_BLOCKS)
}

/** Connections are made anew, with no plan of before. */
async function setPlans(mode: string) {
  await shop.sql.rows(`alter database ${shop.database} set plan_cache_mode = ${mode}`)
  await shop.sql.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hosted-checkout'`,
  )
  await expect
    .poll(async () => (await readSession(shop.service, shop.store, shop.unpaid)).status)
    .toBe(200)
}

test.each(['auto', 'force_generic_plan'])(
  'performance: what finds one thing of a large store looks at little beside many small ones: %s',
  async (mode) => {
    await setPlans(mode)
    expect(await findWide()).toEqual([])
  },
)
