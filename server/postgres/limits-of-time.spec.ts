import { afterAll, describe, expect, test } from 'vitest'
import { aBuyer, aPaymentMethod, aProduct, aSession, aStore, stockOf } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { holdLock } from '../testing/held-lock.ts'
import { expectInvariantsAtRest } from '../testing/invariants.ts'
import { openSql } from '../testing/sql.ts'
import { createTestDatabase } from '../testing/test-postgres.ts'
import { startTestService } from '../testing/test-service.ts'
import { openPool, sql } from './database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

describe('payments §5: the limits of time that the service sets PostgreSQL', () => {
  test('a payment waits one second for whoever has its session, is refused, and can be tried again', async () => {
    const service = await startTestService({ databaseUrl: database.impatientUrl })
    const rows = openSql(database.impatientUrl)
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const paymentMethod = await aPaymentMethod(service)

    const other = await holdLock(
      database.impatientUrl,
      'select 1 from checkout_sessions where id = $1 for update',
      [id],
    )
    expectError(await buyer.payWith(paymentMethod), 500, 'internal_error', /[Tt]ry again/)
    expect(service.log()).toContain('canceling statement due to lock timeout')
    expect(await stockOf(service, store)).toEqual([10])
    await other.commit()

    expect((await buyer.payWith(paymentMethod)).status).toBe(200)
    expect(await stockOf(service, store)).toEqual([9])
    await expectInvariantsAtRest(rows)
    await rows.close()
    await service.stop()
  })

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

  test('a statement is given up after two seconds', async () => {
    const pool = openPool(database.connection, { onIdleError: () => undefined })
    await expect(pool.rows(sql`select pg_sleep(60)`)).rejects.toThrow(
      'canceling statement due to statement timeout',
    )
    await pool.close()
  })
})
