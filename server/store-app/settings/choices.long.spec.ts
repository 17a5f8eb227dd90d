import { describe, expect, test } from 'vitest'
import type { CheckoutView, RestartResponse } from '../../contract/buyer.ts'
import { aBuyer, aProduct, aSession } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOwner, noticeIn, saveGeneral, versionIn } from '../../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()

const GENERAL = '/settings/general'

const restart = (id: string) =>
  call<RestartResponse>('POST', `${service.checkoutUrl}/${id}/restart`, { text: '{}' })

async function anExpiredSession(store: Awaited<ReturnType<typeof anOwner>>['store']) {
  await aProduct(service, store)
  const id = await aSession(service, store)
  await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
  return id
}

const last4 = (id: string) => `cs_…${id.slice(-4)}`

describe('Store application, Settings → General: after the checkout', () => {
  test('decision 73: starting again is off at first, says what it means for the merchant, and is in the audit log', async () => {
    const { store, browser } = await anOwner(service, sql)
    const page = await browser.open(GENERAL)
    expect(textOf(page)).toContain('Your server hears of it by')
    expect(textOf(page)).toContain('A page that is sold out goes on with its own session')
    expect(page.text).toContain(
      '/docs/events">the event <code>checkout.session.restarted</code></a',
    )
    expect(page.text).not.toMatch(/name="restarts"[^>]*checked/)
    const id = await anExpiredSession(store)
    expect((await restart(id)).status).toBe(409)

    const saved = await browser.follow(await saveGeneral(browser, { restarts: 'yes' }))
    expect(noticeIn(saved).text).toBe('Saved.')
    expect(saved.text).toMatch(/name="restarts"[^>]*checked/)
    expect((await restart(id)).status).toBe(200)

    await saveGeneral(browser, { restarts: 'yes' })
    await saveGeneral(browser, { restarts: '' })
    expect((await restart(await anExpiredSession(store))).status).toBe(409)
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit.match(/Buyers may start again: off → on/g)).toHaveLength(1)
    expect(audit.match(/Buyers may start again: on → off/g)).toHaveLength(1)
  })

  test('contract §5: a store may return its buyers at once; off at first, and in the audit log', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const buyer = await aBuyer(service, await aSession(service, store))
    const view = async () => (await buyer.send<CheckoutView>('GET', 'view')).body
    expect(await view()).not.toHaveProperty('returnsAtOnce')
    await saveGeneral(browser, { returnsAtOnce: 'yes' })
    const after = await view()
    expect(after.returnsAtOnce).toBe(true)
    expect(after).not.toHaveProperty('canRestart')
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit).toContain('Buyers return at once: off → on')
    expect(audit).not.toContain('Buyers may start again:')
  })

  test('a store says on its receipts what happens next, as plain text; it is in the audit log', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const long = await saveGeneral(browser, { nextStep: 'x'.repeat(201) })
    expect(long.text).toContain('Enter one line of at most 200 characters, or nothing.')
    const nextStep = 'We send it <b>tomorrow</b> & call you.'
    await saveGeneral(browser, { nextStep })
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const view = async () => (await buyer.send<CheckoutView>('GET', 'view')).body
    // The page has it before it is paid, since the answer to Pay is the order alone.
    expect((await view()).store.nextStep).toBe(nextStep)
    expect((await call('GET', `${service.checkoutUrl}/${id}`)).text).not.toContain(
      'call you.</bdi>',
    )
    await buyer.pay()
    const page = await call('GET', `${service.checkoutUrl}/${id}`)
    expect(page.text).toContain('We send it &lt;b&gt;tomorrow&lt;/b&gt; &amp; call you.</bdi>')
    expect(textOf(await browser.open('/settings/audit-log'))).toContain('What happens next:')
  })

  test('a store says that its prices include tax; off at first, and in the audit log', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const buyer = await aBuyer(service, await aSession(service, store))
    const shown = async () =>
      (await buyer.send<CheckoutView>('GET', 'view')).body.store.pricesIncludeTax
    expect(await shown()).toBeUndefined()
    await saveGeneral(browser, { pricesIncludeTax: 'yes' })
    expect(await shown()).toBe(true)
    expect((await browser.open(GENERAL)).text).toMatch(/name="pricesIncludeTax"[^>]*checked/)
    await saveGeneral(browser, { pricesIncludeTax: '' })
    expect(await shown()).toBeUndefined()
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit).toContain('Prices include tax: off → on')
    expect(audit).toContain('Prices include tax: on → off')
  })

  test('a store chooses whether its buyers withdraw online; it is in the audit log', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const buyer = await aBuyer(service, await aSession(service, store))
    const shown = async () =>
      (await buyer.send<CheckoutView>('GET', 'view')).body.store.withdrawal?.days
    expect(await shown()).toBe(14)
    await saveGeneral(browser, { withdrawals: 'no' })
    expect(await shown()).toBeUndefined()
    expect((await browser.open(GENERAL)).text).toMatch(/value="no" selected/)
    await saveGeneral(browser, { withdrawals: '' })
    expect(await shown()).toBe(14)
    expect(textOf(await browser.open('/settings/audit-log'))).toContain(
      'Withdrawal online: off → nothing',
    )
  })

  test('both sessions and the order name the other session', async () => {
    const { store, browser } = await anOwner(service, sql)
    await saveGeneral(browser, { restarts: 'yes' })
    const id = await anExpiredSession(store)
    const next = (await restart(id)).body.session
    await (await aBuyer(service, next)).pay()
    const [order] = await sql.rows<{ order_number: string }>(
      'select order_number from orders where session_id = $1',
      [next],
    )
    const old = await browser.open(`/sessions/${id}`)
    expect(textOf(old)).toContain(`Started again by the buyer As session ${last4(next)}`)
    expect(old.text).toContain(`/sessions/${next}"`)
    for (const path of [`/sessions/${next}`, `/orders/${order?.order_number}`]) {
      const page = await browser.open(path)
      expect(textOf(page)).toContain(`Started again by the buyer After session ${last4(id)}`)
      expect(page.text).toContain(`/sessions/${id}"`)
    }
  })
})

describe('Store application, Settings → General: one form', () => {
  test('one form and one Save have all general settings', async () => {
    const { store, email, browser: owner } = await anOwner(service, sql)
    const { text } = await owner.open(GENERAL)
    expect(text.match(/<form[^>]* method="post"/g)).toHaveLength(2)
    expect(text.match(/<button[^>]*>[^<]*/g)?.filter((tag) => !tag.includes('type='))).toEqual([
      '<button class="quiet">Sign out',
      '<button class="button">Save',
      '<button class="button">Save',
    ])
    const fields = { name: 'Loom', restarts: 'yes', returnsAtOnce: 'yes', pix: 'yes' }
    expect((await saveGeneral(owner, fields)).status).toBe(303)
    expect(
      await sql.rows(
        "select actor, details from audit_log where store_id = $1 and action = 'store.changed'",
        [store.id],
      ),
    ).toEqual([
      {
        actor: email,
        details: {
          name: { from: 'Loom & Co', to: 'Loom' },
          startAgain: { from: 'off', to: 'on' },
          returnAtOnce: { from: 'off', to: 'on' },
          paymentMethods: { from: null, to: 'Pix' },
        },
      },
    ])
  })

  test('settings lose no switch that somebody else turns at the same time', async () => {
    const { browser: owner } = await anOwner(service, sql)
    const version = versionIn(await owner.open(GENERAL))
    expect((await saveGeneral(owner, { restarts: 'yes' })).status).toBe(303)
    const answer = await saveGeneral(owner, { restarts: '', blik: 'yes', version })
    expect(answer.status).toBe(422)
    expect(answer.text).toMatch(
      /<ul>\s*<li>Buyers may start again on expired and sold-out pages: <bdi>yes<\/bdi><\/li>\s*<li>BLIK: <bdi>no<\/bdi><\/li>\s*<\/ul>/,
    )
  })
})
