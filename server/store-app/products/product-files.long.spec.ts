import { describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, stockOf, CARDS } from '../../testing/builders.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { errorsOf, openCatalogue, pathOf, textOf } from '../../testing/store/store-catalogue.ts'

const { service, sql, merchant, other } = await openCatalogue()

const auditOf = (action: string) =>
  sql.rows('select details from audit_log where store_id = $1 and action = $2 order by id', [
    merchant.store.id,
    action,
  ])

describe('Store application, import of products', () => {
  test('an import changes and adds products and variants, and leaves the others alone', async () => {
    await merchant.create({ name: 'Linen shirt', sizes: 'S, M', stock: '5' })
    await merchant.changeStock('linen-shirt', '-4')
    const imported = await merchant.importFile(
      [
        'slug,name,price,currency,size,color,stock,archived,image_url',
        'linen-shirt,Linen shirt,52,EUR,S,,8,no,',
        'linen-shirt,,,,L,,4,,',
        'linen-shirt,,,,M,,,,',
        'cup,\'=Cup,"9,90",,,,12,yes,https://cdn.example/cup.png',
      ].join('\r\n'),
    )
    expect([imported.status, pathOf(imported)]).toEqual([303, ''])
    expect(await merchant.find('linen-shirt')).toMatchObject({
      price: 5200,
      variants: [
        { size: 'S', stock: 8 },
        { size: 'M', stock: 5 },
        { size: 'L', stock: 4 },
      ],
    })
    expect(await merchant.find('cup')).toMatchObject({
      name: '=Cup',
      price: 990,
      archived: true,
      imageUrl: 'https://cdn.example/cup.png',
      variants: [{ stock: 12 }],
    })
    expect(await auditOf('products.imported')).toEqual([{ details: { created: 1, changed: 1 } }])
  })

  test('an import sets the units per order, the days to withdraw and the reason, and leaves alone what it does not say', async () => {
    await merchant.create({ name: 'Suit', sizes: 'S, M' })
    const head = 'slug,name,price,size,max_per_order,withdrawal_days,withdrawal_reason'
    await merchant.importFile(
      `${head}\nsuit,Suit,49,S,2,0,Made to measure\nsuit,,,M,,,\nglove,Glove,9,,,30,\nbelt,Belt,9,,,,\n`,
    )
    const suit = { maxPerOrder: 2, withdrawalDays: 0, withdrawalReason: 'Made to measure' }
    expect(await merchant.find('suit')).toMatchObject(suit)
    expect(await merchant.find('glove')).toMatchObject({ withdrawalDays: 30 })
    expect(await merchant.find('belt')).toMatchObject({ maxPerOrder: 100, withdrawalDays: 14 })

    await merchant.importFile('slug,name,price\nsuit,Blue suit,59\n')
    expect(await merchant.find('suit')).toMatchObject({ name: 'Blue suit', ...suit })
    await merchant.importFile(`${head}\nsuit,Blue suit,59,,,,\n`)
    expect(await merchant.find('suit')).toMatchObject({ ...suit, withdrawalReason: null })
  })

  test('an import writes words in other languages and what is said of safety, and leaves alone what it does not say', async () => {
    const mug = {
      slug: 'clay-mug',
      name: 'Mug',
      price: 900,
      variants: [
        { size: 'S', stock: 5 },
        { size: 'L', stock: 5 },
      ],
      translations: { fr: { name: 'Tasse', description: 'En grès' }, de: { name: 'Becher' } },
      safety: { manufacturer: 'Clay Ltd', warnings: 'Hot' },
    }
    await aProduct(service, merchant.store, mug)
    await merchant.importFile('slug,name,price\nclay-mug,Clay mug,9\n')
    const { translations, safety } = mug
    expect(await merchant.find('clay-mug')).toMatchObject({
      name: 'Clay mug',
      translations,
      safety,
    })

    const head = 'slug,name,price,size,name:FR,description:fr,name:pt-br,Warnings,identification'
    const imported = await merchant.importFile(
      [
        head,
        'clay-mug,Clay mug,9,L,,,,,',
        'clay-mug,,,S,Mug,,\'=Caneca,"Hot.\nVery hot.",M1',
        'plate,Plate,9,,Assiette,,,,',
      ].join('\n'),
    )
    expect(imported.status).toBe(303)
    const changed = await merchant.find('clay-mug')
    expect(changed.translations).toEqual({
      de: { name: 'Becher' },
      fr: { name: 'Mug' },
      'pt-BR': { name: '=Caneca' },
    })
    expect(changed.safety).toEqual({
      manufacturer: 'Clay Ltd',
      identification: 'M1',
      warnings: 'Hot.\nVery hot.',
    })
    const plate = await merchant.find('plate')
    expect([plate.translations, plate.safety]).toEqual([{ fr: { name: 'Assiette' } }, undefined])

    const without = await merchant.importFile('slug,name,price,manufacturer\nclay-mug,Mug,9,\n')
    expect(textOf(without)).toContain('2 manufacturer Enter a manufacturer, or leave')
    const all = 'manufacturer,identification,warnings'
    await merchant.importFile(`slug,name,price,name:fr,${all}\nclay-mug,Mug,9,,,,\n`)
    const emptied = await merchant.find('clay-mug')
    expect([Object.keys(emptied.translations), emptied.safety]).toEqual([
      ['de', 'pt-BR'],
      undefined,
    ])
  })

  test('an import is all or nothing: every error is shown with its line and column', async () => {
    const answer = await merchant.importFile('slug,name,price\ngood,Good,1\nbad,,1.990\n')
    expect(answer.status).toBe(422)
    expect(textOf(answer)).toMatch(
      /2 problems .* 3 name This must not be empty. 3 price “1.990” can be read in two ways: write 1990.00 or 1.99./,
    )
    expect((await merchant.get('/good')).status).toBe(404)
    await merchant.create({ name: 'Scarf', sizes: 'S' })
    const counted = await merchant.importFile('slug,name,price,stock\nscarf,Scarf,49,7\n')
    expect(textOf(counted)).toContain('2 size This product comes in sizes or colors')
    const renamed = await merchant.importFile('slug,name,price\nscarf,Warm scarf,49\n')
    expect(renamed.status).toBe(303)
    expect(await merchant.find('scarf')).toMatchObject({
      name: 'Warm scarf',
      variants: [{ size: 'S', stock: 5 }],
    })
  })

  test('an import leaves alone what its file has no column for', async () => {
    await merchant.create({ name: 'Lamp', sizes: '' })
    const [imageUrl, variants] = ['https://cdn.example/lamp.png', [{ stock: 5 }]]
    await aProduct(service, merchant.store, {
      slug: 'lamp',
      name: 'Lamp',
      description: 'New',
      price: 5500,
      imageUrl,
      variants,
    })
    await merchant.importFile('slug,name,price\nlamp,Warm lamp,49\n')
    expect(await merchant.find('lamp')).toMatchObject({
      name: 'Warm lamp',
      description: 'New',
      price: 4900,
      imageUrl,
      variants,
    })
  })

  test('an import waits for who changes the variants at that moment, and counts what is there then', async () => {
    await merchant.create({ name: 'Hat', sizes: 'S', stock: '1' })
    const editor = await holdLock(
      service.databaseUrl,
      `select from products where slug = 'hat' for no key update`,
    )
    const importing = merchant.importFile('slug,name,price,size,stock\nhat,Hat,49,L,4\n')
    await editor.someoneWaits()
    await editor.query(`with made as (insert into variants (product_id, position, size, stock, supplied)
        select id, 9, 'L', 5, 5 from products where slug = 'hat' returning id)
      insert into stock_changes (variant_id, delta, reason) select id, 5, 'edit' from made`)
    await editor.commit()
    expect((await importing).status).toBe(303)
    expect(await stockOf(service, merchant.store, 'hat')).toEqual([1, 4])
    await expectInvariants(sql)
  })

  test('an import makes no more variants than a product can have', async () => {
    await merchant.create({
      name: 'Ring',
      sizes: Array.from({ length: 300 }, (_, size) => size + 200).join(),
    })
    const sizes = (count: number) =>
      Array.from({ length: count }, (_, size) => `ring,Linen shirt,49,${size}`)
    const refused = await merchant.importFile(
      ['slug,name,price,size', ...sizes(200), 'ring,,,more'].join('\n'),
    )
    expect(textOf(refused)).toContain('2 slug A product can have 500 variants at most.')
    expect(
      (await merchant.importFile(['slug,name,price,size', ...sizes(300)].join('\n'))).status,
    ).toBe(303)
    expect((await merchant.find('ring')).variants).toHaveLength(500)
    expect((await merchant.importFile('slug,name,price\nring,Gold ring,49\n')).status).toBe(303)
    expect(await merchant.find('ring')).toMatchObject({ name: 'Gold ring' })
  })

  test('an import counts what is on hand: of 5 with 3 held and 1 counted, 1 is for sale at last', async () => {
    await merchant.create({ name: 'Vase', sizes: '', stock: '5' })
    const items = [{ product: 'vase', quantity: 3 }]
    const buyer = await aBuyer(service, await aSession(service, merchant.store, { items }))
    const { body } = await buyer.pay({ card: CARDS.challenge })
    const challenge = body.status === 'processing' ? (body.action?.url ?? '') : ''
    await merchant.importFile('slug,name,price,stock\nvase,Vase,49,1\n')
    expect((await merchant.find('vase')).variants).toMatchObject([{ stock: 1, available: 0 }])
    const outcome = new URLSearchParams({ outcome: 'fail' })
    await fetch(challenge, { method: 'POST', redirect: 'manual', body: outcome })
    expect((await merchant.find('vase')).variants).toMatchObject([{ stock: 1, available: 1 }])
    await expectInvariants(sql)
  })

  test('an import takes no unit away that is being paid, and writes back what is owed', async () => {
    await merchant.create({ name: 'Amphora', sizes: '', stock: '5' })
    const items = [{ product: 'amphora', quantity: 3 }]
    const buyer = await aBuyer(service, await aSession(service, merchant.store, { items }))
    const { body } = await buyer.pay({ card: CARDS.challenge })
    const challenge = body.status === 'processing' ? (body.action?.url ?? '') : ''
    const file = (stock: string) => `slug,name,price,stock\namphora,Amphora,49,${stock}\n`
    await merchant.importFile(file('1'))
    const outcome = new URLSearchParams({ outcome: 'complete' })
    await fetch(challenge, { method: 'POST', redirect: 'manual', body: outcome })
    expect((await merchant.find('amphora')).variants).toMatchObject([{ stock: -2, available: 0 }])
    // As an export writes it.
    const [before] = await sql.rows('select count(*) from stock_changes')
    expect((await merchant.importFile(file("'-2"))).status).toBe(303)
    expect(await sql.rows('select count(*) from stock_changes')).toEqual([before])
    expect(textOf(await merchant.importFile(file('-1')))).toContain(
      '2 stock Write the stock as a whole',
    )
  })

  test('an import is refused when the currency of its prices changes meanwhile', async () => {
    await other.create({ name: 'Late', sizes: '' })
    const editor = await holdLock(
      service.databaseUrl,
      `select from products where slug = 'late' for no key update`,
    )
    const importing = other.importFile('slug,name,price\nlate,Late,1\n')
    await editor.someoneWaits()
    await service.platform('PATCH', `/stores/${other.store.id}`, { currency: 'JPY' })
    await editor.commit()
    expect(textOf(await importing)).toContain('The currency of this store has changed')
    expect(await other.find('late')).toMatchObject({ price: 4900, currency: 'JPY' })
  })

  test('an import is refused before it reads more than 32 MB of words in other languages', async () => {
    await sql.rows(
      `insert into products (store_id, slug, name, price, archived, translations)
      select $1, 'wordy-' || n, 'Wordy', 100, false, (
        select jsonb_object_agg('x-' || tag, jsonb_build_object('description', repeat('x', 5000)))
        from generate_series(1, 20) tag)
      from generate_series(1, 340) n`,
      [other.store.id],
    )
    const importOf = (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => `wordy-${index + 1},Wordy,1`)
      return other.importFile(`slug,name,price\n${lines.join('\n')}\n`)
    }
    expect(textOf(await importOf(340))).toContain('have more than 32 MB of words')
    expect((await importOf(10)).status).toBe(303)
  })

  test('an import needs a file of 1 MB at most, from a form of ours', async () => {
    const { csrf } = merchant
    const send = (content: string, { field = 'file', tokens = [csrf] } = {}) =>
      merchant.upload(
        '/-/import',
        tokens.map((token) => ['csrf', token]),
        { field, name: content === '' ? '' : 'a.csv', content },
      )
    expect(textOf(await send(''))).toContain('Choose a file.')
    expect((await send('slug', { field: 'another' })).status).toBe(422)
    for (const length of [1_048_577, 3_000_000]) {
      const answer = await send('x'.repeat(length))
      expect([answer.status, errorsOf(answer)]).toEqual([
        422,
        { file: 'That file is larger than 1 MB: choose a smaller one.' },
      ])
    }
    expect(textOf(await send(`slug,name,price${'\n'.repeat(1_000_000)}`))).toContain(
      'The file has no products',
    )
    for (const tokens of [['x'], [], [csrf, csrf]])
      expect((await send('slug', { tokens })).status).toBe(403)
    expect((await send('slug', { tokens: Array.from({ length: 601 }, () => csrf) })).status).toBe(
      400,
    )
    expect((await send('slug', { field: 'x'.repeat(3000) })).status).toBe(400)
    expect((await merchant.post('/-/import')).status).toBe(400)
  })

  test('the import reads 40 files of a store at once, then one every 2 s', async () => {
    const statuses: number[] = []
    while (statuses.at(-1) !== 429 && statuses.length < 200)
      statuses.push((await other.importFile('slug')).status)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    // Some were sent before.
    expect(statuses.length).toBeGreaterThan(30)
    expect(textOf(await merchant.importFile('slug'))).toContain('Nothing was imported')
  })
})

describe('Store application, export of products', () => {
  test('the export of products is safe in a spreadsheet, and its import changes nothing', async () => {
    const names = ['=1+1', "'=1", '"a";b,c', ' spaced ', 'line\r\nbreak', '+34', '@x', 'قميص', '-']
    await Promise.all(
      names.map((name, index) =>
        aProduct(service, merchant.store, {
          slug: `odd-${index} ${name.trim()}`,
          name: name.trim(),
          description: index % 2 === 0 ? name : '',
          price: 100 + index * 1001,
          archived: index % 3 === 0,
          maxPerOrder: index + 1,
          withdrawalDays: index,
          withdrawalReason: index % 2 === 0 ? name : null,
          ...(index % 2 === 0 && {
            translations: {
              fr: { name: name.trim(), description: name },
              'pt-BR': { description: name },
            },
            safety: { manufacturer: name, warnings: name },
          }),
          variants: [
            { size: name.trim(), colorName: name.trim(), stock: index },
            { size: name.trim(), stock: 0 },
          ],
        }),
      ),
    )
    // From before: nobody can write such ends any more.
    await sql.rows(
      `with spaced as (update products set name = ' spaced ' where name = 'spaced' returning id)
      update variants set color_name = E'\\t' || color_name,
        size = case when size = 'spaced' then ' spaced ' else size end
      where color_name is not null and product_id in (select id from products where slug like 'odd-%')`,
    )
    const file = await merchant.exported()
    expect(
      file.startsWith(
        'slug,name,description,price,currency,size,color,stock,archived,max_per_order,image_url,withdrawal_days,withdrawal_reason,manufacturer,responsiblePerson,identification,warnings,name:',
      ),
    ).toBe(true)
    expect(file).toMatch(/^.*,name:fr,description:fr,name:pt-BR,description:pt-BR\r\n/)
    expect(file).toContain(",'=1+1,'=1+1,1.00,EUR,'=1+1,'\t'=1+1,0,yes,")
    expect(file).toContain(`,"""a"";b,c",`)
    expect(file).not.toMatch(/(^|,)"?[=+\-@\t]/m)
    const [before] = await sql.rows<{ count: string }>('select count(*) from stock_changes')
    const imports = await auditOf('products.imported')
    expect((await merchant.importFile(file)).status).toBe(303)
    expect(await auditOf('products.imported')).toEqual(imports)
    expect(await sql.rows('select count(*) from stock_changes')).toEqual([before])
    expect(await merchant.exported()).toBe(file)
    const headers = { cookie: merchant.member.cookie }
    expect(
      await call('HEAD', `${service.baseUrl}/store/products/-/export`, { headers }),
    ).toMatchObject({ status: 200, text: '' })
    expect(await auditOf('products.exported')).toHaveLength(2)
  })

  test('the export of products comes as a file, with all there is of a large catalogue', async () => {
    await sql.rows(
      `with made as (insert into products (store_id, slug, name, price, archived)
        select $1, 'bulk-' || n, 'Bulk', 100, false from generate_series(1, 1000) n returning id)
      insert into variants (product_id, position, size, stock, supplied)
        select id, n, 'S' || n, 0, 0 from made, generate_series(1, 4) n`,
      [merchant.store.id],
    )
    const answer = await merchant.member.get('/products/-/export')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=products.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.text.match(/^bulk-/gm)).toHaveLength(4000)
    const lines = Array.from(
      { length: 5000 },
      (_, n) => `bulk-${Math.floor(n / 5) + 1},Bulk,2.00,S${(n % 5) + 1},7`,
    )
    expect(
      (await merchant.importFile(['slug,name,price,size,stock', ...lines].join('\n'))).status,
    ).toBe(303)
    expect(await merchant.find('bulk-1000')).toMatchObject({
      price: 200,
      variants: Array(5).fill({ stock: 7 }),
    })
  })
})
