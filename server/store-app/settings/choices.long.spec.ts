import { describe, expect, test } from 'vitest'
import type { CheckoutView, RestartResponse } from '../../contract/buyer.ts'
import { aBuyer, aProduct, aSession } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/page-text.ts'
import { openSpecService } from '../../testing/spec-service.ts'
import { anOwner, noticeIn } from '../../testing/store-browser.ts'

const { service, sql } = await openSpecService()

const GENERAL = '/settings/general'
const SAVE = `${GENERAL}/choices`

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
    expect(textOf(page)).toContain('Your server has not created it')
    expect(textOf(page)).toContain('A page that is sold out goes on with its own session')
    expect(page.text).toContain(
      '/docs/events">the event <code>checkout.session.restarted</code></a',
    )
    expect(page.text).not.toMatch(/name="startAgain"[^>]*checked/)
    const id = await anExpiredSession(store)
    expect((await restart(id)).status).toBe(409)

    const saved = await browser.submit(SAVE, { startAgain: 'yes' }, { page: GENERAL })
    expect(noticeIn(saved).text).toBe('Saved.')
    expect(saved.text).toMatch(/name="startAgain"[^>]*checked/)
    expect((await restart(id)).status).toBe(200)

    await browser.submit(SAVE, { startAgain: 'yes' }, { page: GENERAL })
    await browser.submit(SAVE, {}, { page: GENERAL })
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
    await browser.submit(SAVE, { returnAtOnce: 'yes' }, { page: GENERAL })
    const after = await view()
    expect(after.returnsAtOnce).toBe(true)
    expect(after).not.toHaveProperty('canRestart')
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit).toContain('Buyers return at once: off → on')
    expect(audit).not.toContain('Buyers may start again:')
  })

  test('both sessions and the order name the other session', async () => {
    const { store, browser } = await anOwner(service, sql)
    await browser.submit(SAVE, { startAgain: 'yes' }, { page: GENERAL })
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
