import { afterAll, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { headerOf, partOf, startMailServer } from '../testing/servers/mail-server.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1000 }] })

const setMailed = (isMailed: boolean) =>
  sql.rows('update stores set mails_fulfilment = $2 where id = $1', [store.id, isMailed])

let buyers = 0

async function anOrder(language = 'en') {
  buyers += 1
  const email = `ana@${buyers}.example`
  const buyer = await aBuyer(service, await aSession(service, store), { language })
  const { body } = await buyer.pay({
    customer: { name: 'Ana Example', phone: '+34 600 123 456', email },
  })
  if (body.status !== 'complete') throw new Error(`not paid: ${JSON.stringify(body)}`)
  return { email, number: body.order.orderNumber }
}

const fulfil = (number: string, body?: object) =>
  service.call('POST', `/v1/orders/${number}/fulfill`, {
    token: store.keys.secret,
    ...(body && { body }),
  })

/** All that came for the address, once no mail waits. */
async function mailsTo(email: string) {
  const waiting = `select from buyer_mails where state = 'waiting'`
  await expect.poll(() => sql.rows(waiting)).toEqual([])
  return mails.received.filter(({ to }) => to === email)
}

test('a fulfilment is one mail where the store wants that, however often it is marked', async () => {
  const before = await anOrder()
  await fulfil(before.number)
  await setMailed(true)
  const after = await anOrder()
  await fulfil(after.number)
  await fulfil(after.number, { carrier: 'DHL' })
  await setMailed(false)
  const subjects = (await mailsTo(after.email)).map(({ source }) => headerOf(source, 'Subject'))
  expect(subjects.toSorted()).toEqual([
    `Your order ${after.number} from Loom & Co`,
    `Your order ${after.number} from Loom & Co is complete`,
  ])
  expect(await mailsTo(before.email)).toHaveLength(1)
})

test.each([
  [
    'with a link',
    'en',
    { carrier: 'DHL <b>', trackingNumber: '0034', trackingUrl: 'https://dhl.example/t?a=1&b=2' },
    'Tracking · ⁨DHL <b>⁩ · ⁨0034⁩: https://dhl.example/t?a=1&b=2',
    '<a class="hc-link" href="https://dhl.example/t?a=1&amp;b=2"',
  ],
  [
    'without a link',
    'de',
    { carrier: null, trackingNumber: '0034', trackingUrl: null },
    'Sendungsverfolgung · ⁨0034⁩',
    'Sendungsverfolgung · ⁨0034⁩',
  ],
])(
  'the mail says how the parcel is followed, %s',
  async (_what, language, tracking, text, html) => {
    await setMailed(true)
    const { email, number } = await anOrder(language)
    const given = Object.entries(tracking).filter(([, value]) => value !== null)
    await fulfil(number, Object.fromEntries(given))
    // The confirmation may come after it.
    const sources = (await mailsTo(email)).map(({ source }) => source)
    const all = (type: 'text/html' | 'text/plain') =>
      sources.map((source) => partOf(source, type)).join('\n')
    expect(all('text/plain')).toContain(`\n\n${text}\n`)
    expect(all('text/html')).toContain(html)
    expect(all('text/html')).not.toContain('<b>')
  },
)
