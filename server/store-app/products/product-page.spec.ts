import { describe, expect, test } from 'vitest'
import { aBuyer, aSession, stockOf } from '../../testing/builders.ts'
import { holdLock } from '../../testing/held-lock.ts'
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

  test('what was typed for the others stays where a variant was removed meanwhile', async () => {
    await merchant.create({ slug: 'shelf', sizes: 'S, M', stock: '5' })
    const [small = '', medium = ''] = variantsOf(await merchant.get('/shelf'))
    const removed = small.replace('delta', 'remove')
    const edited = { name: 'Shelf', price: '1', description: '', [removed]: 'yes' }
    expect((await merchant.post('/shelf/edit', edited)).status).toBe(303)
    const refused = await merchant.post('/shelf/stock', { [small]: '+1', [medium]: '+2' })
    expect([refused.status, errorsOf(refused)]).toEqual([422, {}])
    expect(textOf(refused)).toContain('Nothing was saved yet Somebody else has just removed')
    expect(refused.text).toMatch(/value="\+2"/)
    expect(await stockOf(service, merchant.store, 'shelf')).toEqual([5])
  })

  test('what was typed for the others stays where a variant is removed at the same moment', async () => {
    await merchant.create({ slug: 'bench', sizes: 'S, M', stock: '5' })
    const [small = '', medium = ''] = variantsOf(await merchant.get('/bench'))
    const editor = await holdLock(
      service.databaseUrl,
      `select v.id from variants v join products p on p.id = v.product_id
        where p.slug = 'bench' for update`,
    )
    const changing = merchant.post('/bench/stock', { [small]: '+1', [medium]: '+2' })
    await editor.someoneWaits()
    await editor.query(`with gone as (
        update variants set removed = true, stock = 0, supplied = supplied - stock
        where size = 'S' and product_id = (select id from products where slug = 'bench')
        returning id)
      insert into stock_changes (variant_id, delta, reason) select id, -5, 'removal' from gone`)
    await editor.commit()
    const refused = await changing
    expect([refused.status, errorsOf(refused)]).toEqual([422, {}])
    expect(refused.text).toMatch(/value="\+2"/)
    expect(variantsOf(refused)).toHaveLength(1)
    expect(await stockOf(service, merchant.store, 'bench')).toEqual([5])
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

describe('Store application, Products: variants that two members change at once', () => {
  test('the form comes back with what was typed, beside the variants and stock of now', async () => {
    await merchant.create({ slug: 'raced', sizes: 'S', stock: '3' })
    const editor = await holdLock(
      service.databaseUrl,
      `select from products where slug = 'raced' for no key update`,
    )
    const typed = { name: 'Linen shirt, long', price: '55', description: 'Of flax' }
    const row = { 'size-1': 'L', 'stock-1': '8', 'size-2': 'XL', 'stock-2': '2' }
    const editing = merchant.post('/raced/edit', { ...typed, ...row })
    await editor.someoneWaits()
    await editor.query(`with made as (insert into variants (product_id, position, size, stock, supplied)
        select id, 9, 'L', 61, 61 from products where slug = 'raced' returning id)
      insert into stock_changes (variant_id, delta, reason) select id, 61, 'edit' from made`)
    await editor.commit()
    const refused = await editing
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { 'size-1': 'The product has this size and color already.' },
    ])
    expect(textOf(refused)).toMatch(
      /Nothing was saved yet Somebody else has just changed [^]{0,110} save\. The product has this size/,
    )
    expect(textOf(refused)).toMatch(/L .{0,40}61/)
    for (const value of [typed.name, typed.price, 'L', '8', 'XL', '2'])
      expect(refused.text).toContain(`value="${value}"`)
    expect(refused.text).toContain('Of flax</textarea')
    expect(await stockOf(service, merchant.store, 'raced')).toEqual([3, 61])
  })
})
