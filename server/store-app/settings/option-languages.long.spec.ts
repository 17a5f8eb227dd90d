import { expect, test } from 'vitest'
import type { DeliveryOption } from '../../contract/delivery.ts'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague, errorsIn, versionIn } from '../../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()

const OPTION: DeliveryOption = { id: 'post', name: 'By post', fee: 490 }
const PAGE = '/settings/delivery'
const OPTION_PAGE = `${PAGE}/option?id=post`

test('Settings, Delivery: an option has names in other languages, and loses those that are emptied', async () => {
  const store = await aStore(service, { deliveryOptions: [OPTION] })
  const { browser } = await aColleague(service, sql, { store, role: 'owner' })
  const options = async () =>
    (
      await sql.rows<{ options: DeliveryOption[] }>(
        'select delivery_options as options from stores where id = $1',
        [store.id],
      )
    )[0]?.options
  const save = async (fields: Record<string, string>) => {
    const version = versionIn(await browser.open(OPTION_PAGE))
    const form = { version, id: 'post', name: 'By post', fee: '4.90', ...fields }
    return browser.post(`${PAGE}/option`, form, { page: PAGE })
  }
  await save({ 'language-1': 'fr', 'translated-name-1': 'La Poste' })
  expect(await options()).toEqual([{ ...OPTION, translations: { fr: { name: 'La Poste' } } }])
  const { text } = await browser.open(OPTION_PAGE)
  expect(text).toContain('value="La Poste"')
  expect(text).not.toContain('translated-description')
  const refused = await save({
    'language-1': 'fr',
    'translated-name-1': 'x'.repeat(121),
    'language-2': '',
    'translated-name-2': 'Poste',
  })
  expect(errorsIn(refused)).toEqual([
    'The name must be at most 120 characters.',
    'Choose the language of these words.',
  ])
  await save({ 'language-1': 'fr', 'translated-name-1': '' })
  expect(await options()).toEqual([OPTION])
})
