import { describe, expect, test } from 'vitest'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague } from '../../testing/store/store-browser.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)

const DELIVERY = '/settings/delivery'
const COUNTRIES = '/settings/delivery/countries'

async function anOwnedStore() {
  const store = await aStore(service)
  const { browser } = await aColleague(service, sql, { store, role: 'owner' })
  const save = (codes: string, first = '') => {
    const ticked = codes.split(' ').map((code) => [`countries-${code}`, 'yes'] as const)
    return browser.post(COUNTRIES, { ...Object.fromEntries(ticked), first }, { page: DELIVERY })
  }
  return { store, browser, save }
}

const countriesOf = async ({ id }: { id: string }) =>
  (await service.platform<StoreResource>('GET', `/stores/${id}`)).body.deliveryCountries ?? []

describe('Store application, Settings → Delivery: countries', () => {
  test.each([
    ['by their names', 'ES DE PT', '', ['DE', 'PT', 'ES']],
    ['with the preselected one first', 'ES DE PT', 'PT', ['PT', 'DE', 'ES']],
    ['without one to preselect that is not ticked', 'ES', 'PT', ['ES']],
    ['as none', '', '', []],
    ['without what is no country', 'ES XX __proto__', '', ['ES']],
  ])('the countries of delivery are taken %s', async (_how, ticked, first, saved) => {
    const { store, save } = await anOwnedStore()
    expect((await save(ticked, first)).status).toBe(303)
    expect(await countriesOf(store)).toEqual(saved)
  })

  test('one box ticks the whole Union, beside other countries', async () => {
    const { store, browser, save } = await anOwnedStore()
    expect((await save('EU CH', 'CH')).status).toBe(303)
    const countries = await countriesOf(store)
    expect([countries.length, countries[0], countries.includes('MT')]).toEqual([28, 'CH', true])
    const { text } = await browser.open(DELIVERY)
    expect(text).toContain('European Union: 27 of 27')
    expect(text.match(/name="countries-\w\w" value="yes" checked/g)).toHaveLength(28)
  })

  test('the page shows the countries that are set, and the log what became of them', async () => {
    const { browser, save } = await anOwnedStore()
    await save('ES PT')
    await save('ES PT')
    await save('')
    expect((await browser.open(DELIVERY)).text).toContain('European Union: 0 of 27')
    await save('PT')
    expect((await browser.open(DELIVERY)).text).toContain('European Union: 1 of 27')
    const log = textOf(await browser.open('/settings/audit-log'))
    expect(log).toContain('Countries of delivery: nothing → PT, ES')
    expect(log).toContain('Countries of delivery: PT, ES → nothing')
    expect(log.match(/Countries of delivery/g)).toHaveLength(3)
  })
})
