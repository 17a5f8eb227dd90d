import { hash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { ClaimedMail, MailOutcome } from '../../checkout/ports/buyer-mails.ts'
import { createMailLimits } from '../../mail/mail-limits.ts'
import { aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { openBuyerMailRecords } from './buyer-mails.ts'
import { correctEmail } from './buyer-mail-writes.ts'
import { openPool } from '../database.ts'
import { openMailCounts } from './mail-counts.ts'
import { openOldRecords } from '../upkeep/old-records.ts'

// It has no mail server, so nobody else claims these mails.
const { service, sql } = await openSpecService()
const pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => undefined })
afterAll(() => pool.close())
const records = openBuyerMailRecords(pool)
const store = await aStore(service)
await aProduct(service, store)

const SENT = { type: 'sent' } as const
const REFUSED = { type: 'refused', reason: 'EENVELOPE', response: 550 } as const

const findDue = async (session: string) =>
  (await records.claim(100)).find(({ sessionId }) => sessionId === session)

/** Its mail is due. */
async function anOrder() {
  const session = await aSession(service, store)
  const buyer = await aBuyer(service, session)
  await buyer.pay({
    customer: { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@loom.example' },
  })
  return session
}

async function claim(session: string) {
  await sql.rows('update buyer_mails set due_at = now() where session_id = $1', [session])
  const mail = await findDue(session)
  if (!mail) throw new Error('the mail is not due')
  return mail
}

/** A mail that two processes have claimed, because the first one's time ended. */
async function claimedTwice() {
  const session = await anOrder()
  return { first: await claim(session), second: await claim(session) }
}

async function recorded({ id }: ClaimedMail) {
  const query =
    'select state, refusal, ended_at is not null as ended from buyer_mails where id = $1'
  return (await sql.rows(query, [id]))[0]
}

describe('The buyer hears of it: an outcome that comes after the claim has ended', () => {
  type Late = Exclude<MailOutcome, { type: 'overtaken' }>

  test.each<[Late, Late]>([
    [SENT, REFUSED],
    [REFUSED, SENT],
  ])('a mail that was sent stays sent: %j, and then late %j', async (outcome, late) => {
    const { first, second } = await claimedTwice()
    expect(await records.handOver(second)).toBe(true)
    await records.record(second, outcome)
    await records.record(first, late)
    expect(await recorded(first)).toEqual({ state: 'sent', refusal: null, ended: true })
  })

  test('a late refusal leaves the mail to whoever has claimed it since', async () => {
    const { first, second } = await claimedTwice()
    await records.record(first, REFUSED)
    expect(await recorded(first)).toMatchObject({ state: 'waiting' })
    expect(await records.handOver(second)).toBe(true)
    await records.record(second, REFUSED)
    expect(await recorded(first)).toEqual({ state: 'refused', refusal: 550, ended: true })
  })
})

describe('The buyer hears of it: a corrected address is another edition', () => {
  test('an edition that was sent late does not count for the one after it', async () => {
    const session = await anOrder()
    const first = await claim(session)
    await correctEmail(pool, session, 'ana@corrected.example')
    await records.record(first, SENT)
    expect(await recorded(first)).toMatchObject({ state: 'waiting' })
    const second = await claim(session)
    expect(second).toMatchObject({ to: 'ana@corrected.example', edition: 2, isCounted: false })
    await records.record(second, SENT)
    expect(await recorded(first)).toMatchObject({ state: 'sent' })
  })
})

describe('decision 117: a mail that waits', () => {
  const waits = async ({ id }: ClaimedMail) => {
    const query = `select state, put_off_by as by, refusal, claims,
        extract(epoch from due_at - clock_timestamp())::integer as seconds
      from buyer_mails where id = $1`
    return (await sql.rows<{ state: string; seconds: number }>(query, [id]))[0]
  }

  test('one that is kept is claimed by nobody else, until it is not kept any more', async () => {
    const session = await anOrder()
    const mail = await claim(session)
    await sql.rows('update buyer_mails set due_at = now() where id = $1', [mail.id])
    await records.keep(mail)
    expect(await findDue(session)).toBeUndefined()
    const next = await claim(session)
    await sql.rows('update buyer_mails set due_at = now() where id = $1', [mail.id])
    await records.keep(mail)
    expect(await findDue(session)).toMatchObject({ id: next.id })
  })

  test('it has been denied, or limited: it is tried again, less often, and says why it waits', async () => {
    const mail = await claim(await anOrder())
    await records.setCounted(mail)
    const denied = { type: 'denied', isServers: false, reason: 'EENVELOPE', response: 554 } as const
    await records.record(mail, denied)
    const first = await waits(mail)
    expect(first).toMatchObject({ state: 'waiting', by: 'denied', refusal: 554 })
    // 40 s, less what the machine needed.
    expect(first?.seconds).toBeGreaterThan(2)
    expect(first?.seconds).toBeLessThanOrEqual(40)
    const again = await claim(mail.sessionId)
    expect(again.isCounted).toBe(true)
    const [{ freeAt } = expect.unreachable()] = await sql.rows<{ freeAt: Date }>(
      `select now() + interval '2 hours' as "freeAt"`,
    )
    await records.record(again, { type: 'limited', by: 'network', freeAt })
    const limited = await waits(mail)
    expect(limited).toMatchObject({ state: 'waiting', by: 'network', refusal: null })
    expect(limited?.seconds).toBeGreaterThan(3_600)
  })

  test('after three days it is given up, but not one that a member has sent again', async () => {
    const putOff = { type: 'put_off', isServers: false, reason: 'EENVELOPE' } as const
    const [old, again] = [await claim(await anOrder()), await claim(await anOrder())]
    const age = `update buyer_mails set created_at = now() - interval '4 days' where id = $1`
    for (const { id } of [old, again]) await sql.rows(age, [id])
    await sql.rows('update buyer_mails set again_at = now() where id = $1', [again.id])
    for (const mail of [old, again]) await records.record(mail, putOff)
    expect((await waits(old))?.state).toBe('unsent')
    expect((await waits(again))?.state).toBe('waiting')
  })

  test('the networks of its buyer come with what the buyer has caused, and with nothing else', async () => {
    const session = await anOrder()
    await sql.rows(
      `update payment_attempts set client_key = 'a', client_site = 'b', client_region = 'c'
      where session_id = $1`,
      [session],
    )
    expect((await claim(session)).clientKeys).toEqual(['a', 'b', 'c'])
    await sql.rows(`update buyer_mails set kind = 'fulfilment' where session_id = $1`, [session])
    expect((await claim(session)).clientKeys).toEqual([])
  })
})

describe('contract §8: at most 5 mails an hour and 20 a day to one recipient', () => {
  const limitsOf = (db: typeof pool) =>
    createMailLimits({ digestOf: (mailbox) => hash('sha256', mailbox), count: openMailCounts(db) })
  const ask = limitsOf(pool)

  /** Lets so many hours pass. */
  const pass = (hours: number) =>
    sql.rows(
      `update mail_counts set last_at = last_at - $1 * interval '1 hour',
        sent_at = array(select at - $1 * interval '1 hour' from unnest(sent_at) at)`,
      [hours],
    )

  const howMany = async (asks: Promise<unknown>[]) =>
    (await Promise.all(asks)).filter((limited) => limited === undefined).length

  const times = (count: number, asking: () => Promise<unknown>) =>
    howMany(Array.from({ length: count }, asking))

  test('two processes at once let five go, and say when the next one may', async () => {
    const other = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => {} })
    const to = 'two@limits.example'
    const both = [ask, limitsOf(other)]
    expect(
      await howMany(
        Array.from(
          { length: 20 },
          (_, each) => both[each % 2]?.({ to }) ?? Promise.reject(new Error('no process')),
        ),
      ),
    ).toBe(5)
    const { by, freeAt } = (await ask({ to })) ?? {}
    expect(by).toBe('recipient')
    const [first] = await sql.rows<{ at: Date }>(
      `select sent_at[1] + interval '1 hour' as at from mail_counts order by last_at desc limit 1`,
    )
    expect(freeAt).toEqual(first?.at)
    await other.close()
  })

  test('a day has twenty, whose first one must be a day old before the next', async () => {
    const to = 'day@limits.example'
    for (let hour = 0; hour < 4; hour += 1) {
      expect(await times(6, () => ask({ to }))).toBe(5)
      await pass(1)
    }
    expect(await ask({ to })).toMatchObject({ by: 'recipient' })
    await pass(20)
    expect(await times(6, () => ask({ to }))).toBe(5)
    const kept = 'select max(cardinality(sent_at)) as most from mail_counts'
    expect(await sql.rows(kept)).toEqual([{ most: 20 }])
  })

  test('all spellings of a mailbox are one, and others are not', async () => {
    const spellings = ['a.b@gmail.com', 'AB@googlemail.com', 'ab+x@gmail.com', '"ab"@gmail.com.']
    await howMany(spellings.map((to) => ask({ to })))
    expect(await ask({ to: 'ab@gmail.com' })).toBeUndefined()
    expect(await ask({ to: 'ab@gmail.com' })).toMatchObject({ by: 'recipient' })
    expect(await ask({ to: 'ab@mail.example' })).toBeUndefined()
    const digests = 'select key from mail_counts where key like $1'
    expect(await sql.rows(digests, ['%gmail%'])).toEqual([])
  })

  test('news of an account go on when others have filled the limit, up to twice of it', async () => {
    const to = 'news@limits.example'
    expect(await times(7, () => ask({ to }))).toBe(5)
    expect(await times(7, () => ask({ to, isOfAccount: true }))).toBe(5)
  })

  test('one network causes 60 an hour, a wider one twice that, and none that is refused counts', async () => {
    const sent = (key: string, count: number) =>
      sql.rows(
        `insert into mail_counts values ($1, array_fill(now(), array[$2::integer]), now())
        on conflict (key) do update set sent_at = excluded.sent_at`,
        [key, count],
      )
    const to = 'caused@limits.example'
    await sent('from:one', 59)
    expect(await ask({ to, clientKeys: ['one', 'wide'] })).toBeUndefined()
    expect(await ask({ to, clientKeys: ['one', 'wide'] })).toMatchObject({ by: 'network' })
    await sent('from:wide', 119)
    expect(await ask({ to, clientKeys: ['two', 'wide'] })).toBeUndefined()
    expect(await ask({ to, clientKeys: ['three', 'wide'] })).toMatchObject({ by: 'network' })
    expect(await times(6, () => ask({ to }))).toBe(3)
  })

  test('what was counted is forgotten a day after the last mail', async () => {
    await ask({ to: 'old@limits.example' })
    await pass(25)
    await ask({ to: 'new@limits.example' })
    expect(await openOldRecords(pool).deleteMailCounts(1000)).toBeGreaterThan(0)
    expect(await sql.rows('select from mail_counts')).toHaveLength(1)
  })
})
