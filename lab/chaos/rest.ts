import { setTimeout as wait } from 'node:timers/promises'
import type { StoreOrderList } from '../../server/contract/platform/platform-orders.ts'
import type { Random } from '../model/seeded-random.ts'
import type { Sql } from '../../server/testing/sql.ts'
import type { Answer } from './client.ts'
import type { Exchange, Records, Violation } from './history.ts'
import { readSession } from './merchants.ts'
import { type Store, type World, persist, platformCall } from './world.ts'

const READERS = 32

const UNDERWAY = `select 'attempt ' || id || ' is ' || state as what from payment_attempts
  where state not in ('captured', 'declined', 'voided', 'refunded')
  union all select 'event ' || id || ' waits to be announced' from events where announced_at is null
  union all select 'refund ' || id || ' is pending' from order_refunds where state = 'pending'
  union all select 'orphan ' || payment_id || ' is not resolved' from orphaned_payments where resolution is null
  union all select 'break ' || id || ' of ' || attempt_id || ' is not resolved' from reconciliation_breaks where resolved_at is null`

/** Every buyer who can still pay answers the bank. Other questions must go by themselves. */
async function answerChallenges(world: World, sql: Sql, random: Random) {
  const attempts = await sql.rows<{ id: string }>(
    "select id from payment_attempts where state = 'requires_action'",
  )
  const questions = await world.banks.findQuestions(attempts.map(({ id }) => id))
  for (const question of questions) {
    const answer = random.chance(0.5) ? 'complete' : 'fail'
    await world.banks.answerChallenge(question, answer)
    await persist(world, random, {
      who: 'buyer',
      what: 'challenge',
      method: 'POST',
      path: question.replace(/#.*/, ''),
      keep: () => '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `outcome=${answer}`,
    })
  }
}

/** Makes distant checks due, which would be minutes or an hour away. */
const HURRY = ['orphaned_payments', 'order_refunds', 'payment_attempts'].map(
  (table) => `update ${table} set next_check_at = clock_timestamp()
    where next_check_at > clock_timestamp() + interval '20 s'`,
)

/** Waits until no payment is under way; returns what still is when that takes too long. */
export async function comeToRest(
  world: World,
  { sql, random, patienceSeconds }: { sql: Sql; random: Random; patienceSeconds: number },
): Promise<Violation[]> {
  const deadline = performance.now() + patienceSeconds * 1000
  for (;;) {
    await answerChallenges(world, sql, random)
    for (const statement of HURRY) await sql.rows(statement)
    const underway = await sql.rows<{ what: string }>(UNDERWAY)
    if (underway.length === 0) return []
    if (performance.now() > deadline) {
      return [
        {
          invariant: 'everything comes to rest',
          subject: `${underway.length} things`,
          detail: underway
            .slice(0, 5)
            .map(({ what }) => what)
            .join(', '),
        },
      ]
    }
    await wait(250)
  }
}

async function listOrders(world: World, random: Random, store: Store) {
  const orders: Records['orders'] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const page: Answer<StoreOrderList> = await persist(
      world,
      random,
      platformCall('orders', 'GET', `/stores/${store.id}/orders?${query}`),
    )
    if (!page.body) throw new Error(`the orders of ${store.id} cannot be listed`)
    orders.push(...page.body.data)
    cursor = page.body.nextCursor
  }
  return orders
}

/** Every merchant reads every acknowledged session once more. */
async function readAll(world: World, log: Exchange[], random: Random) {
  const stores = new Map(world.stores.map((store) => [store.id, store]))
  const created = log.filter(
    ({ what, status, session }) => what === 'create' && status === 201 && session !== null,
  )
  let next = 0
  const reader = async () => {
    for (let entry = created[next++]; entry; entry = created[next++]) {
      const store = stores.get(entry.store ?? '')
      if (!store || entry.session === null) continue
      for (let tries = 0; tries < 5; tries += 1)
        if ((await readSession(world, { random, store }, entry.session)).status === 200) break
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
}

/** Reads everything once more, and what is on record. */
export async function collectRecords(
  world: World,
  { log, sql, random }: { log: Exchange[]; sql: Sql; random: Random },
): Promise<Records> {
  await readAll(world, log, random)
  const orders = await Promise.all(world.stores.map((store) => listOrders(world, random, store)))
  const keys = await sql.rows<{ session: string; key: string }>(
    `select id as session, metadata::json ->> 'key' as key from checkout_sessions where metadata::json ->> 'key' is not null`,
  )
  return { orders: orders.flat(), keys }
}
