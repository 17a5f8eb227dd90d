import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayResponse } from '../../contract/buyer.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'

let service: TestService
let elsewhere: TestService
let sql: Sql
let store: TestStore

beforeAll(async () => {
  const env = { REDIS_URL: testRedisUrl(14) }
  service = await startTestService({ env })
  elsewhere = await startTestService({ databaseUrl: service.databaseUrl, env })
  sql = openSql(service.databaseUrl)
  store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 1000 }] })
})

afterAll(async () => {
  await sql.close()
  await elsewhere.stop()
  await service.stop()
})

async function watch(id: string, at = service) {
  const { token, headers } = await aBuyer(at, id)
  return openEventStream(`${at.checkoutUrl}/${id}/events`, {
    ...headers,
    authorization: `Bearer ${token}`,
  })
}

/** Presses a button of the bank's page. */
async function answerBank(body: PayResponse, outcome: 'complete' | 'fail') {
  const action = body.status === 'processing' ? body.action : undefined
  await fetch(action?.url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
  })
}

const OPEN = { status: 'open', attempt: null }
const SOLD_OUT = { ...OPEN, left: 0 }

/** A session of a product of its own, whose stock only this test changes. */
async function aRareProduct(stock: number) {
  const slug = `rare-${randomUUID()}`
  const count = (units: number) => aProduct(service, store, { slug, variants: [{ stock: units }] })
  await count(stock)
  const session = (quantity = 1) =>
    aSession(service, store, { items: [{ product: slug, quantity }] })
  return { count, session }
}

describe('contract §5: events', () => {
  test('a HEAD request for events is answered, and waits for nothing', async () => {
    const id = await aSession(service, store)
    const { token, headers } = await aBuyer(service, id)
    const answer = await call('HEAD', `${service.checkoutUrl}/${id}/events`, { token, headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
  })

  test('the first event comes at once and says how things stand', async () => {
    const stream = await watch(await aSession(service, store))
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    await expect.poll(() => stream.events).toEqual([OPEN])
    stream.close()
  })

  test.each(['in this process', 'in another process'])(
    'a payment %s shows at once in the events, and ends the stream',
    async (where) => {
      const id = await aSession(service, store)
      const stream = await watch(id)
      await expect.poll(() => stream.events).toEqual([OPEN])
      await (await aBuyer(where === 'in this process' ? service : elsewhere, id)).pay()
      await expect.poll(() => stream.events.at(-1)).toEqual({ status: 'complete', attempt: null })
      await stream.ended
    },
  )

  test('the steps of a challenge show in the events', async () => {
    const id = await aSession(service, store)
    const stream = await watch(id, elsewhere)
    const { body } = await (await aBuyer(service, id)).pay({ card: CARDS.challenge })
    const action = body.status === 'processing' ? body.action : undefined
    await expect
      .poll(() => stream.events.at(-1))
      .toEqual({ status: 'open', attempt: { status: 'processing', action } })
    await answerBank(body, 'fail')
    await expect
      .poll(() => stream.events.at(-1))
      .toMatchObject({
        status: 'open',
        attempt: { status: 'failed', code: 'authentication_failed' },
      })
    stream.close()
  })

  test('a declined card shows in the other tab', async () => {
    const id = await aSession(service, store)
    const stream = await watch(id)
    await (await aBuyer(service, id)).pay({ card: CARDS.declined })
    await expect
      .poll(() => stream.events.at(-1))
      .toMatchObject({ status: 'open', attempt: { status: 'failed', code: 'card_declined' } })
    stream.close()
  })

  test('the end of the session’s time shows within seconds, unasked, and ends the stream', async () => {
    const id = await aSession(service, store)
    const stream = await watch(id)
    await expect.poll(() => stream.events).toEqual([OPEN])
    await sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [
      id,
    ])
    // The process that finds it may be another one, and its signal may be lost on a busy machine:
    // then the heartbeat tells.
    await expect.poll(() => stream.events.at(-1)).toEqual({ status: 'expired', attempt: null })
    await stream.ended
  })

  test('the end of the session’s time shows within seconds although the merchant read it first', async () => {
    const id = await aSession(service, store)
    const stream = await watch(id)
    await expect.poll(() => stream.events).toEqual([OPEN])
    await sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [
      id,
    ])
    expect((await readSession(service, store, id)).body.status).toBe('expired')
    await expect.poll(() => stream.events.at(-1)).toEqual({ status: 'expired', attempt: null })
    await stream.ended
  })

  test('a final session is said once in the events, then the stream ends', async () => {
    const id = await aSession(service, store)
    await (await aBuyer(service, id)).pay()
    const stream = await watch(id)
    await stream.ended
    expect(stream.events).toEqual([{ status: 'complete', attempt: null }])
  })

  test('the events never go back, and say nothing twice', async () => {
    const id = await aSession(service, store)
    const streams = await Promise.all([watch(id), watch(id, elsewhere)])
    await (await aBuyer(service, id)).pay({ card: CARDS.declined })
    await (await aBuyer(elsewhere, id)).pay()
    for (const { ended, events } of streams) {
      await ended
      expect(events.at(-1)).toEqual({ status: 'complete', attempt: null })
      expect(events.filter(({ status }) => status === 'complete')).toHaveLength(1)
    }
  })

  test.each(['in this process', 'in another process'])(
    'the last unit that a buyer %s holds shows in the events of all others, until it is free again',
    async (where) => {
      const { session } = await aRareProduct(1)
      const [waiting, paying] = [await session(), await session()]
      const [stream, own] = await Promise.all([watch(waiting), watch(paying, elsewhere)])
      await expect.poll(() => [stream.events, own.events]).toEqual([[OPEN], [OPEN]])
      const buyer = await aBuyer(where === 'in this process' ? service : elsewhere, paying)
      const { body } = await buyer.pay({ card: CARDS.challenge })
      await expect.poll(() => stream.events).toEqual([OPEN, SOLD_OUT])
      await answerBank(body, 'fail')
      await expect.poll(() => stream.events).toEqual([OPEN, SOLD_OUT, OPEN])
      await expect
        .poll(() => own.events.at(-1))
        .toMatchObject({ attempt: { code: 'authentication_failed' } })
      expect(own.events.filter((event) => 'left' in event)).toEqual([])
      await buyer.pay()
      await own.ended
      await expect.poll(() => stream.events).toEqual([OPEN, SOLD_OUT, OPEN, SOLD_OUT])
      stream.close()
    },
  )

  test('the first event says how much is left, where that is too little', async () => {
    const { count, session } = await aRareProduct(3)
    const id = await session(3)
    await count(2)
    const stream = await watch(id)
    await expect.poll(() => stream.events).toEqual([{ ...OPEN, left: 2 }])
    stream.close()
  })

  test('a page that leaves its event stream does not disturb the others', async () => {
    const id = await aSession(service, store)
    const [leaving, staying] = [await watch(id), await watch(id)]
    leaving.close()
    await leaving.ended
    await (await aBuyer(service, id)).pay()
    await staying.ended
    expect(staying.events.at(-1)).toMatchObject({ status: 'complete' })
  })
})
