import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SYSTEM_CLOCKS } from '../../cache/memory/clocks.ts'
import {
  CARDS,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { aNotification, newEventId, notify } from '../../testing/bank/sent-notifications.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { startTestService } from '../../testing/servers/test-service.ts'

const { service, sql } = await openSpecService({ isBroken: true })
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1000 }] })

afterEach(() => expectInvariants(sql))

/** A payment that its buyer has authorised at the bank, and the bank has not told yet. */
async function anAuthorisedPayment() {
  const id = await aSession(service, store)
  expect((await (await aBuyer(service, id)).pay({ card: CARDS.challenge })).status).toBe(202)
  const [row] = await sql.rows<{ attempt: string }>(
    `
    update test_provider.payments set status = 'authorized' where session_id = $1 returning attempt_id as attempt`,
    [id],
  )
  // Recovery would find it, too: here the notification alone is to.
  await sql.rows(
    "update payment_attempts set next_check_at = clock_timestamp() + interval '1 hour' where session_id = $1",
    [id],
  )
  return {
    id,
    attempt: row?.attempt ?? '',
    status: async () => (await readSession(service, store, id)).body.status,
  }
}

const kept = (eventId: string) =>
  sql.rows<{ handled: boolean }>(
    'select handled_at is not null as handled from provider_notifications where event_id = $1',
    [eventId],
  )

const ordersOf = (sessionId: string) =>
  sql.rows('select id from orders where session_id = $1', [sessionId])

const ledgerOf = async (sessionId: string) =>
  (
    await sql.rows<{ status: string }>(
      'select status from test_provider.payments where session_id = $1',
      [sessionId],
    )
  ).map(({ status }) => status)

describe('payments §5: Payment notifications', () => {
  test('a genuine notification takes the payment on to a complete session, and is kept as handled', async () => {
    const { id, attempt, status } = await anAuthorisedPayment()
    const eventId = newEventId()
    const answer = await notify(service, aNotification(attempt, { id: eventId }))
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
    expect(await status()).toBe('complete')
    expect(await ledgerOf(id)).toEqual(['captured'])
    expect(await kept(eventId)).toEqual([{ handled: true }])
  })

  test('a genuine notification is taken by a process whose clock is 20 minutes ahead', async () => {
    const { attempt } = await anAuthorisedPayment()
    vi.useFakeTimers({ now: SYSTEM_CLOCKS.wallMs() + 20 * 60_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const ahead = await startTestService({ databaseUrl: service.databaseUrl })
    const answer = await notify(ahead, aNotification(attempt, { ageSeconds: 20 * 60 }))
    expect(answer.status).toBe(200)
    await ahead.stop()
  })

  test('the same notification 100 times, in turn and at once, is one row and one order', async () => {
    const { id, attempt } = await anAuthorisedPayment()
    const eventId = newEventId()
    const again = () => notify(service, aNotification(attempt, { id: eventId }))
    const atOnce = await Promise.all(Array.from({ length: 50 }, again))
    const later = []
    for (let count = 0; count < 50; count += 1) later.push(await again())
    expect(countStatuses([...atOnce, ...later])).toEqual({ 200: 100 })
    expect(await kept(eventId)).toEqual([{ handled: true }])
    expect(await ordersOf(id)).toHaveLength(1)
    expect(await ledgerOf(id)).toEqual(['captured'])
  })

  test('a notification that was handled is not acted upon again', async () => {
    const [first, second] = [await anAuthorisedPayment(), await anAuthorisedPayment()]
    const eventId = newEventId()
    await notify(service, aNotification(first.attempt, { id: eventId }))
    expect((await notify(service, aNotification(second.attempt, { id: eventId }))).status).toBe(200)
    expect(await second.status()).toBe('open')
    await notify(service, aNotification(second.attempt))
    expect(await second.status()).toBe('complete')
  })

  test('a notification that a process wrote down and died before handling is handled', async () => {
    const { attempt, status } = await anAuthorisedPayment()
    const eventId = newEventId()
    await sql.rows("insert into provider_notifications (provider, event_id) values ('test', $1)", [
      eventId,
    ])
    expect((await notify(service, aNotification(attempt, { id: eventId }))).status).toBe(200)
    expect(await status()).toBe('complete')
    expect(await kept(eventId)).toEqual([{ handled: true }])
  })

  test('only the ids of a notification count: one about another payment pays for that one alone', async () => {
    const [mine, other] = [await anAuthorisedPayment(), await anAuthorisedPayment()]
    await notify(service, aNotification(other.attempt))
    expect([await mine.status(), await other.status()]).toEqual(['open', 'complete'])
    await notify(service, aNotification(mine.attempt))
    expect(await mine.status()).toBe('complete')
  })

  test('a notification about a payment that nothing has happened to changes nothing', async () => {
    const id = await aSession(service, store)
    await (await aBuyer(service, id)).pay({ card: CARDS.challenge })
    const [row] = await sql.rows<{ id: string }>(
      'select id from payment_attempts where session_id = $1',
      [id],
    )
    expect((await notify(service, aNotification(row?.id ?? ''))).status).toBe(200)
    expect((await readSession(service, store, id)).body.status).toBe('open')
    expect(await ledgerOf(id)).toEqual(['challenged'])
  })

  test('a late notification about an earlier step undoes nothing: the bank’s books count', async () => {
    const { id, attempt, status } = await anAuthorisedPayment()
    const early = aNotification(attempt)
    await notify(service, aNotification(attempt))
    expect(await status()).toBe('complete')
    const before = await stockOf(service, store)
    expect((await notify(service, early)).status).toBe(200)
    expect(await status()).toBe('complete')
    expect(await stockOf(service, store)).toEqual(before)
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test('a notification about an attempt that nobody knows is taken, and nothing comes of it', async () => {
    const eventId = newEventId()
    const answer = await notify(service, aNotification('att_unknown', { id: eventId }))
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
    expect(await kept(eventId)).toEqual([{ handled: true }])
    expect(service.log()).not.toContain('payment.orphan.found')
  })
})

describe('payments §5: What is no payment notification', () => {
  const genuine = async () => {
    const payment = await anAuthorisedPayment()
    return { ...payment, notification: aNotification(payment.attempt) }
  }

  test.each<[string, (header: string) => string]>([
    ['no signature', () => ''],
    [
      'a signature of another time',
      (header) => header.replace(/t=(\d+)/, (_all, second) => `t=${Number(second) - 1}`),
    ],
    [
      'a signature with one digit changed',
      (header) => header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ],
    ['half a signature', (header) => header.slice(0, -32)],
    ['two signatures', (header) => `${header},v1=${'0'.repeat(64)}`],
  ])('notifications with %s are refused', async (_, change) => {
    const { notification, status } = await genuine()
    const header = 'test-bank-signature'
    const answer = await notify(service, notification, {
      [header]: change(notification.headers[header] ?? ''),
    })
    expectError(answer, 400, 'invalid_notification')
    expect(await status()).toBe('open')
  })

  test('notifications signed with another key are refused', async () => {
    const { attempt, status } = await anAuthorisedPayment()
    expectError(
      await notify(service, aNotification(attempt, { secret: Buffer.alloc(32, 1) })),
      400,
      'invalid_notification',
    )
    expect(await status()).toBe('open')
  })

  test('notifications with any one byte of the body changed are refused', async () => {
    const { notification, status } = await genuine()
    const { body, headers } = notification
    const changed = Array.from(body, (_, index) =>
      Buffer.from(body.map((byte, at) => (at === index ? byte ^ 1 : byte))),
    )
    const answers = await Promise.all(
      changed.map((bytes) => notify(service, { body: bytes, headers })),
    )
    expect(countStatuses(answers)).toEqual({ 400: body.length })
    expect(await status()).toBe('open')
    expect((await notify(service, notification)).status).toBe(200)
  })

  test.each([301, -302])(
    'notifications whose signature is %i s old are refused',
    async (ageSeconds) => {
      const { attempt, status } = await anAuthorisedPayment()
      expectError(
        await notify(service, aNotification(attempt, { ageSeconds })),
        400,
        'invalid_notification',
      )
      expect(await status()).toBe('open')
    },
  )

  test('refused notifications leave no trace', async () => {
    const { attempt } = await anAuthorisedPayment()
    const eventId = newEventId()
    await notify(service, aNotification(attempt, { id: eventId, ageSeconds: 400 }))
    expect(await kept(eventId)).toEqual([])
  })

  test.each(['GET', 'PUT', 'DELETE'])('notifications sent with %s are refused', async (method) => {
    const answer = await service.call(method, '/payment-notifications')
    expectError(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test('notifications of more than 256 KiB are refused unread, those of 256 KiB are looked at', async () => {
    const post = (length: number) =>
      service.call('POST', '/payment-notifications', { text: 'x'.repeat(length) })
    expectError(await post(256 * 1024 + 1), 413, 'payload_too_large')
    expectError(await post(256 * 1024), 400, 'invalid_notification')
  })

  test('notifications without a body are refused', async () => {
    expectError(await service.call('POST', '/payment-notifications'), 400, 'invalid_notification')
  })
})

describe('payments §5: Payment notifications while the database fails', () => {
  test('notifications get 500 while the database fails, are sent again by the bank, and then work', async () => {
    const { id, attempt, status } = await anAuthorisedPayment()
    const notification = aNotification(attempt)
    for (const table of ['provider_notifications', 'orders']) {
      await sql.rows(`alter table ${table} rename to unreachable`)
      const answer = await notify(service, notification)
      await sql.rows(`alter table unreachable rename to ${table}`)
      expectError(answer, 500, 'internal_error')
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect(await status()).toBe('open')
    expect((await notify(service, notification)).status).toBe(200)
    expect(await status()).toBe('complete')
    expect(await ordersOf(id)).toHaveLength(1)
  })
})
