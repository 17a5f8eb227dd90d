import { describe, expect, test } from 'vitest'
import { aBuyer, aSession, stockOf } from '../../testing/builders.ts'
import {
  errorsOf,
  openCatalogue,
  pathOf,
  textOf,
  variantsOf,
} from '../../testing/store/store-catalogue.ts'

const { service, sql, merchant } = await openCatalogue()

describe('Store application, Products: the stock', () => {
  test('one form changes the stock of all variants, or of none', async () => {
    await merchant.create({ slug: 'rack', sizes: 'S, M, L' })
    const [small = '', medium = '', large = ''] = variantsOf(await merchant.get('/rack'))
    const stock = () => stockOf(service, merchant.store, 'rack')
    const refused = await merchant.post('/rack/stock', { [small]: '+1', [large]: '-6' })
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { [large]: 'There are fewer on hand than that: the stock cannot fall below 0.' },
    ])
    expect(refused.text).toMatch(/value="\+1"/)
    const wrong = await merchant.post('/rack/stock', { [small]: '5', [large]: '+1.5' })
    expect(Object.keys(errorsOf(wrong))).toEqual([small, large])
    expect(errorsOf(await merchant.post('/rack/stock'))).toEqual({
      [small]: 'Write a change, such as +5 or -2.',
    })
    expect(await stock()).toEqual([5, 5, 5])
    const done = await merchant.post('/rack/stock', { [small]: '+1', [medium]: ' ', [large]: '-5' })
    expect([done.status, pathOf(done)]).toEqual([303, '/rack'])
    expect(await stock()).toEqual([6, 5, 0])
    expect(
      await sql.rows<object>(
        `select details from audit_log where subject = 'rack' and action = 'stock.changed' order by id`,
      ),
    ).toEqual([
      { details: { variant: 'S', delta: 1, stock: 6 } },
      { details: { variant: 'L', delta: -5, stock: 0 } },
    ])
  })

  test('a stock that nobody has set is not called sold out', async () => {
    await merchant.create({ slug: 'new-hat', sizes: '', stock: '' })
    expect(textOf(await merchant.get('/new-hat'))).toContain('No stock yet 0')
    expect(textOf(await merchant.get('?search=new-hat'))).toContain('No stock yet 0')
    await merchant.changeStock('new-hat', '+1')
    const items = [{ product: 'new-hat' }]
    await (await aBuyer(service, await aSession(service, merchant.store, { items }))).pay()
    expect(textOf(await merchant.get('/new-hat'))).toContain('Sold out 0')
  })

  test('the head of a product’s page copies its link, leads to Share and edits', async () => {
    await merchant.create({ slug: 'headed' })
    const { text } = await merchant.get('/headed')
    const head = /<h1[^]*?<section/.exec(text)?.[0]
    expect(head).toMatch(/data-copy="[^"]+\/headed"[^]*href="#share"[^]*\/headed\/edit"/)
    const parts = [...text.matchAll(/<h2 id="([a-z]+)"/g)].map(([, id]) => id)
    expect(parts).toEqual(['picture', 'details', 'share', 'stock'])
  })
})
