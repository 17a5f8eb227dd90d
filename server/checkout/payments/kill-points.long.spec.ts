import { describe, expect, test, vi } from 'vitest'
import {
  CARDS,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { aProcess, timeOf } from '../../testing/servers/service-process.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { startTestService } from '../../testing/servers/test-service.ts'

/** payments §4: what a process that dies there leaves behind, and what becomes of it. */
type KillPoint = {
  failpoint: string
  when: string
  card?: keyof typeof CARDS
  status: 'complete' | 'open'
  stock: number
  ledger: readonly string[]
}

const PAID = { status: 'complete', stock: 9, ledger: ['captured'] } as const
const GIVEN_UP = { card: 'challenge', status: 'open', stock: 10, ledger: ['cancelled'] } as const

const KILL_POINTS: KillPoint[] = [
  {
    failpoint: 'K1',
    when: 'before the attempt is committed',
    status: 'open',
    stock: 10,
    ledger: [],
  },
  { failpoint: 'K2', when: 'before the provider is asked', ...PAID },
  { failpoint: 'K3', when: 'with the answer to authorize', ...PAID },
  { failpoint: 'K4', when: 'before the money is taken', ...PAID },
  { failpoint: 'K5', when: 'with the answer to capture', ...PAID },
  { failpoint: 'K6@2', when: 'while the intent to capture is committed', ...PAID },
  { failpoint: 'K6@3', when: 'while the order is committed', ...PAID },
  { failpoint: 'K7', when: 'before anybody hears of the order', ...PAID },
  { failpoint: 'K8', when: 'with the answer to cancel', ...GIVEN_UP },
  { failpoint: 'K9', when: 'as the recovery that has claimed the attempt', ...GIVEN_UP },
]

const SETTLE_MS = 15_000
const USUAL_SETTLE_MS = 5_000
const PATIENCE_MS = 90_000

/** How long after the start of the next service, over how much slower than usual the machine is. */
const settleMs: number[] = []

/** By the record: from the start of a service to the end of the last attempt. */
async function settlingMs(startedAt: Date, { sql, slowness }: { sql: Sql; slowness: number }) {
  const [row] = await sql.rows<{ at: Date | null }>(
    'select max(settled_at) as at from payment_attempts',
  )
  return Math.max(0, (row?.at?.getTime() ?? 0) - startedAt.getTime()) / slowness
}

/** A session whose payment has killed its process. */
async function aKilledPayment(
  { failpoint, card = 'succeeds' }: KillPoint,
  { databaseUrl, sql }: { databaseUrl: string; sql: Sql },
) {
  const before = await startTestService({ databaseUrl })
  const store = await aStore(before)
  await aProduct(before, store)
  const id = await aSession(before, store)
  const paymentMethod = await aPaymentMethod(before, CARDS[card])
  await before.stop()

  const { at, exited, slowness } = await aProcess({ databaseUrl }, { FAILPOINTS: failpoint })
  const paying = (await aBuyer(at, id)).payWith(paymentMethod).then(
    ({ status }) => status,
    () => 'cut off',
  )
  expect(await paying).toBe(card === 'challenge' ? 202 : 'cut off')
  // Nobody answers the bank.
  if (card === 'challenge')
    await sql.rows(
      'update payment_attempts set lease_until = clock_timestamp(), next_check_at = clock_timestamp()',
    )
  expect(await exited).toEqual({ code: null, signal: 'SIGKILL' })
  return { id, store, slowness }
}

const untilNone = (text: string, sql: Sql) =>
  vi.waitFor(async () => expect(await sql.rows(text)).toEqual([]), {
    timeout: PATIENCE_MS,
    interval: 50,
  })

describe('payments §4 Kill points: what a process that dies there leaves to the next service', () => {
  test.concurrent.each<KillPoint>(KILL_POINTS)(
    'a process that dies at $failpoint, $when, leaves a payment that is $status within 15 s',
    async (killPoint) => {
      const database = await createTestDatabase()
      const sql = openSql(database.url)
      const { id, store, slowness } = await aKilledPayment(killPoint, {
        databaseUrl: database.url,
        sql,
      })

      const next = await startTestService({ databaseUrl: database.url })
      await untilNone('select id from payment_attempts where settled_at is null', sql)
      settleMs.push(await settlingMs(timeOf('service.started', next.log()), { sql, slowness }))
      expect(settleMs.at(-1)).toBeLessThan(SETTLE_MS)

      expect((await readSession(next, store, id)).body.status).toBe(killPoint.status)
      expect(await stockOf(next, store)).toEqual([killPoint.stock])
      expect(await sql.rows('select status from test_provider.payments')).toEqual(
        killPoint.ledger.map((status) => ({ status })),
      )
      await untilNone('select id from events where announced_at is null', sql)
      await expectInvariantsAtRest(sql)
      if (killPoint.status === 'open')
        expect((await (await aBuyer(next, id)).pay()).status).toBe(200)
      await next.stop()
      await sql.close()
      await database.drop()
    },
  )

  test('a payment whose process died is settled within 5 s nearly always', () => {
    expect(settleMs).toHaveLength(KILL_POINTS.length)
    expect(settleMs.filter((ms) => ms > USUAL_SETTLE_MS).length).toBeLessThanOrEqual(2)
  })
})
