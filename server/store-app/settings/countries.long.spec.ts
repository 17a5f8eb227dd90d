import { describe, expect, test } from 'vitest'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague, errorsIn } from '../../testing/store/store-browser.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)

const DELIVERY = '/settings/delivery'
const COUNTRIES = '/settings/delivery/countries'

async function anOwnedStore() {
  const store = await aStore(service)
  const { browser } = await aColleague(service, sql, { store, role: 'owner' })
  const save = (countries: string) => browser.post(COUNTRIES, { countries }, { page: DELIVERY })
  return { store, browser, save }
}

const countriesOf = async ({ id }: { id: string }) =>
  (await service.platform<StoreResource>('GET', `/stores/${id}`)).body.deliveryCountries ?? []

describe('Store application, Settings → Delivery: countries', () => {
  test.each([
    ['names', 'Spain\r\nPortugal', ['ES', 'PT']],
    ['codes, one twice', 'PT, es; PT', ['PT', 'ES']],
    ['names without their accents', 'cote d’ivoire', ['CI']],
    ['nothing', ' \r\n ', []],
  ])('the countries of delivery are taken as %s', async (_what, typed, saved) => {
    const { store, save } = await anOwnedStore()
    expect((await save(typed)).status).toBe(303)
    expect(await countriesOf(store)).toEqual(saved)
  })

  test('the page shows the countries that are set, and the log what became of them', async () => {
    const { browser, save } = await anOwnedStore()
    await save('Spain\nPortugal')
    await save('Spain\nPortugal')
    await save('')
    expect((await browser.open(DELIVERY)).text).not.toContain('Portugal')
    await save('PT')
    expect((await browser.open(DELIVERY)).text).toContain('>\nPortugal</textarea>')
    const log = textOf(await browser.open('/settings/audit-log'))
    expect(log).toContain('Countries of delivery: nothing → ES, PT')
    expect(log).toContain('Countries of delivery: ES, PT → nothing')
    expect(log.match(/Countries of delivery/g)).toHaveLength(3)
  })

  test('the page names a country it does not know, and keeps what was typed', async () => {
    const { store, save } = await anOwnedStore()
    const answer = await save('Spian\r\nPortugal\r\nEU')
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([
      'There is no country “Spian”, “EU”. Write names in English, or codes such as ES.',
    ])
    expect(answer.text).toContain('>\nSpian\r\nPortugal\r\nEU</textarea>')
    expect(answer.text).toContain('Add an option')
    expect(await countriesOf(store)).toEqual([])
  })
})
