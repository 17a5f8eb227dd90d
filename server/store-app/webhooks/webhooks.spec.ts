import { describe, expect, onTestFinished, test } from 'vitest'
import type { WebhookEndpointList } from '../../contract/platform/platform-webhooks.ts'
import { aProduct, aSession } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { isVerified, startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts'
import {
  type Browser,
  aColleague,
  anOwner,
  errorsIn,
  noticeIn,
} from '../../testing/store/store-browser.ts'
import { PASSWORD } from '../../testing/store/store-builders.ts'
import { anEndpoint, deliveriesOf, expireSession } from '../../testing/webhook-builders.ts'

const { service, sql } = await openSpecService()

const PAGE = '/settings/developers/webhooks'
const HOOK = 'https://93.184.216.34/hook'

const ALL = {
  'checkout.session.completed': 'yes',
  'checkout.session.expired': 'yes',
  'checkout.session.restarted': 'yes',
  'order.refunded': 'yes',
  'order.fulfilled': 'yes',
  'order.withdrawn': 'yes',
}

const endpointsOf = async (store: { id: string }) =>
  (await service.platform<WebhookEndpointList>('GET', `/stores/${store.id}/webhook-endpoints`)).body
    .data

/** The fields of a form that are hidden, by their names. */
const hiddenIn = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

async function add(browser: Browser, fields: Record<string, string>) {
  const { text } = await browser.open(PAGE)
  return browser.post(PAGE, { id: hiddenIn(text, 'id'), ...ALL, password: PASSWORD, ...fields })
}

/** An owner with an endpoint on a server of their own. */
async function aReceiver(answer?: Parameters<typeof startWebhookReceiver>[0]) {
  const owner = await anOwner(service, sql)
  const server = await startWebhookReceiver(answer)
  onTestFinished(server.close)
  const shown = await owner.browser.follow(await add(owner.browser, { url: server.url }))
  const [endpoint] = await endpointsOf(owner.store)
  if (!endpoint) throw new Error(shown.text)
  const path = `${PAGE}/${endpoint.id}`
  return { ...owner, server, shown, endpoint, path, secret: noticeIn(shown).secret }
}

const untilEnded = async (store: { id: string }, attempts = 1) => {
  await expect
    .poll(async () => (await deliveriesOf(service, store)).data[0]?.attempts.length)
    .toBe(attempts)
  return (await deliveriesOf(service, store)).data[0] ?? expect.unreachable()
}

const auditOf = async (browser: Browser) =>
  [...(await browser.open('/settings/audit-log')).text.matchAll(/<li[^]*?<\/li>|<tr[^]*?<\/tr>/g)]
    .map(([line]) =>
      line
        .replaceAll('<wbr />', '')
        .replaceAll('<wbr>', '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' '),
    )
    .join('\n')

const fail = (store: { id: string }) =>
  sql.rows(
    `update webhook_deliveries set status = 'failed', ended_at = now(), due_at = null,
      next_attempt_at = null where store_id = $1`,
    [store.id],
  )

describe('Store application, Settings → Developers → Webhooks', () => {
  test('an owner adds an endpoint, sees its secret once, and a test arrives signed with it', async () => {
    const { browser, store, server, shown, endpoint, path, secret } = await aReceiver()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown.text).toContain(server.url)
    expect(endpoint).toMatchObject({ url: server.url, enabled: true })
    expect((await browser.open(path)).text).not.toContain('whsec_')
    expect(noticeIn(await browser.submit(`${path}/test`)).text).toMatch(/^A test is on its way/)
    await untilEnded(store)
    expect(server.received[0] && isVerified(server.received[0], secret)).toBe(true)
    expect((await browser.open(path)).text).toMatch(/endpoint\.test[^]*Delivered[^]*204/)
    expect((await browser.open(PAGE)).text).toContain(`${path}">${server.url}</a>`)
    expect(await auditOf(browser)).toContain(`added webhook endpoint ${server.url}`)
    expect(service.log()).not.toContain(secret)
  })

  test('an endpoint is not added without the password', async () => {
    const { browser, store } = await anOwner(service, sql)
    const asked = await add(browser, { url: HOOK, password: '' })
    expect([asked.status, asked.text]).toEqual([
      403,
      expect.stringContaining('You are about to add a webhook endpoint') as string,
    ])
    expect(await endpointsOf(store)).toEqual([])
  })

  test.each([
    ['', /The address must be an absolute https: address/],
    ['http://shop.example/hook', /The address must be/],
    ['https://10.0.0.1/', /The address must lead only to public addresses/],
    ['https://169.254.169.254/latest', /public addresses/],
    ['https://user:secret@shop.example/', /without user info/],
  ])('the address %j is refused, and stays in the form', async (url, error) => {
    const { browser, store } = await anOwner(service, sql)
    const answer = await add(browser, { url })
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([expect.stringMatching(error) as string])
    expect(answer.text).toContain(`value="${url}"`)
    expect(await endpointsOf(store)).toEqual([])
  })

  test('the form without an event is refused', async () => {
    const { browser } = await anOwner(service, sql)
    const { text } = await browser.open(PAGE)
    const fields = { id: hiddenIn(text, 'id'), url: HOOK, password: PASSWORD }
    const answer = await browser.post(PAGE, fields)
    expect(errorsIn(answer)).toEqual(['Choose at least one event.'])
  })

  test('the same form sent twice at the same moment adds one endpoint', async () => {
    const { browser, store } = await anOwner(service, sql)
    await browser.post('/account/confirm', { to: PAGE, password: PASSWORD })
    const { text } = await browser.open(PAGE)
    const fields = { id: hiddenIn(text, 'id'), ...ALL, url: HOOK }
    const answers = await Promise.all([browser.post(PAGE, fields), browser.post(PAGE, fields)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await endpointsOf(store)).toHaveLength(1)
    expect((await browser.submit(PAGE, fields)).text).toContain('It was added already')
  })

  test('a store with ten endpoints is offered no form, and a form of before is refused', async () => {
    const { browser, store } = await anOwner(service, sql)
    const { text } = await browser.open(PAGE)
    for (let count = 0; count < 10; count += 1) await anEndpoint(service, store, { url: HOOK })
    const late = { id: hiddenIn(text, 'id'), ...ALL, url: HOOK, password: PASSWORD }
    const answer = await browser.post(PAGE, late)
    expect(answer.text).toContain('at most 10 endpoints')
    expect((await browser.open(PAGE)).text).not.toContain('Add endpoint')
    expect(await endpointsOf(store)).toHaveLength(10)
  })

  test('an endpoint that another store has is unknown, whatever is asked', async () => {
    const { path, endpoint, store } = await aReceiver()
    const stranger = await anOwner(service, sql)
    for (const at of ['', '/edit', '/deliveries/whd_0'])
      expect((await stranger.browser.open(path + at)).status).toBe(404)
    for (const action of ['edit', 'enabled', 'secret', 'remove', 'test', 'resend'])
      expect((await stranger.browser.post(`${path}/${action}`, ALL)).status).toBe(404)
    const form = { id: endpoint.id, url: HOOK }
    expect((await stranger.browser.follow(await add(stranger.browser, form))).status).toBe(404)
    expect(await endpointsOf(store)).toEqual([endpoint])
    expect((await stranger.browser.open(`${PAGE}/${'x'.repeat(3_000)}`)).status).toBe(404)
    expect((await stranger.browser.open(`${PAGE}/a%00b/deliveries/%00`)).status).toBe(404)
  })

  test('staff see nothing of it', async () => {
    const { path, store } = await aReceiver()
    const { browser } = await aColleague(service, sql, { store, role: 'staff' })
    for (const at of [PAGE, path, `${path}/edit`, `${path}/deliveries/whd_0`])
      expect((await browser.open(at)).status).toBe(403)
  })

  test('an owner changes address and events, switches off and on, and removes', async () => {
    const { browser, store, path, endpoint } = await aReceiver()
    const only = { url: HOOK, 'order.refunded': 'yes' }
    await browser.submit(`${path}/edit`, only)
    expect(await endpointsOf(store)).toMatchObject([{ url: HOOK, types: ['order.refunded'] }])
    const form = await browser.open(`${path}/edit`)
    expect(form.text.match(/name="[\w.]+" value="yes" checked/g)).toEqual([
      'name="order.refunded" value="yes" checked',
    ])
    expect((await browser.submit(`${path}/enabled`, { enabled: 'no' })).text).toContain(
      'Nothing is sent to it.',
    )
    expect(await endpointsOf(store)).toMatchObject([{ id: endpoint.id, enabled: false }])
    await browser.submit(`${path}/enabled`, { enabled: 'yes' })
    expect(await endpointsOf(store)).toMatchObject([{ enabled: true }])
    expect((await browser.submit(`${path}/remove`)).text).toContain('The endpoint was removed.')
    expect(await endpointsOf(store)).toEqual([])
    const audited = await auditOf(browser)
    for (const words of ['changed', 'switched off', 'switched on', 'removed'])
      expect(audited).toContain(`${words} webhook endpoint ${HOOK}`)
  })

  test('two owners who change the secret at once change it once, and the one before still signs', async () => {
    const { browser, store, server, path, secret } = await aReceiver()
    const colleague = (await aColleague(service, sql, { store, role: 'owner' })).browser
    const version = hiddenIn((await browser.open(`${path}/edit`)).text, 'version')
    const fields = { version, overlap: '86400', password: PASSWORD }
    const answers = await Promise.all(
      [browser, colleague].map(async (who) => who.follow(await who.post(`${path}/secret`, fields))),
    )
    const secrets = answers.map((answer) => noticeIn(answer).secret).filter(Boolean)
    expect(secrets).toHaveLength(1)
    expect(answers.some(({ text }) => text.includes('Nothing was done.'))).toBe(true)
    await browser.submit(`${path}/test`)
    await untilEnded(store)
    const webhook = server.received[0] ?? expect.unreachable()
    expect([secret, ...secrets].map((one) => isVerified(webhook, one))).toEqual([true, true])
    expect((await browser.open(`${path}/edit`)).text).toContain('The secret before signs, too')
    expect(await auditOf(browser)).toContain(`rolled the secret of webhook endpoint ${server.url}`)
  })

  test('tests are limited', async () => {
    const { browser, store, path } = await aReceiver()
    const answers = []
    for (let count = 0; count < 12; count += 1) answers.push(await browser.submit(`${path}/test`))
    expect(noticeIn(answers.at(-1) ?? expect.unreachable()).text).toMatch(/^Too many tests/)
    const { data } = await deliveriesOf(service, store, '?limit=100')
    expect(data.length).toBeLessThan(12)
  })
})

describe('Store application, Webhooks: what the server answered', () => {
  test('an owner finds a failed delivery with its answer, and sends it again', async () => {
    const { browser, store, server, path } = await aReceiver((response) =>
      response.writeHead(500).end('stack trace </pre><script>alert(1)</script>\0\u202e'),
    )
    await aProduct(service, store)
    await expireSession(service, store, await aSession(service, store))
    const { id } = await untilEnded(store)
    await fail(store)
    const failed = await browser.open(`${path}?status=failed`)
    expect(failed.text).toContain('>Clear filters</a')
    expect(failed.text).toMatch(/checkout\.session\.expired[^]*Failed[^]*500[^]*\d+ ms/)
    expect((await browser.open(`${path}?status=delivered`)).text).not.toContain('Failed</span>')
    const page = await browser.open(`${path}/deliveries/${id}`)
    expect(page.text).toContain(
      'stack trace &lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;␀[U+202E]</code></pre>',
    )
    server.answerWith(200)
    await browser.submit(`${path}/deliveries/${id}/resend`)
    await expect
      .poll(async () => (await deliveriesOf(service, store)).data[0]?.status)
      .toBe('delivered')
    expect((await browser.open(`${path}/deliveries/${id}`)).text).not.toContain('stack trace')
    expect(service.log()).not.toContain('stack trace')
    const platform = await service.platform('GET', `/stores/${store.id}/webhook-deliveries`)
    expect(platform.text).not.toContain('stack trace')
  })

  test('all that failed is sent again, once, and nothing from an endpoint that is off', async () => {
    const { browser, store, server, path } = await aReceiver((response) =>
      response.writeHead(500).end(),
    )
    await aProduct(service, store)
    for (let count = 0; count < 3; count += 1)
      await expireSession(service, store, await aSession(service, store))
    await expect.poll(() => server.received).toHaveLength(3)
    await expect
      .poll(async () => (await deliveriesOf(service, store)).data.flatMap((one) => one.attempts))
      .toHaveLength(3)
    await fail(store)
    server.answerWith(204)
    const sent = await browser.submit(`${path}/resend`)
    expect(noticeIn(sent).text).toBe('3 events sent again.')
    expect(noticeIn(await browser.submit(`${path}/resend`)).text).toMatch(/^No event has failed/)
    await expect.poll(() => server.received).toHaveLength(6)
    await browser.submit(`${path}/enabled`, { enabled: 'no' })
    expect(noticeIn(await browser.submit(`${path}/resend`)).text).toMatch(/^The endpoint is off/)
  })

  test('of ten megabytes the first 2 KB are kept, and a binary answer is seen as such', async () => {
    const { browser, store, server, path } = await aReceiver((response) =>
      response.writeHead(200).end(Buffer.alloc(10_000_000, 'ab')),
    )
    await browser.submit(`${path}/test`)
    const { id } = await untilEnded(store)
    const long = await browser.open(`${path}/deliveries/${id}`)
    expect(/<code>((?:ab)+)<\/code>/.exec(long.text)?.[1]).toHaveLength(2_048)
    expect(long.text).toContain('The first 2 KB of it.')
    server.answerWith((response) => response.writeHead(200).end(Buffer.from([0x89, 0x50, 0])))
    await browser.submit(`${path}/deliveries/${id}/resend`)
    await untilEnded(store, 2)
    expect((await browser.open(`${path}/deliveries/${id}`)).text).toContain('<code>\ufffdP␀</code>')
  })

  test('a removed endpoint leaves no answer, nor does one that comes after', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const { browser, store, server, path } = await aReceiver((response) =>
      response.writeHead(200).end('kept'),
    )
    await browser.submit(`${path}/test`)
    await untilEnded(store)
    const kept = () =>
      sql.rows(`select from webhook_answers where endpoint_id = $1`, [path.split('/').at(-1)])
    expect(await kept()).toHaveLength(1)
    server.answerWith((response) => arrive(() => response.writeHead(500).end('too late')))
    await browser.submit(`${path}/test`)
    const answer = await arrived
    await browser.submit(`${path}/remove`)
    answer()
    await expect
      .poll(async () => (await deliveriesOf(service, store)).data.map(({ status }) => status))
      .toEqual(['failed', 'delivered'])
    expect(await kept()).toEqual([])
    expect((await browser.open(path)).status).toBe(404)
  })
})
