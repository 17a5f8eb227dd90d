import { afterAll, describe, expect, test } from 'vitest'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import { aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { openSpecService } from '../testing/spec-service.ts'
import { openBuyerMailRecords } from './buyer-mails.ts'
import { openPool } from './database.ts'

// It has no mail server, so nobody else claims these mails.
const { service, sql } = await openSpecService()
const pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => undefined })
afterAll(() => pool.close())
const records = openBuyerMailRecords(pool)
const store = await aStore(service)
await aProduct(service, store)

const SENT = { type: 'sent' } as const
const REFUSED = { type: 'refused', reason: 'EENVELOPE', response: 550 } as const

/** A mail that two processes have claimed, because the first one's time ended. */
async function claimedTwice() {
  const session = await aSession(service, store)
  const buyer = await aBuyer(service, session)
  await buyer.pay({
    customer: { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@loom.example' },
  })
  const claim = async () => {
    const [mail] = (await records.claim(100)).filter(({ sessionId }) => sessionId === session)
    if (!mail) throw new Error('the mail is not due')
    return mail
  }
  const first = await claim()
  await sql.rows('update buyer_mails set due_at = now() where id = $1', [first.id])
  return { first, second: await claim() }
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
