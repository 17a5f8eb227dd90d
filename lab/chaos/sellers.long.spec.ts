import { afterAll, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../../server/testing/builders.ts'
import { startMailServer } from '../../server/testing/servers/mail-server.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { HEARD, addOwners, isAllSaid, isToOwner, judgeOwners } from './sellers.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })

const judge = () =>
  judgeOwners(sql, mails.received.filter(isToOwner), { hasForgotten: false, hasOlder: false })

test('M3 takes an order for said that a sent mail counts beside those that it lists', async () => {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 100 }] })
  await addOwners(sql, [store.id])
  await sql.rows(`update store_members set sale_mails = 'daily'`)
  const sell = async () => (await aBuyer(service, await aSession(service, store))).pay()
  const untilMails = async (count: number) => {
    await expect.poll(() => mails.received.length, { timeout: 60_000 }).toBe(count)
  }
  await sell()
  await untilMails(2)
  for (let sold = 0; sold < 52; sold++) await sell()
  const free = `
    select from events where type = 'checkout.session.completed' and announced_at is null
    union all
    select from sale_mail_orders where mail_id is null`
  await expect.poll(() => sql.rows(free), { timeout: 60_000 }).toEqual([])
  await sql.rows(`
    with free as (delete from mail_counts)
    update sale_mails set due_at = now() where state = 'waiting'`)
  await untilMails(4)
  await expect.poll(() => isAllSaid(sql)).toBe(true)
  expect(await judge()).toEqual([])

  await sql.rows(`update sale_mails set state = 'refused' where member_id = (
    select min(id) from store_members)`)
  const missed = { invariant: HEARD, subject: expect.any(String), detail: 'in 0 mails' }
  expect(await judge()).toEqual([missed, missed])
})
