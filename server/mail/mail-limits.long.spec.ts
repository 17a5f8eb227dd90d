import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { headerOf, partOf, startMailServer } from '../testing/servers/mail-server.ts'
import { textOf as pageText } from '../testing/store/page-text.ts'
import { sendForm } from '../testing/store/plain-forms.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { PASSWORD, addMember } from '../testing/store/store-builders.ts'
import { aBrowserOf, anOwner } from '../testing/store/store-browser.ts'

const mails = await startMailServer()
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
afterAll(() => mails.close())

const owned = await anOwner(service, sql)
// Else mails about sales come between those that are counted.
await sql.rows(`update store_members set sale_mails = 'none' where store_id = $1`, [owned.store.id])
await aProduct(service, owned.store, { variants: [{ stock: 1000 }] })

beforeEach(() => {
  mails.received.length = 0
  mails.failWith(() => undefined)
})

type BuyerInput = { email: string; of?: typeof owned.store; name?: string; details?: string }

async function buy({
  email,
  of = owned.store,
  name = 'Ana Example',
  details = 'Mayor 1',
}: BuyerInput) {
  const session = await aSession(service, of)
  const buyer = await aBuyer(service, session, { receiptKey: 'a'.repeat(32) })
  const { body } = await buyer.pay({
    customer: { name, phone: '+34 600 123 456', email },
    fulfillment: { method: 'DELIVERY', option: 'standard', details },
  })
  if (body.status !== 'complete') throw new Error(`not paid: ${JSON.stringify(body)}`)
  return { session, number: body.order.orderNumber }
}

const MAILS = `
  select state, put_off_by as "putOffBy", refusal, due_at > now() + interval '10 minutes' as "isLater"
  from buyer_mails where session_id = any($1) order by id`

const recorded = (...sessions: string[]) =>
  sql.rows<{ state: string; putOffBy: string | null }>(MAILS, [sessions])

/** Once none of them is about to go out. */
const settled = async (...sessions: string[]) => {
  const rests = ({ state, putOffBy }: { state: string; putOffBy: string | null }) =>
    state !== 'waiting' || putOffBy !== null
  await expect.poll(async () => (await recorded(...sessions)).every(rests)).toBe(true)
  return recorded(...sessions)
}

const orderPage = async (number: string) =>
  pageText(await owned.browser.open(`/orders/${number}`)).replaceAll(/\s+/g, ' ')

describe('contract §8: test stores mail their members alone', () => {
  test('a stranger gets no mail of a test store, also by a correction; a member gets it', async () => {
    const of = await aStore(service, { test: true })
    await aProduct(service, of)
    // An owner would get mails about these sales, too.
    const member = await addMember(sql, of, { role: 'staff' })
    const { session: strange } = await buy({ email: 'ana@stranger.example', of })
    const { session } = await buy({ email: member.toUpperCase(), of })
    await settled(session)
    const address = `${service.checkoutUrl}/${session}/email?receipt=${'a'.repeat(32)}`
    expect((await sendForm(address, { email: 'victim@stranger.example' })).status).toBe(303)
    expect(await settled(strange, session)).toMatchObject([{ state: 'sent' }])
    expect(mails.received.map(({ to }) => to)).toEqual([
      expect.stringMatching(new RegExp(`^${member}$`, 'i')),
    ])
  })

  test('the page of such an order says why there is no mail', async () => {
    await sql.rows('update stores set is_test = true where id = $1', [owned.store.id])
    const { number } = await buy({ email: 'ana@unmailed.example' })
    await sql.rows('update stores set is_test = false where id = $1', [owned.store.id])
    const { session, number: live } = await buy({ email: 'ana@mailed.example' })
    expect(await settled(session)).toMatchObject([{ state: 'sent' }])
    await sql.rows('update stores set is_test = true where id = $1', [owned.store.id])
    const why = 'None: a test store mails its members alone'
    expect(await orderPage(number)).toContain(why)
    expect(await orderPage(live)).not.toContain(why)
    await sql.rows('update stores set is_test = false where id = $1', [owned.store.id])
  })
})

describe('contract §8: at most 5 mails an hour to one recipient', () => {
  test('five go out, however the address is written; the others wait, and go when it is free', async () => {
    const written = ['bea@x.example', 'Bea@X.example', 'bea+1@x.example', '"bea"@x.example.']
    const addresses = [...written, ...written].slice(0, 7)
    const bought = []
    for (const email of addresses) bought.push(await buy({ email }))
    const sessions = bought.map(({ session }) => session)
    const found = await settled(...sessions)
    const waiting = found.filter(({ state }) => state === 'waiting')
    expect(mails.received).toHaveLength(5)
    expect(waiting).toEqual(
      Array(2).fill({ state: 'waiting', putOffBy: 'recipient', refusal: null, isLater: true }),
    )
    expect(service.log()).toMatch(/"by":"recipient","freeAt":"[^"]+","msg":"buyer_mail.limited"/)
    const at = found.findIndex(({ state }) => state === 'waiting')
    expect(await orderPage(bought[at]?.number ?? '')).toContain(
      'Not sent yet: this address has had as many mails as one may (5 an hour, 20 a day)',
    )
    // An hour later.
    await sql.rows(`update mail_counts set sent_at = array(
      select at - interval '1 hour' from unnest(sent_at) at)`)
    await sql.rows('update buyer_mails set due_at = now() where session_id = any($1)', [sessions])
    const sorted = (all: string[]) => all.map((one) => one.toLowerCase()).toSorted()
    await expect.poll(() => sorted(mails.received.map(({ to }) => to))).toEqual(sorted(addresses))
  })

  test('links of the store application count, and news of an account come all the same', async () => {
    const { email, browser } = await anOwner(service, sql)
    for (let order = 0; order < 5; order += 1) await buy({ email })
    await expect.poll(() => mails.received).toHaveLength(5)
    await aBrowserOf(service).post('/forgot-password', { email }, { page: '/forgot-password' })
    await expect.poll(() => service.log()).toContain('"msg":"mail.limited"')
    const { notice } = await invite(browser, email.replace('@', '+x@'))
    expect(notice).toContain('has had as many mails as one may. Hand the link over yourself')
    expect(mails.received).toHaveLength(5)
    const change = { password: PASSWORD, 'new-password': 'seven green umbrellas' }
    await browser.submit('/account/password', change)
    await expect.poll(() => mails.received).toHaveLength(6)
    expect(headerOf(mails.received[5]?.source ?? '', 'Subject')).toContain('was changed')
  })
})

async function invite(browser: typeof owned.browser, email: string) {
  const answer = await browser.submit('/settings/team', { email, role: 'staff' })
  return { notice: pageText(answer) }
}

describe('decision 117: what a buyer has typed is no link in a mail', () => {
  test('a name and a delivery with an address in them are left out of the mail', async () => {
    await buy({
      email: 'victim@typed.example',
      name: 'Claim at evil.example',
      details: 'https://evil.example/claim',
    })
    await expect.poll(() => mails.received).toHaveLength(1)
    const { source = '' } = mails.received[0] ?? {}
    for (const type of ['text/plain', 'text/html'] as const) {
      expect(partOf(source, type)).not.toContain('evil')
      expect(partOf(source, type)).toContain('Standard delivery')
    }
  })
})

describe('decision 117: a mail server that denies us', () => {
  const relayDenied = { code: 554, reply: '5.7.1 <x@y.example>: Relay access denied' }

  test('its mail waits, is an error in the log and on the order’s page, and goes out in the end', async () => {
    mails.failWith((step) => (step === 'recipient' ? relayDenied : undefined))
    const { session, number } = await buy({ email: 'ana@denied.example' })
    expect(await settled(session)).toMatchObject([
      { state: 'waiting', putOffBy: 'denied', refusal: 554 },
    ])
    expect(service.log()).toMatch(
      /"level":(50|"error").*"reason":"EENVELOPE","response":554,"msg":"buyer_mail.denied"/,
    )
    expect(await orderPage(number)).toContain(
      'Not sent yet: the mail server refuses our mails, whoever runs the service knows (554)',
    )
    mails.failWith(() => undefined)
    await sql.rows('update buyer_mails set due_at = now() where session_id = $1', [session])
    expect(await expectSent(session)).toEqual([
      { state: 'sent', putOffBy: null, refusal: null, isLater: false },
    ])
  })

  const expectSent = async (session: string) => {
    await expect.poll(async () => (await recorded(session))[0]?.state).toBe('sent')
    return recorded(session)
  }

  test('a mail that was refused is sent again by one press, which the audit log has', async () => {
    mails.failWith((step) =>
      step === 'recipient' ? { code: 550, reply: '5.1.1 User unknown' } : undefined,
    )
    const { session, number } = await buy({ email: 'ana@again.example' })
    expect(await settled(session)).toMatchObject([{ state: 'refused', refusal: 550 }])
    mails.failWith(() => undefined)
    await sql.rows(
      "update buyer_mails set created_at = created_at - interval '9 days' where session_id = $1",
      [session],
    )
    const page = `/orders/${number}`
    const press = () => owned.browser.post(`${page}/mails`, {}, { page })
    expect((await press()).status).toBe(303)
    expect(await orderPage(number)).toContain('The mail goes out again.')
    await expectSent(session)
    await press()
    expect(await orderPage(number)).toContain('There is no mail to send again.')
    expect(mails.received.map(({ to }) => to)).toEqual(['ana@again.example'])
    expect(await sql.rows('select action from audit_log where subject = $1', [number])).toEqual([
      { action: 'order.mails_sent_again' },
    ])
    expect(await orderPage(number)).toContain('Mails to the buyer sent again')
  })
})
