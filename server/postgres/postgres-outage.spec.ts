import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import {
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { expectInvariantsAtRest } from '../testing/invariants.ts'
import { openSpecService } from '../testing/spec-service.ts'
import { openSql } from '../testing/sql.ts'
import { shortestTime } from '../testing/shortest-time.ts'

const { service } = await openSpecService({ isBroken: true })
const store = await aStore(service)
await aProduct(service, store)

const databaseName = () => /@\/(\w+)/.exec(service.databaseUrl)?.[1] ?? ''

/** From beside the database: nobody gets in, or in again. */
async function allowConnections(isAllowed: boolean) {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  await client.query(`alter database ${databaseName()} with allow_connections ${isAllowed}`)
  if (!isAllowed)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [databaseName()],
    )
  await client.end()
}

const probe = async (path: string) => (await service.call('GET', path)).status

describe('payments §5 PG down: PostgreSQL goes away', () => {
  test('every call answers internal_error within a second, nothing is charged, and all works again when it is back', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const paymentMethod = await aPaymentMethod(service)
    expect(await probe('/readyz')).toBe(200)

    await allowConnections(false)
    const create = () =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
    const askAll = async () => {
      for (const answer of [
        await create(),
        await readSession(service, store, id),
        await buyer.payWith(paymentMethod),
      ]) {
        expectError(answer, 500, 'internal_error', /[Tt]ry again/)
        expect(answer.headers.get('retry-after')).toBe('2')
      }
    }
    expect(await shortestTime(3000, askAll)).toBeLessThan(3000)
    expect(await probe('/readyz')).toBe(503)
    expect(await probe('/healthz')).toBe(200)
    const page = await call<string>('GET', `${service.checkoutUrl}/cs_${'0'.repeat(32)}`)
    expect(page).toMatchObject({ status: 500, text: expect.stringMatching(/^<!doctype html>/i) })

    await allowConnections(true)
    await expect.poll(() => probe('/readyz')).toBe(200)
    expect((await readSession(service, store, id)).body).toEqual({ status: 'open', order: null })
    expect(await stockOf(service, store)).toEqual([10])
    expect((await buyer.payWith(paymentMethod)).status).toBe(200)
    const sql = openSql(service.databaseUrl)
    await expectInvariantsAtRest(sql)
    await sql.close()
  })
})
