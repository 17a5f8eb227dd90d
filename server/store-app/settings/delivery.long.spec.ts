import { describe, expect, test } from 'vitest'
import type { DeliveryOption } from '../../contract/delivery.ts'
import {
  type TestStore,
  aProduct,
  aSession,
  aStore,
  countStatuses,
} from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  type Browser,
  aColleague,
  errorsIn,
  noticeIn,
  versionIn,
} from '../../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()

const OPTIONS: DeliveryOption[] = [
  { id: 'standard', name: 'Standard', fee: 490 },
  { id: '..', name: 'Express <b>', fee: 1250 },
  { id: 'a/b?&"', name: 'Pick-up', fee: 0 },
]

async function anOwnedStore(fields: Record<string, unknown> = { deliveryOptions: OPTIONS }) {
  const store = await aStore(service, fields)
  return { store, ...(await aColleague(service, sql, { store, role: 'owner' })) }
}

const DELIVERY = '/settings/delivery'

type Row = { options: DeliveryOption[] }

const optionsOf = async ({ id }: TestStore) =>
  (await sql.rows<Row>('select delivery_options as options from stores where id = $1', [id]))[0]
    ?.options ?? []

const namesOf = async (store: TestStore) => (await optionsOf(store)).map(({ name }) => name)

/** As the page of the first option has it. */
async function versionNow(browser: Browser) {
  const [, href = ''] =
    /href="\/store(\/settings\/delivery\/option[^"]*)"/.exec((await browser.open(DELIVERY)).text) ??
    []
  return versionIn(await browser.open(href))
}

const send = async (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.post(
    `${DELIVERY}${path}`,
    { version: await versionNow(browser), ...fields },
    { page: DELIVERY },
  )

const noticeAfter = async (browser: Browser, path: string, fields: Record<string, string>) =>
  noticeIn(await browser.follow(await send(browser, path, fields))).text

const auditOf = async ({ id }: TestStore) =>
  (
    await sql.rows<{ details: unknown }>(
      "select details from audit_log where store_id = $1 and action = 'delivery.changed' order by id",
      [id],
    )
  ).map(({ details }) => details)

const offeredIn = async (sessionId: string) =>
  (
    await sql.rows<Row>('select delivery_options as options from checkout_sessions where id = $1', [
      sessionId,
    ])
  )[0]?.options.map(({ name }) => name)

describe('Store application, Settings → Delivery', () => {
  test('delivery options are added, changed, moved and removed; sessions keep their own', async () => {
    const { store, browser } = await anOwnedStore()
    await aProduct(service, store)
    const session = await aSession(service, store)
    expect(await noticeAfter(browser, '', { name: ' Courier ', fee: '7,5' })).toBe(
      'The option was added. Sessions from now on offer it.',
    )
    expect(await noticeAfter(browser, '/move', { id: '..', step: 'up' })).toBe(
      'The order was changed.',
    )
    expect(
      await noticeAfter(browser, '/option', { id: 'a/b?&"', name: 'Pick up here', fee: '0' }),
    ).toBe('Saved. Open sessions keep what they were created with.')
    expect(await noticeAfter(browser, '/option/remove', { id: 'standard' })).toBe(
      '“Standard” was removed. Open sessions still offer it.',
    )
    expect(await optionsOf(store)).toEqual([
      { id: '..', name: 'Express <b>', fee: 1250 },
      { id: 'a/b?&"', name: 'Pick up here', fee: 0 },
      { id: expect.stringMatching(/^opt_\w{12}$/), name: 'Courier', fee: 750 },
    ])
    expect(await auditOf(store)).toEqual([
      { added: 'Courier', fee: 750 },
      { moved: 'Express <b>', step: 'up' },
      {
        changed: 'Pick-up',
        from: { name: 'Pick-up', fee: 0 },
        to: { name: 'Pick up here', fee: 0 },
      },
      { removed: 'Standard', fee: 490 },
    ])
    expect(await offeredIn(session)).toEqual(['Standard', 'Express <b>', 'Pick-up'])
    expect(await offeredIn(await aSession(service, store))).toEqual([
      'Express <b>',
      'Pick up here',
      'Courier',
    ])
  })

  test('delivery options are listed in the order of the buyers, the first one preselected', async () => {
    const { browser } = await anOwnedStore()
    const { text } = await browser.open(DELIVERY)
    const names = [...text.matchAll(/<bdi class="strong">([^<]*)</g)].map(([, name]) => name)
    expect(names).toEqual(['Standard', 'Express &lt;b&gt;', 'Pick-up'])
    expect(text.match(/Preselected/g)).toHaveLength(1)
    expect(text.match(/value="up"/g)).toHaveLength(2)
    expect(text.match(/value="down"/g)).toHaveLength(2)
    for (const [, href = ''] of text.matchAll(
      /href="\/store(\/settings\/delivery\/option[^"]*)"/g,
    )) {
      expect((await browser.open(href.replaceAll('&amp;', '&'))).status).toBe(200)
    }
  })

  test('a delivery option’s form keeps what was typed and says what is wrong', async () => {
    const { store, browser } = await anOwnedStore()
    for (const [path, id] of [
      ['', ''],
      ['/option', 'standard'],
    ] as const) {
      const answer = await send(browser, path, { id, name: '', fee: '4.999' })
      expect(answer.status).toBe(422)
      expect(errorsIn(answer)).toEqual([
        'Enter a name of 1 to 120 characters.',
        expect.stringContaining('4.999'),
      ])
      expect(answer.text).toContain('value="4.999"')
      expect((await send(browser, path, { id, name: 'x'.repeat(121), fee: '-1' })).status).toBe(422)
    }
    expect(await optionsOf(store)).toEqual(OPTIONS)
  })

  test('delivery options take fees in the decimals of the currency', async () => {
    const { store, browser } = await anOwnedStore({
      currency: 'JPY',
      deliveryOptions: [{ id: 'a', name: 'Post', fee: 450 }],
    })
    expect(
      errorsIn(await send(browser, '/option', { id: 'a', name: 'Post', fee: '4.5' })),
    ).toHaveLength(1)
    await send(browser, '/option', { id: 'a', name: 'Post', fee: '500' })
    expect(await optionsOf(store)).toEqual([{ id: 'a', name: 'Post', fee: 500 }])
  })

  test('an option goes to the countries that its form names, which stay in the store’s list', async () => {
    const { store, browser } = await anOwnedStore({
      deliveryCountries: ['ES', 'PT', 'FR'],
      deliveryOptions: OPTIONS.slice(0, 1),
    })
    const change = { id: 'standard', name: 'Standard', fee: '4.90' }
    const sent = await send(browser, '/option', { ...change, 'goesTo-PE': 'yes' })
    expect(errorsIn(sent)).toContain('You do not deliver to all of these countries any more.')
    await noticeAfter(browser, '/option', {
      ...change,
      'goesTo-ES': 'yes',
      'goesTo-PT': 'yes',
    })
    const option = { ...OPTIONS[0], countries: ['PT', 'ES'] }
    expect(await optionsOf(store)).toEqual([option])
    expect((await browser.open(DELIVERY)).text).toContain('Goes to Portugal, Spain')
    const shortened = await send(browser, '/countries', { 'countries-ES': 'yes' })
    expect(errorsIn(shortened)).toContain('“Standard” goes to Portugal. Change that option first.')
    await noticeAfter(browser, '/countries', {
      'countries-ES': 'yes',
      'countries-PT': 'yes',
    })
    await noticeAfter(browser, '/option', change)
    expect(await optionsOf(store)).toEqual(OPTIONS.slice(0, 1))
  })

  test('an option says how long it is under way, or nothing, and the log has it', async () => {
    const { store, browser } = await anOwnedStore({ deliveryOptions: OPTIONS.slice(0, 1) })
    const change = { id: 'standard', name: 'Standard', fee: '4.90' }
    for (const daysUnderWay of ['61', '-1', '1.5', 'x'])
      expect(errorsIn(await send(browser, '/option', { ...change, daysUnderWay }))).toEqual([
        'Enter a whole number of days, from 0 to 60.',
      ])
    await noticeAfter(browser, '/option', { ...change, daysUnderWay: ' ٣ ' })
    expect(await optionsOf(store)).toEqual([{ ...OPTIONS[0], daysUnderWay: 3 }])
    const page = await browser.open('/settings/delivery/option?id=standard')
    expect(page.text).toMatch(/name="daysUnderWay"[^>]*value="3"|value="3"[^>]*name="daysUnderWay"/)
    expect((await browser.open('/settings/audit-log')).text).toContain('Days under way')
    await noticeAfter(browser, '/option', { ...change, daysUnderWay: '' })
    expect(await optionsOf(store)).toEqual(OPTIONS.slice(0, 1))
  })

  test('one delivery option stays, and no more than 20 come', async () => {
    const { store, browser } = await anOwnedStore({
      deliveryOptions: [{ id: 'a', name: 'Post', fee: 0 }],
    })
    expect(await noticeAfter(browser, '/option/remove', { id: 'a' })).toBe(
      'One option has to stay: add another one first.',
    )
    for (const step of ['up', 'down']) await send(browser, '/move', { id: 'a', step })
    expect(await namesOf(store)).toEqual(['Post'])
    const many = Array.from({ length: 20 }, (_, index) => ({
      id: `o${index}`,
      name: `Option ${index}`,
      fee: 0,
    }))
    await service.platform('PATCH', `/stores/${store.id}`, { deliveryOptions: many })
    expect((await browser.open(DELIVERY)).text).toContain(
      'These are 20 options, as many as there can be.',
    )
    expect(errorsIn(await send(browser, '', { name: 'One more', fee: '0' }))).toEqual([
      'There are 20 options already: remove one first.',
    ])
    expect(await optionsOf(store)).toEqual(many)
  })

  test('the settings know no delivery option of another store and none that is gone', async () => {
    const { browser } = await anOwnedStore()
    for (const query of ['?id=none', '', '?id=standard&id=standard']) {
      expect((await browser.open(`${DELIVERY}/option${query}`)).status).toBe(404)
    }
    for (const path of ['/option', '/option/remove']) {
      expect(await noticeAfter(browser, path, { id: 'none', name: 'x', fee: '1' })).toBe(
        'Somebody else has removed this option meanwhile.',
      )
    }
  })
})

describe('Store application, Settings → Delivery: two who change it at the same time', () => {
  test('two who change delivery at the same time do not lose what the other one did', async () => {
    const { store, browser } = await anOwnedStore()
    const seen = await versionNow(browser)
    await send(browser, '/option', { id: 'standard', name: 'Theirs', fee: '9.90' })
    const edited = await send(browser, '/option', {
      version: seen,
      id: 'standard',
      name: 'Mine',
      fee: '1',
    })
    expect(edited.status).toBe(422)
    expect(edited.text).toContain('This one is now <bdi>“Theirs”</bdi> for €9.90.')
    expect(edited.text).toContain('value="Mine"')
    expect(
      await noticeAfter(browser, '/move', { version: seen, id: 'standard', step: 'down' }),
    ).toContain('Nothing was moved')
    expect(
      await noticeAfter(browser, '/option/remove', { version: seen, id: 'standard' }),
    ).toContain('Nothing was removed')
    expect(await namesOf(store)).toEqual(['Theirs', 'Express <b>', 'Pick-up'])
    await send(browser, '/option', {
      version: versionIn(edited),
      id: 'standard',
      name: 'Mine',
      fee: '1',
    })
    expect(await namesOf(store)).toEqual(['Mine', 'Express <b>', 'Pick-up'])
  })

  test('two who add delivery options at the same time both add theirs', async () => {
    const { store, browser } = await anOwnedStore()
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => send(browser, '', { name, fee: '1' })),
    )
    expect(countStatuses(answers)).toEqual({ 303: 6 })
    expect((await namesOf(store)).toSorted()).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
      'Express <b>',
      'F',
      'Pick-up',
      'Standard',
    ])
    expect(await auditOf(store)).toHaveLength(6)
  })
})
