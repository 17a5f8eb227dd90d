import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../contract/merchant.ts'
import { aBuyer, aProduct, aSession, stockOf, CARDS } from './builders.ts'
import { expectInvariants } from './invariants.ts'
import { type TestService, startTestService } from './service.ts'
import { type Sql, openSql } from './sql.ts'
import { type Merchant, aMerchant, pathOf, textOf, uploadForm } from './store-catalogue.ts'

let service: TestService
let sql: Sql
let merchant: Merchant
let other: Merchant

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
  merchant = await aMerchant(service)
  other = await aMerchant(service)
})

afterAll(async () => {
  expect(service.log()).not.toContain('request.failed')
  await expectInvariants(sql)
  await sql.close()
  await service.stop()
})

const productOf = async (slug: string) =>
  (await service.platform<Product>('GET', `/stores/${merchant.store.id}/products/${encodeURIComponent(slug)}`)).body

const auditOf = (action: string) => sql.rows('select details from audit_log where store_id = $1 and action = $2 order by id desc limit 1', [merchant.store.id, action])

describe('Importing a file of products', () => {
  test('shows what it would change, and changes that once it is confirmed', async () => {
    await merchant.create({ name: 'Linen shirt', sizes: 'S, M', stock: '5' })
    const shown = await merchant.upload([
      'slug,name,price,currency,size,color,stock,archived,image_url', 'linen-shirt,Linen shirt,52,EUR,S,,8,no,', 'linen-shirt,,,,L,,4,,',
      'linen-shirt,,,,M,,,,', "cup,'=Cup,\"9,90\",,,,12,yes,https://cdn.example/cup.png",
    ].join('\r\n'))
    expect([shown.status, pathOf(shown)]).toEqual([303, expect.stringMatching(/^\/-\/import\/[\da-f-]{36}$/)])
    const preview = textOf(await merchant.get(pathOf(shown)))
    expect(preview).toContain('1 new product, 1 changed product. Nothing is changed yet.')
    expect(preview).toContain('Linen shirt linen-shirt Price: €49.00 → €52.00 S: 5 → 8 (+3) L: 4 (new)')
    expect(preview).toContain('=Cup New cup Price: €9.90 Archived Stock: 12 (new)')
    expect((await productOf('linen-shirt')).price).toBe(4900)

    await merchant.changeStock('linen-shirt', '-4')
    expect(pathOf(await merchant.post(pathOf(shown)))).toBe('')
    expect(await productOf('linen-shirt')).toMatchObject({ price: 5200, variants: [{ size: 'S', stock: 4 }, { size: 'M', stock: 5 }, { size: 'L', stock: 4 }] })
    expect(await productOf('cup')).toMatchObject({ name: '=Cup', price: 990, archived: true, imageUrl: 'https://cdn.example/cup.png', variants: [{ stock: 12 }] })
    expect(await auditOf('products.imported')).toEqual([{ details: { created: 1, changed: 1 } }])

    expect(pathOf(await merchant.post(pathOf(shown)))).toBe('/-/import')
    expect(await stockOf(service, merchant.store, 'linen-shirt')).toEqual([4, 5, 4])
  })

  test('is all or nothing: every error is shown with its line and column', async () => {
    const answer = await merchant.upload('slug,name,price\ngood,Good,1\nbad,,1.990\n')
    expect(answer.status).toBe(422)
    expect(textOf(answer)).toMatch(/2 problems .* 3 name This must not be empty. 3 price “1.990” can be read in two ways: write 1990.00 or 1.99./)
    expect((await merchant.get('/good')).status).toBe(404)
    await merchant.create({ name: 'Scarf', sizes: 'S' })
    expect(textOf(await merchant.upload('slug,name,price,stock\nscarf,Scarf,49,7\n'))).toContain('2 size This product comes in sizes or colors')
    const renamed = await merchant.importFile('slug,name,price\nscarf,Warm scarf,49\n')
    expect(renamed.status).toBe(303)
    expect(await productOf('scarf')).toMatchObject({ name: 'Warm scarf', variants: [{ size: 'S', stock: 5 }] })
  })

  test('takes away no unit that was sold meanwhile, and none that is held', async () => {
    await merchant.create({ name: 'Vase', sizes: '', stock: '5' })
    const items = [{ product: 'vase', quantity: 3 }]
    await (await aBuyer(service, await aSession(service, merchant.store, { items }))).pay({ card: CARDS.challenge })
    const shown = await merchant.upload('slug,name,price,stock\nvase,Vase,49,0\n')
    expect(textOf(await merchant.get(pathOf(shown)))).toContain('Stock: 5 → 0 (−5)')
    await merchant.post(pathOf(shown))
    expect(await stockOf(service, merchant.store, 'vase')).toEqual([0])
    await expectInvariants(sql)
  })

  test('is nobody else’s, and over when the store has another currency or an hour has passed', async () => {
    const file = 'slug,name,price\nlate,Late,1\n'
    const [foreign, old, yen] = [pathOf(await merchant.upload(file)), pathOf(await merchant.upload(file)), pathOf(await other.upload(file))]
    expect((await other.get(foreign)).status).toBe(404)
    expect(pathOf(await other.post(foreign))).toBe('/-/import')
    await sql.rows(`update product_imports set created_at = created_at - interval '1 hour' where id = $1`, [old.split('/').at(-1)])
    expect((await merchant.get(old)).status).toBe(404)
    await service.platform('PATCH', `/stores/${other.store.id}`, { currency: 'JPY' })
    expect((await other.get(yen)).status).toBe(404)
    expect(pathOf(await other.post(yen))).toBe('/-/import')
    for (const id of ['x', '%00', `${foreign.split('/').at(-1)}0`]) expect((await merchant.get(`/-/import/${id}`)).status).toBe(404)
    expect([(await merchant.get('/late')).status, (await other.get('/late')).status]).toEqual([404, 404])
  })

  test('needs a file of 1 MB at most, from a form of ours', async () => {
    const { member: { cookie }, csrf } = merchant
    const send = (fields: Record<string, string>, content: string, field = 'file') =>
      uploadForm(service, { path: '/products/-/import', cookie, fields, file: { field, name: content === '' ? '' : 'a.csv', content } })
    expect(textOf(await send({ csrf }, ''))).toContain('Choose a file.')
    expect((await send({ csrf }, 'slug', 'another')).status).toBe(422)
    expect((await send({ csrf }, 'x'.repeat(1_048_577))).status).toBe(413)
    expect((await send({ csrf }, 'x'.repeat(3_000_000))).status).toBe(413)
    expect((await send({ csrf: 'x' }, 'slug')).status).toBe(403)
    expect((await merchant.post('/-/import')).status).toBe(400)
  })
})

describe('The exported file', () => {
  test('is safe in a spreadsheet, and to import it changes nothing', async () => {
    const names = ['=1+1', "'=1", '"a";b,c', ' spaced ', 'line\r\nbreak', '+34', '@x', 'قميص', '-']
    await Promise.all(names.map((name, index) => aProduct(service, merchant.store, {
      slug: `odd-${index} ${name}`, name, description: index % 2 === 0 ? name : '', price: index * 1001, archived: index % 3 === 0,
      variants: [{ size: name, colorName: `\t${name}`, stock: index }, { size: name, stock: 0 }],
    })))
    const file = await merchant.exported()
    expect(file.startsWith('slug,name,description,price,currency,size,color,stock,archived,image_url\r\n')).toBe(true)
    expect(file).toContain(",'=1+1,'=1+1,0.00,EUR,'=1+1,'\t=1+1,0,yes,")
    expect(file).toContain(`,"""a"";b,c",`)
    expect(file).not.toMatch(/(^|,)"?[=+\-@\t]/m)
    const [before] = await sql.rows<{ count: string }>('select count(*) from stock_changes')
    const shown = await merchant.upload(file)
    expect(textOf(await merchant.get(pathOf(shown)))).toMatch(/Nothing: \d+ products of the file stand here as they are in it/)
    await merchant.post(pathOf(shown))
    expect(await sql.rows('select count(*) from stock_changes')).toEqual([before])
    expect(await merchant.exported()).toBe(file)
    expect(await auditOf('products.exported')).toHaveLength(1)
  })

  test('comes as a file, with all that there is of a large catalogue', async () => {
    await sql.rows(`with made as (insert into products (store_id, slug, name, price, archived)
        select $1, 'bulk-' || n, 'Bulk', 100, false from generate_series(1, 1000) n returning id)
      insert into variants (product_id, position, size, stock, supplied) select id, n, 'S' || n, 0, 0 from made, generate_series(1, 4) n`, [merchant.store.id])
    const answer = await merchant.member.get('/products/-/export')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="products.csv"')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.text.match(/^bulk-/gm)).toHaveLength(4000)
    const lines = Array.from({ length: 1000 }, (_, n) => [1, 2, 3, 4, 5].map((size) => `bulk-${n + 1},Bulk,2.00,S${size},7`)).flat()
    expect((await merchant.importFile(['slug,name,price,size,stock', ...lines].join('\n'))).status).toBe(303)
    expect(await productOf('bulk-1000')).toMatchObject({ price: 200, variants: Array(5).fill({ stock: 7 }) })
  })
})
