import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aPaymentMethod, aProduct, aSession, stockOf } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { holdLock } from '../testing/held-lock.ts'
import { call } from '../testing/http-call.ts'
import { expectInvariantsAtRest } from '../testing/invariants.ts'
import { type Sql, openSql } from '../testing/sql.ts'
import { aMember, aStoreWithOwner } from '../testing/store/store-builders.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'
import { openPool, sql } from './database.ts'

const database = await createTestDatabase()
let service: TestService
let rows: Sql

beforeAll(async () => {
  service = await startTestService({ databaseUrl: database.impatientUrl })
  rows = openSql(database.impatientUrl)
})

afterAll(async () => {
  await expectInvariantsAtRest(rows)
  expect(service.log()).not.toContain('request.failed')
  await rows.close()
  await service.stop()
  await database.drop()
})

const sendForm = (address: string, fields: Record<string, string>) =>
  call<string>('POST', address, {
    text: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('payments §8 Bounds: who waits for a lock longer than a second', () => {
  test('who waits for a lock over 1 s is told 503 and when to return, and nothing was done', async () => {
    const store = await aStoreWithOwner(service)
    await aProduct(service, store)
    const [locked, free] = [await aSession(service, store), await aSession(service, store)]
    const [buyer, other] = [await aBuyer(service, locked), await aBuyer(service, free)]
    const cards = [await aPaymentMethod(service), await aPaymentMethod(service)] as const
    const member = await aMember(service, store.email)
    const csrf = await member.csrf()

    const cardPage = (
      await sendForm(`${service.checkoutUrl}/${locked}`, {
        name: 'Ana Example',
        phone: '+34 600 000 000',
        option: 'standard',
        place: 'Calle Mayor 1',
      })
    ).headers.get('location')

    const locks = [
      await holdLock(
        database.impatientUrl,
        'select from checkout_sessions where id = $1 for update',
        [locked],
      ),
      await holdLock(
        database.impatientUrl,
        `select from products p join variants v on v.product_id = p.id
        where p.store_id = $1 for update`,
        [store.id],
      ),
      await holdLock(database.impatientUrl, 'lock table orders in access exclusive mode'),
    ]
    const answers = await Promise.all([
      buyer.payWith(cards[0]),
      other.payWith(cards[1]),
      service.call('POST', `/v1/checkout/sessions/${locked}/expire`, { token: store.keys.secret }),
      service.platform('POST', `/stores/${store.id}/products/mug/stock`, { delta: 1 }),
    ])
    const [page, card, hosted, unknown] = await Promise.all([
      member.post('/products/mug/archive', { csrf }),
      sendForm(cardPage ?? '', { number: '4242 4242 4242 4242', exp: '12/40', cvc: '123' }),
      call<string>('GET', `${service.checkoutUrl}/${free}`),
      call<string>('GET', `${service.checkoutUrl}/cs_${'0'.repeat(32)}`),
    ])
    for (const lock of locks) await lock.commit()

    for (const answer of answers) expectError(answer, 503, 'busy', /[Tt]ry again/)
    for (const { status, headers } of [...answers, page, card, unknown])
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(page.text).toContain('That took too long')
    expect(card.text).toContain('Payments are not possible right now')
    // Of an open session there is a copy, which shows its page.
    expect([hosted.status, service.log().includes('status.read.failed')]).toEqual([200, true])
    expect(hosted.text).toContain(free)
    expect(service.log()).toContain('request.put_off')
    expect(service.log()).toContain('canceling statement due to lock timeout')
    expect(await rows.rows('select id from payment_attempts')).toEqual([])
    expect(await stockOf(service, store)).toEqual([10])
    expect((await buyer.payWith(cards[0])).status).toBe(200)
  })
})

describe('payments §5: the limits of time that the service sets PostgreSQL', () => {
  test('a lock is waited for 1 s, a statement has 2 s, a transaction may idle 5 s', async () => {
    const pool = openPool(database.connection, { onIdleError: () => undefined })
    expect(
      await pool.rows(sql`
        select current_setting('lock_timeout') as lock,
          current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`),
    ).toEqual([{ lock: '1s', statement: '2s', idle: '5s' }])
    await pool.close()
  })

  test('a statement is given up after two seconds, the wait for a connection after three', async () => {
    const busy = { name: 'CheckoutError', code: 'busy', retryAfterSeconds: 2 }
    const open = () => openPool(database.connection, { onIdleError: () => undefined })
    const [pool, crowded] = [open(), open()]
    const { promise: done, resolve: finish } = Promise.withResolvers<void>()
    const others = Array.from({ length: 20 }, () => crowded.transaction(() => done))
    await Promise.all([
      expect(pool.rows(sql`select pg_sleep(60)`)).rejects.toMatchObject(busy),
      expect(crowded.rows(sql`select 1`)).rejects.toMatchObject(busy),
      expect(crowded.transaction(async () => undefined)).rejects.toMatchObject(busy),
    ])
    finish()
    await Promise.all(others)
    await pool.close()
    await crowded.close()
  })
})
