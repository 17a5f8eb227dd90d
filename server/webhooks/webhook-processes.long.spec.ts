import { afterAll, describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../testing/builders.ts'
import { aProcess } from '../testing/servers/service-process.ts'
import { openSql } from '../testing/sql.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'
import { testRedisUrl } from '../testing/servers/test-redis.ts'
import { anEndpoint, expireSession } from '../testing/webhook-builders.ts'
import { isVerified, startWebhookReceiver } from '../testing/servers/webhook-receiver.ts'

const database = await createTestDatabase()
const databaseUrl = database.url
const sql = openSql(databaseUrl)
const receiver = await startWebhookReceiver()
afterAll(async () => {
  receiver.close()
  await sql.close()
  await database.drop()
})

const REDIS = { REDIS_URL: testRedisUrl(24) }

/** What a dead process had claimed is free again. */
const endClaims = () =>
  sql.rows(
    `with freed as (
      update webhook_deliveries set due_at = now() where status = 'pending' returning endpoint_id)
    update webhook_endpoints set due_at = now() where id in (select endpoint_id from freed)`,
  )

const countOf = async (condition: string) =>
  Number(
    (
      await sql.rows<{ n: string }>(
        `select count(*) as n from webhook_deliveries where ${condition}`,
      )
    )[0]?.n,
  )

describe('contract §4: webhooks by two processes', () => {
  test('each event is one delivery to each endpoint, also when a process is killed in between', async () => {
    const [first, second] = await Promise.all([
      aProcess({ databaseUrl }, REDIS),
      aProcess({ databaseUrl }, REDIS),
    ])
    const store = await aStore(second.at)
    await aProduct(second.at, store, { variants: [{ stock: 1000 }] })
    const endpoint = await anEndpoint(first.at, store, { url: receiver.url })
    const sessionIds = await Promise.all(
      Array.from({ length: 60 }, () => aSession(second.at, store)),
    )
    // The first one dies at the fifth request, before it has an answer, with whatever else it is at.
    receiver.answerWith((response) => {
      if (receiver.received.length === 5) first.child.kill('SIGKILL')
      response.writeHead(200).end()
    })
    await Promise.all(
      sessionIds.map(async (id, index) => {
        const at = index % 2 === 0 ? first.at : second.at
        // Who was answered by nobody asks the other one; it may have been done.
        const answer = await expireSession(at, store, id).catch(() => undefined)
        if (answer?.status !== 200)
          expect([200, 409]).toContain((await expireSession(second.at, store, id)).status)
      }),
    )
    await first.exited
    await expect.poll(() => countOf('true')).toBe(sessionIds.length)
    await endClaims()
    await expect.poll(() => countOf(`status = 'delivered'`)).toBe(sessionIds.length)
    const sent = new Map(receiver.received.map(({ id, event }) => [id, event.data['sessionId']]))
    expect([...sent.values()].toSorted()).toEqual(sessionIds.toSorted())
    expect(receiver.received.every((each) => isVerified(each, endpoint.secret))).toBe(true)
    second.child.kill('SIGTERM')
    expect(await second.exited).toMatchObject({ code: 0 })
  })

  test('an event that its process could not tell of is found by a round', async () => {
    // Without Redis nobody hears of the other’s events.
    const [first, second] = await Promise.all([
      aProcess({ databaseUrl }),
      aProcess({ databaseUrl }),
    ])
    const store = await aStore(first.at)
    await aProduct(first.at, store)
    await anEndpoint(first.at, store, { url: receiver.url })
    receiver.answerWith(200)
    const id = await aSession(first.at, store)
    // As if it had died between its commit and its signal.
    await sql.rows(
      `with ended as (update checkout_sessions set state = 'expired', version = version + 1
        where id = $1 returning store_id, id)
      insert into events (type, store_id, session_id)
      select 'checkout.session.expired', store_id, id from ended`,
      [id],
    )
    await sql.rows(`update webhook_readers set checked_at = now() - interval '1 minute'`)
    await expect
      .poll(() => receiver.received.filter(({ event }) => event.data['sessionId'] === id).length)
      .toBe(1)
    for (const each of [first, second]) each.child.kill('SIGTERM')
    await Promise.all([first.exited, second.exited])
  })
})
