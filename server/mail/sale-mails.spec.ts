import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { headerOf, partOf, startMailServer } from '../testing/servers/mail-server.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { addMember } from '../testing/store/store-builders.ts'
import { aColleague } from '../testing/store/store-browser.ts'
import { textOf as pageText } from '../testing/store/page-text.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })

beforeEach(() => {
  mails.received.length = 0
  mails.failWith(() => undefined)
})

const PRODUCT = {
  name: 'Linen shirt',
  variants: [{ size: 'M', colorName: 'Sand', stock: 1000 }],
}

async function aShop(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  const { email, browser } = await aColleague(service, sql, { store, role: 'owner' })
  await aProduct(service, store, PRODUCT)
  return { email, browser, store }
}

/** Pays for an order without an address of the buyer. */
async function buy(store: TestStore) {
  const session = await aSession(service, store, {
    items: [{ product: 'mug', size: 'M', color: 'Sand', quantity: 2 }],
  })
  const { body } = await (await aBuyer(service, session)).pay()
  if (body.status !== 'complete') throw new Error(`not paid: ${JSON.stringify(body)}`)
  return body.order.orderNumber
}

/** So that the rounds announce it without the usual pause. */
async function announced(...numbers: string[]) {
  const open = `select from events where announced_at is null and order_number = any($1)`
  await sql.rows('update events set next_try_at = now() where order_number = any($1)', [numbers])
  await expect.poll(async () => (await sql.rows(open, [numbers])).length).toBe(0)
}

const mailsTo = (email: string) =>
  mails.received.filter(({ to }) => to.toLowerCase() === email.toLowerCase())

const letterOf = ({ source }: { source: string }) => partOf(source, 'text/plain')

/** Which mails name the order. */
const naming = (email: string, number: string) =>
  mailsTo(email).filter((mail) => letterOf(mail).includes(number)).length

const choose = async ({ browser }: Awaited<ReturnType<typeof aShop>>, chosen: string) =>
  pageText(await browser.submit('/account/sale-mails', { 'sale-mails': chosen }))

/** The member's mails as they are on record, oldest first. */
const recorded = (email: string) =>
  sql.rows<{ state: string; by: string | null }>(
    `select m.state, m.put_off_by as by
    from sale_mails m join store_members s on s.id = m.member_id
    where s.email = $1 order by m.id`,
    [email],
  )

/** What waits by its schedule or a limit is due now. */
const letTimePass = () =>
  sql.rows(`
    with counts as (update mail_counts set sent_at = '{}')
    update sale_mails set due_at = now() where state = 'waiting'`)

describe('The seller hears of a sale', () => {
  test('an owner gets one mail: number, item, variant, quantity, sum and a link, nothing of the buyer', async () => {
    const { email, store } = await aShop()
    const number = await buy(store)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [{ source, messageId } = expect.unreachable()] = mailsTo(email)
    expect(partOf(source, 'text/html')).toContain(
      `<title>Order ${number} at Loom &amp; Co: €39.80<`,
    )
    expect(messageId).toMatch(/^<evt_[0-9a-zA-Z]{33}\.\d+@loom\.example>$/)
    const text = partOf(source, 'text/plain')
    expect(text).toContain('Linen shirt · M · Sand · Qty 2')
    expect(text).toContain(`Open the order: ${service.baseUrl}/store/orders/${number}`)
    for (const private_ of ['Ana', '600 123', 'Calle', '4242'])
      expect(source).not.toContain(private_)
    await expect.poll(() => recorded(email)).toEqual([{ state: 'sent', by: null }])
    expect(service.log()).not.toContain(email)
  })

  test('other members get none until they choose so, and members choose for themselves', async () => {
    const shop = await aShop()
    const staff = await addMember(sql, shop.store, { role: 'staff' })
    const colleague = await addMember(sql, shop.store)
    expect(await choose(shop, 'none')).toContain('You get no mails about orders.')
    const number = await buy(shop.store)
    await expect.poll(() => naming(colleague, number)).toBe(1)
    expect([mailsTo(staff), mailsTo(shop.email)]).toEqual([[], []])
    expect((await shop.browser.post('/account/sale-mails', { 'sale-mails': 'x' })).status).toBe(400)
  })

  test('a test store’s mail says that it is a test', async () => {
    const { email, store } = await aShop({ test: true })
    const number = await buy(store)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [{ source } = expect.unreachable()] = mailsTo(email)
    expect(partOf(source, 'text/html')).toContain(`<title>[Test store] Order ${number}`)
    expect(letterOf({ source })).toContain('no real money moves')
  })
})

describe('The seller hears of a sale: never twice, and of each', () => {
  test('while a limit holds a mail back, orders come into it, and each is in one mail', async () => {
    const { email, store } = await aShop()
    const numbers: string[] = []
    for (let order = 0; order < 4; order += 1) {
      numbers.push(await buy(store))
      await announced(...numbers)
      await expect.poll(() => mailsTo(email)).toHaveLength(order + 1)
    }
    const held = [await buy(store), await buy(store), await buy(store)]
    await announced(...held)
    await expect.poll(() => recorded(email)).toContainEqual({ state: 'waiting', by: 'recipient' })
    const inMail = 'select from sale_mail_orders where mail_id is null'
    await expect.poll(() => sql.rows(inMail)).toEqual([])
    expect(mailsTo(email)).toHaveLength(4)
    await letTimePass()
    await expect.poll(() => mailsTo(email)).toHaveLength(5)
    const [last = expect.unreachable()] = mailsTo(email).slice(-1)
    expect(headerOf(last.source, 'Subject')).toBe('3 orders at Loom & Co')
    expect(letterOf(last)).toContain(`${service.baseUrl}/store/orders/${held[0]}`)
    for (const number of [...numbers, ...held]) expect(naming(email, number)).toBe(1)
  })

  test('once a day: the first goes at once, the next ones together a day later', async () => {
    const shop = await aShop()
    await choose(shop, 'daily')
    const first = await buy(shop.store)
    await expect.poll(() => naming(shop.email, first)).toBe(1)
    const later = [await buy(shop.store), await buy(shop.store)]
    await announced(...later)
    const waits = `
      select extract(epoch from m.due_at - now()) / 3600 as hours
      from sale_mails m join store_members s on s.id = m.member_id
      where m.state = 'waiting' and s.email = $1`
    const hours = async () => (await sql.rows<{ hours: string }>(waits, [shop.email]))[0]?.hours
    await expect.poll(async () => Number(await hours())).toBeGreaterThan(23)
    expect(mailsTo(shop.email)).toHaveLength(1)
    await letTimePass()
    for (const number of later) await expect.poll(() => naming(shop.email, number)).toBe(1)
    expect(mailsTo(shop.email)).toHaveLength(2)
  })

  test('who wants each order after all gets what waits at once, and who wants none never', async () => {
    const shop = await aShop()
    await choose(shop, 'daily')
    await buy(shop.store)
    await expect.poll(() => mailsTo(shop.email)).toHaveLength(1)
    const waiting = await buy(shop.store)
    await announced(waiting)
    await expect
      .poll(async () => (await recorded(shop.email)).map(({ state }) => state))
      .toEqual(['sent', 'waiting'])
    await choose(shop, 'each')
    await expect.poll(() => naming(shop.email, waiting)).toBe(1)
    await choose(shop, 'daily')
    const dropped = await buy(shop.store)
    await announced(dropped)
    await expect.poll(async () => (await recorded(shop.email)).length).toBe(3)
    await choose(shop, 'none')
    expect(await recorded(shop.email)).toHaveLength(2)
    await choose(shop, 'each')
    const next = await buy(shop.store)
    await expect.poll(() => naming(shop.email, next)).toBe(1)
    expect(naming(shop.email, dropped)).toBe(0)
  })

  test('a mail server that dies over the mail gets the same one once more, and later orders another', async () => {
    const { email, store } = await aShop()
    let deaths = 1
    mails.failWith((step) => (step === 'text' && (deaths -= 1) >= 0 ? 'die' : undefined))
    const number = await buy(store)
    await expect.poll(() => naming(email, number)).toBe(2)
    const [one, other] = mailsTo(email)
    expect(one?.messageId).toBe(other?.messageId)
    const next = await buy(store)
    await expect.poll(() => naming(email, next)).toBe(1)
    expect(naming(email, number)).toBe(2)
  })

  test('who leaves gets nothing more, what waited neither; the next member does not get it', async () => {
    const shop = await aShop()
    const leaving = await addMember(sql, shop.store, { role: 'staff' })
    await sql.rows(`update store_members set sale_mails = 'daily' where email = $1`, [leaving])
    const first = await buy(shop.store)
    await expect.poll(() => naming(leaving, first)).toBe(1)
    const second = await buy(shop.store)
    await announced(second)
    await sql.rows('delete from store_members where email = $1', [leaving])
    await letTimePass()
    await expect.poll(() => naming(shop.email, second)).toBe(1)
    expect(mailsTo(leaving)).toHaveLength(1)
    expect(await recorded(leaving)).toEqual([])
  })

  test('one mailbox with two stores shares the limit; each store has a mail of its own', async () => {
    const one = await aShop()
    const other = await aStore(service)
    await aProduct(service, other, PRODUCT)
    const [box = '', host = ''] = one.email.split('@')
    const second = await addMember(sql, other, { email: `${box}+other@${host}` })
    for (let order = 1; order <= 4; order += 1) {
      const number = await buy(one.store)
      await expect.poll(() => naming(one.email, number)).toBe(1)
    }
    const number = await buy(other)
    await expect.poll(() => recorded(second)).toEqual([{ state: 'waiting', by: 'recipient' }])
    await letTimePass()
    await expect.poll(() => naming(second, number)).toBe(1)
  })
})
