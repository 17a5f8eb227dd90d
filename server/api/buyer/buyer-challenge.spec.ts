import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { TestPaymentList } from '../../contract/test-provider.ts'
import {
  CARDS,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants, expectInvariantsAtRest } from '../../testing/invariants.ts'
import { expectMoment } from '../../testing/record-clock.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()

async function aChallenge(card: string = CARDS.challenge) {
  const store = await aStore(service, { name: 'Loom & Co' })
  await aProduct(service, store)
  const id = await aSession(service, store)
  const buyer = await aBuyer(service, id)
  const { status, body } = await buyer.pay({ card })
  expect(status).toBe(202)
  const url = body.status === 'processing' ? (body.action?.url ?? '') : ''
  return {
    store,
    id,
    buyer,
    url,
    read: async () => (await readSession(service, store, id)).body.status,
  }
}

const answer = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) })

const ledgerOf = async (storeId: string) =>
  (
    await service.platform<TestPaymentList>('GET', `/test-provider/payments?store=${storeId}`)
  ).body.data.map(({ status }) => status)

describe('contract §5: bank challenge', () => {
  test('pay answers 202 with the address of a page on the payment frame’s origin, and holds the stock', async () => {
    const { store, url, read } = await aChallenge()
    expect(url.startsWith(`${service.paymentFrameUrl}/challenges/`)).toBe(true)
    expect(await read()).toBe('open')
    expect(await stockOf(service, store)).toEqual([9])
    expect(await ledgerOf(store.id)).toEqual([])
  })

  test('the page of the challenge is a plain form that only checkout and embedding page may frame', async () => {
    const { url } = await aChallenge()
    const { status, text, headers } = await call('GET', `${url}?origin=https://shop.example`)
    expect(status).toBe(200)
    expect(text).toMatch(/Loom &amp; Co/)
    expect(text).toMatch(/19\.90/)
    expect(text).toMatch(/Complete authentication/)
    expect(text).toMatch(/Fail authentication/)
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/form-action 'self'/)
    expect(policy).toMatch(
      new RegExp(`frame-ancestors ${new URL(service.checkoutUrl).origin} https://shop.example$`),
    )
  })

  test('a challenge that is completed completes the session, and takes the money once', async () => {
    const { store, url, read } = await aChallenge()
    expect((await answer(url, 'complete')).status).toBe(200)
    expect(await read()).toBe('complete')
    expect(await ledgerOf(store.id)).toEqual(['captured'])
  })

  test('a challenge that fails charges nothing and gives the stock back; another card may follow', async () => {
    const { store, buyer, url, read } = await aChallenge()
    await answer(url, 'fail')
    expect(await read()).toBe('open')
    expect(await stockOf(service, store)).toEqual([10])
    expect((await buyer.send('GET', 'view')).body).toMatchObject({
      attempt: {
        status: 'failed',
        code: 'authentication_failed',
        message: expect.stringMatching(/[Nn]othing was charged/),
      },
    })
    expect((await buyer.pay()).status).toBe(200)
    expect(await ledgerOf(store.id)).toEqual(['captured', 'declined'])
  })

  test('a challenge that is completed and then declined by the bank charges nothing', async () => {
    const { store, url, read } = await aChallenge(CARDS.challengeDeclined)
    await answer(url, 'complete')
    expect(await read()).toBe('open')
    expect(await ledgerOf(store.id)).toEqual(['declined'])
    expect(await stockOf(service, store)).toEqual([10])
  })

  test('a second answer to the challenge changes nothing', async () => {
    const [completed, failed] = [await aChallenge(), await aChallenge()]
    await answer(completed.url, 'complete')
    await answer(completed.url, 'fail')
    await Promise.all(['complete', 'fail'].map(() => answer(completed.url, 'complete')))
    expect(await completed.read()).toBe('complete')
    expect(await ledgerOf(completed.store.id)).toEqual(['captured'])
    await answer(failed.url, 'fail')
    await answer(failed.url, 'complete')
    expect(await failed.read()).toBe('open')
    expect(await ledgerOf(failed.store.id)).toEqual(['declined'])
  })

  test('of both answers to a challenge at the same moment one counts, everywhere', async () => {
    const { store, url, read } = await aChallenge()
    await Promise.all([answer(url, 'complete'), answer(url, 'fail')])
    const [ledger] = await ledgerOf(store.id)
    expect(await read()).toBe(ledger === 'captured' ? 'complete' : 'open')
    expect(['captured', 'declined']).toContain(ledger)
  })

  test('a challenge that is given up charges nothing, whatever is answered later, and another card pays', async () => {
    const { store, buyer, url, read } = await aChallenge()
    expect(await buyer.send('POST', 'cancel')).toMatchObject({
      status: 200,
      body: { status: 'open', attempt: { status: 'failed', code: 'attempt_given_up' } },
    })
    await answer(url, 'complete')
    expect(await read()).toBe('open')
    expect((await buyer.pay()).status).toBe(200)
    expect(await ledgerOf(store.id)).toEqual(['captured', 'cancelled'])
    expect(await stockOf(service, store)).toEqual([9])
  })

  test.each(['complete', 'fail'])(
    'of the bank’s answer "%s" and “Pay another way” at the same moment one counts, everywhere',
    async (outcome) => {
      const rounds = await Promise.all(Array.from({ length: 8 }, () => aChallenge()))
      await Promise.all(
        rounds.flatMap(({ url, buyer }, index) => {
          const both = [() => answer(url, outcome), () => buyer.send('POST', 'cancel')]
          return (index % 2 ? both : both.toReversed()).map((act) => act())
        }),
      )
      for (const { store, buyer, read } of rounds) {
        const attempt = async () => (await buyer.send<CheckoutView>('GET', 'view')).body.attempt
        await expect.poll(async () => (await attempt())?.status).not.toBe('processing')
        const isPaid = (await read()) === 'complete'
        expect(await ledgerOf(store.id)).toEqual([
          isPaid ? 'captured' : expect.stringMatching(/^(cancelled|declined)$/),
        ])
        if (!isPaid) expect((await buyer.pay()).status).toBe(200)
        expect(await read()).toBe('complete')
        expect(await stockOf(service, store)).toEqual([9])
      }
      await expectInvariants(sql)
    },
  )

  test('a challenge that began in time and was completed after the deadline makes the order', async () => {
    const { id, url, read } = await aChallenge()
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    expect(await read()).toBe('open')
    await answer(url, 'complete')
    expect(await read()).toBe('complete')
  })

  test('a challenge that began in time and failed after the deadline: the session is expired', async () => {
    const { store, id, url, read } = await aChallenge()
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    await answer(url, 'fail')
    expect(await read()).toBe('expired')
    expect(await stockOf(service, store)).toEqual([10])
  })

  const secondsBefore = (at: Date | undefined, seconds: number) =>
    new Date((at?.getTime() ?? NaN) - seconds * 1000)
  const leaseOf = async (id: string) =>
    (
      await sql.rows<{ lease: Date; deadline: Date }>(
        `select a.lease_until as lease, s.expires_at as deadline
        from payment_attempts a join checkout_sessions s on s.id = a.session_id where s.id = $1`,
        [id],
      )
    )[0]

  test('a challenge may take 300 s from the question on', async () => {
    await expectMoment(
      sql,
      async () => leaseOf((await aChallenge()).id),
      (found) => secondsBefore(found?.lease, 300),
    )
  })

  test('a challenge may never take longer than 300 s after the deadline', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    await sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() + interval '1 minute' where id = $1`,
      [id],
    )
    expect((await buyer.pay({ card: CARDS.challenge })).status).toBe(202)
    const { lease, deadline } = (await leaseOf(id)) ?? {}
    expect(secondsBefore(lease, 300).getTime()).toBeLessThanOrEqual(deadline?.getTime() ?? NaN)
  })

  test('an unknown challenge is 404, asked for or answered', async () => {
    for (const id of ['0'.repeat(32), 'x', '%00']) {
      expectError(
        await call('GET', `${service.paymentFrameUrl}/challenges/${id}`),
        404,
        'not_found',
      )
    }
    expect(
      (await answer(`${service.paymentFrameUrl}/challenges/${'0'.repeat(32)}`, 'complete')).status,
    ).toBe(404)
    expect((await answer(`${service.paymentFrameUrl}/challenges/%00`, 'complete')).status).toBe(404)
  })

  test('an unknown answer to a challenge is 400, one that is too large 413', async () => {
    const { url } = await aChallenge()
    expect((await answer(url, 'steal')).status).toBe(400)
    expect(
      (
        await fetch(url, {
          method: 'POST',
          body: 'x'.repeat(5000),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(413)
  })

  test('all answers to challenges leave the books in order', async () => {
    await sql.rows(`update payment_attempts set lease_until = clock_timestamp(), next_check_at = clock_timestamp()
      where state = 'requires_action'`)
    await expect
      .poll(() =>
        sql.rows(
          `select id from payment_attempts where state not in ('captured', 'declined', 'voided')`,
        ),
      )
      .toEqual([])
    await expectInvariantsAtRest(sql)
  })
})
