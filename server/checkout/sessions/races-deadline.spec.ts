import { afterEach, describe, expect, test } from 'vitest'
import type { GetSessionResponse } from '../../contract/merchant.ts'
import {
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { holdLock } from '../../testing/held-lock.ts'
import type { Answer } from '../../testing/http-call.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 10_000 }] })

afterEach(() => expectInvariantsAtRest(sql))

const lockedBy = (sessionId: string) =>
  holdLock(service.databaseUrl, 'select 1 from checkout_sessions where id = $1 for update', [
    sessionId,
  ])

const endsIn = (sessionId: string, ms: number) =>
  sql.rows(
    `update checkout_sessions set expires_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1`,
    [sessionId, ms],
  )

/** A session that is late, locked, and open still: a round may end it before the lock is ours. */
async function aLateSession() {
  for (;;) {
    const id = await aSession(service, store)
    await endsIn(id, 0)
    const payment = await lockedBy(id)
    const { rows } = await payment.query(
      `select from checkout_sessions where id = $1 and state = 'open'`,
    )
    if (rows.length > 0) return { id, payment }
    await payment.commit()
  }
}

/** The order of what is seen here: which of two came first, not when. */
let moments = 0
const nextMoment = () => (moments += 1)

type Read = { startedAt: number; endedAt: number; answer: Answer<GetSessionResponse> }

type Outcome = {
  id: string
  answer: Awaited<ReturnType<Awaited<ReturnType<typeof aBuyer>>['payWith']>>
  paidAt: number
  reads: Read[]
}

/** Reads again and again until told to stop. */
function poll(id: string) {
  const reads: Read[] = []
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      const startedAt = nextMoment()
      const answer = await readSession(service, store, id)
      reads.push({ startedAt, endedAt: nextMoment(), answer })
    }
  }
  const running = run()
  return {
    reads,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

/**
 * Once a read has said `complete` or `expired`, every read that starts later says the same, byte
 * for byte (I9, I11).
 */
function expectNothingTakenBack(reads: Read[]) {
  for (const {
    answer: { status, body },
  } of reads) {
    expect(status).toBe(200)
    expect(body.order === null).toBe(body.status !== 'complete')
  }
  const final = reads
    .toSorted((a, b) => a.endedAt - b.endedAt)
    .find(({ answer }) => answer.body.status !== 'open')
  if (!final) return
  for (const { startedAt, answer } of reads)
    if (startedAt > final.endedAt) expect(answer.text).toBe(final.answer.text)
}

describe('payments §3 Expiry exactness: races at the deadline', () => {
  test('a late read of an open session waits for the payment that has the lock', async () => {
    const { id, payment } = await aLateSession()
    const read = readSession(service, store, id)
    await payment.someoneWaits()
    await payment.query(`update checkout_sessions set state = 'paying' where id = $1`)
    await payment.commit()
    expect((await read).body).toEqual({ status: 'open', order: null })
    await sql.rows(`update checkout_sessions set state = 'open' where id = $1`, [id])
    expect((await readSession(service, store, id)).body.status).toBe('expired')
  })

  test('late reads that waited for the same lock all say expired', async () => {
    const { id, payment } = await aLateSession()
    const reads = Array.from({ length: 3 }, () => readSession(service, store, id))
    await payment.someoneWaits(3)
    await payment.commit()
    expect((await Promise.all(reads)).map(({ body }) => body.status)).toEqual([
      'expired',
      'expired',
      'expired',
    ])
  })

  test('a payment that waited for the lock until the deadline had passed is too late', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const paymentMethod = await aPaymentMethod(service)
    const other = await lockedBy(id)
    const pay = buyer.payWith(paymentMethod)
    await other.someoneWaits()
    await other.query('update checkout_sessions set expires_at = clock_timestamp() where id = $1')
    await other.commit()
    expectError(await pay, 409, 'session_expired')
    expect((await readSession(service, store, id)).body.status).toBe('expired')
  })

  test('payments around their deadline: each is an order or expired, never both, and nothing is taken back', async () => {
    const outcomes: Outcome[] = []
    // The first is too late, two are in time; where the others fall depends on the machine.
    for (const leftMs of [-10, 3_600_000, 0, 5, 10, 20, 40, 80, 160, 3_600_000]) {
      outcomes.push(
        ...(await Promise.all(
          Array.from({ length: 5 }, async () => {
            const id = await aSession(service, store)
            const [buyer, paymentMethod] = await Promise.all([
              aBuyer(service, id),
              aPaymentMethod(service),
            ])
            const poller = poll(id)
            await endsIn(id, leftMs)
            const answer = await buyer.payWith(paymentMethod)
            const paidAt = nextMoment()
            await expect
              .poll(async () => (await readSession(service, store, id)).body.status)
              .not.toBe('open')
            await poller.stop()
            return { id, answer, paidAt, reads: poller.reads }
          }),
        )),
      )
    }
    expect(countStatuses(outcomes.map(({ answer }) => answer))).toMatchObject({
      200: expect.any(Number),
      409: expect.any(Number),
    })
    for (const { id, answer, paidAt, reads } of outcomes) {
      const {
        body: { status },
      } = await readSession(service, store, id)
      if (answer.status === 200) {
        expect(status).toBe('complete')
        for (const read of reads)
          if (read.startedAt > paidAt) expect(read.answer.body.status).toBe('complete')
      } else if (answer.status === 409) {
        expectError(answer, 409, 'session_expired')
        expect(status).toBe('expired')
      } else {
        // The bank's answer came later than the service waits for it, as it may under load.
        expect(answer).toMatchObject({ status: 202, body: { status: 'processing' } })
      }
      expectNothingTakenBack(reads)
    }
  })

  test('20 readers of a session whose time ends agree, from the first that says so', async () => {
    const id = await aSession(service, store)
    await endsIn(id, 50)
    const pollers = Array.from({ length: 20 }, () => poll(id))
    await expect
      .poll(() => pollers.every(({ reads }) => reads.at(-1)?.answer.body.status === 'expired'))
      .toBe(true)
    for (const { stop } of pollers) await stop()
    expectNothingTakenBack(pollers.flatMap(({ reads }) => reads))
  })

  test('10 readers while the buyer pays: open, then complete for ever', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const pollers = Array.from({ length: 10 }, () => poll(id))
    expect((await buyer.pay()).status).toBe(200)
    const paidAt = nextMoment()
    await expect
      .poll(() => pollers.every(({ reads }) => (reads.at(-1)?.startedAt ?? 0) > paidAt))
      .toBe(true)
    for (const { stop } of pollers) await stop()
    const reads = pollers.flatMap((poller) => poller.reads)
    for (const read of reads)
      if (read.startedAt > paidAt) expect(read.answer.body.status).toBe('complete')
    expectNothingTakenBack(reads)
  })

  test('payments with a life of 5 s, as an operator may set it, end in time', async () => {
    const short = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { SESSION_TTL_SECONDS: '5' },
    })
    const id = await aSession(short, store)
    await expect
      .poll(async () => (await readSession(short, store, id)).body.status, { interval: 100 })
      .toBe('expired')
    const [row] = await sql.rows(
      `
      select extract(epoch from expires_at - created_at)::int as seconds from checkout_sessions where id = $1`,
      [id],
    )
    expect(row).toEqual({ seconds: 5 })
    expect(short.log()).toContain('SESSION_TTL_SECONDS')
    await short.stop()
  })
})
