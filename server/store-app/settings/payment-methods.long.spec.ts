import { describe, expect, test } from 'vitest'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague, saveGeneral } from '../../testing/store/store-browser.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)

const GENERAL = '/settings/general'

describe('Store application, Settings → General: ways to pay beside cards', () => {
  test('ways to pay beside cards are off until an owner turns them on; the log says what changed', async () => {
    const store = await aStore(service)
    const { browser } = await aColleague(service, sql, { store, role: 'owner' })
    const methodsOf = async () =>
      (await service.platform<StoreResource>('GET', `/stores/${store.id}`)).body.paymentMethods
    const before = (await browser.open(GENERAL)).text
    expect(before).not.toMatch(/name="ideal"[^>]*checked/)
    expect(textOf(await browser.open(GENERAL))).toContain('It does not take EUR')
    await saveGeneral(browser, { ideal: 'yes', pix: 'yes', cash: 'yes' })
    expect(await methodsOf()).toEqual(['ideal', 'pix'])
    await saveGeneral(browser, { ideal: 'yes', pix: 'yes' })
    await saveGeneral(browser, { ideal: '', pix: '' })
    expect(await methodsOf()).toBeUndefined()
    const log = textOf(await browser.open('/settings/audit-log'))
    expect(log).toContain('Ways to pay beside cards: nothing → iDEAL | Wero, Pix')
    expect(log).toContain('Ways to pay beside cards: iDEAL | Wero, Pix → nothing')
    expect(log.match(/Ways to pay beside cards/g)).toHaveLength(2)
  })
})
