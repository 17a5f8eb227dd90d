import { describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aProduct, aSession, readSession, stockOf } from '../../testing/builders.ts'
import { hiddenFields } from '../../testing/store/page-text.ts'
import {
  errorsOf,
  openCatalogue,
  pathOf,
  textOf,
  variantsOf,
} from '../../testing/store/store-catalogue.ts'

const { service, sql, merchant, other } = await openCatalogue({ other: { currency: 'KWD' } })

const slugsOf = ({ text }: { text: string }) =>
  [...text.matchAll(/<bdi class="slug">([^<]+)</g)].map(([, slug]) => slug)

const auditOf = (slug: string) =>
  sql.rows(
    'select action, actor, details from audit_log where store_id = $1 and subject = $2 order by id',
    [merchant.store.id, slug],
  )

describe('Store application, Products: a new one', () => {
  test('a new product has all combinations of sizes and colors, and its slug from its name', async () => {
    const answer = await merchant.create({
      name: 'Camisón de lino',
      price: '1 990,5',
      sizes: 'S, M,S',
      colors: 'Sand ,Navy',
      stock: '7',
      description: 'a\r\nb',
      withdrawalDays: '0',
      withdrawalReason: 'Made to your measures',
      maxPerOrder: '3',
    })
    expect([answer.status, pathOf(answer)]).toEqual([303, '/camison-de-lino'])
    expect(await merchant.find('camison-de-lino')).toEqual({
      slug: 'camison-de-lino',
      name: 'Camisón de lino',
      description: 'a\nb',
      imageUrl: null,
      price: 199_050,
      currency: 'EUR',
      archived: false,
      maxPerOrder: 3,
      translations: {},
      withdrawalDays: 0,
      withdrawalReason: 'Made to your measures',
      variants: ['S', 'M'].flatMap((size) =>
        ['Sand', 'Navy'].map((colorName) => ({ size, colorName, stock: 7, available: 7 })),
      ),
    })
    const details = { name: 'Camisón de lino', price: 199_050 }
    expect(await auditOf('camison-de-lino')).toEqual([
      { action: 'product.created', actor: merchant.store.email, details },
    ])
  })

  test('a new product of a known name gets another slug, unless the merchant has chosen it', async () => {
    await merchant.create()
    expect(pathOf(await merchant.create())).toBe('/linen-shirt-2')
    const taken = await merchant.create({ slug: 'linen-shirt', name: 'Another one' })
    expect([taken.status, errorsOf(taken)]).toEqual([
      422,
      { slug: 'Another product of this store has the slug linen-shirt.' },
    ])
    expect(taken.text).toContain('value="Another one"')
    expect((await merchant.find('linen-shirt')).name).toBe('Linen shirt')
  })

  test('a new product costs something: no provider takes 0', async () => {
    const answer = await merchant.create({ price: '0' })
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { price: 'The price must be 0.01 at least: the payment provider takes no less.' },
    ])
  })

  test('a new product’s price has the decimals of the store’s currency', async () => {
    expect(textOf(await other.get())).toContain('Your products appear here.')
    await other.create({ price: '19.9' })
    expect(await other.find('linen-shirt')).toMatchObject({ price: 19_900, currency: 'KWD' })
    expect(textOf(await other.get())).toContain('KWD 19.900')
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['no name', { name: ' ' }, { name: 'The name must not be empty.' }],
    [
      'texts that are too long',
      { name: 'x'.repeat(201), description: 'x'.repeat(5001) },
      {
        name: 'The name can have 200 characters at most.',
        description: 'The description can have 5000 characters at most.',
      },
    ],
    [
      'names that end with a character that nobody sees, or look the same',
      { name: '\u0007Shirt', sizes: 'M\u200b, S', colors: 'Caf\u00e9, Cafe\u0301' },
      {
        name: 'The name must not begin or end with a space or a control character.',
        sizes: 'A size must not begin or end with a space or a control character.',
        colors: '“Cafe\u0301” looks the same as “Caf\u00e9”: write one of them.',
      },
    ],
    [
      'a price that can be read in two ways',
      { price: '1.990' },
      { price: '“1.990” can be read in two ways: write 1990.00 or 1.99.' },
    ],
    [
      'a slug that is none',
      { slug: 'Linen shirt' },
      { slug: 'Use small letters, digits and hyphens for the slug, such as linen-shirt.' },
    ],
    [
      'less than nothing',
      { stock: '-1' },
      { stock: 'Write the stock as a whole number, such as 25.' },
    ],
    [
      'days to withdraw that no year has',
      { withdrawalDays: '366', withdrawalReason: 'x'.repeat(201) },
      {
        withdrawalDays: 'Write the days as a whole number from 0 to 365, such as 14.',
        withdrawalReason: 'The reason can have 200 characters at most.',
      },
    ],
    [
      'more in an order than any can have',
      { maxPerOrder: '101' },
      { maxPerOrder: 'Write a whole number from 1 to 100.' },
    ],
    [
      'too many variants',
      { sizes: Array.from({ length: 501 }, (_, index) => index).join() },
      { sizes: 'A product can have 500 variants at most.' },
    ],
  ])('a new product with %s is refused at its fields', async (_what, form, errors) => {
    const answer = await merchant.create({ slug: 'refused', ...form })
    expect([answer.status, errorsOf(answer)]).toEqual([422, errors])
    expect(textOf(answer)).toContain('Nothing was saved yet')
    expect((await merchant.get('/refused')).status).toBe(404)
  })
})

describe('Store application, the page of a product', () => {
  test('a changed product keeps its variants’ stock, and sessions what they refer to', async () => {
    await merchant.create({ slug: 'shirt' })
    const id = await aSession(service, merchant.store, { items: [{ product: 'shirt', size: 'S' }] })
    const edit = await merchant.get('/shirt/edit')
    const [removed = ''] = /remove-\d+/.exec(edit.text) ?? []
    const saved = await merchant.post('/shirt/edit', {
      name: 'Shirt',
      price: '50',
      description: '',
      [removed]: 'yes',
      'size-2': 'L',
      'color-2': 'Navy',
      'stock-2': '3',
    })
    expect([saved.status, pathOf(saved)]).toEqual([303, '/shirt'])
    expect(await merchant.find('shirt')).toMatchObject({
      name: 'Shirt',
      price: 5000,
      variants: [
        { size: 'M', colorName: null, stock: 5 },
        { size: 'L', colorName: 'Navy', stock: 3 },
      ],
    })
    expect((await (await aBuyer(service, id)).pay()).body.error.code).toBe('sold_out')
    expect((await readSession(service, merchant.store, id)).body.status).toBe('open')
    expect((await auditOf('shirt')).at(-1)).toMatchObject({
      action: 'product.changed',
      details: {
        name: { from: 'Linen shirt', to: 'Shirt' },
        price: { from: 4900, to: 5000 },
        removed: ['S'],
        added: ['L, Navy'],
      },
    })
  })

  test('a product that two members change at once has what each of them has changed', async () => {
    await merchant.create({ slug: 'shared', description: 'a\nb', maxPerOrder: '7' })
    const [one, other] = [
      await merchant.get('/shared/edit'),
      await merchant.get('/shared/edit'),
    ].map(hiddenFields)
    const form = { name: 'Linen shirt', price: '49.00', description: 'a\nb', maxPerOrder: '7' }
    await merchant.post('/shared/edit', { ...form, ...one, price: '55' })
    const refused = hiddenFields(
      await merchant.post('/shared/edit', { ...form, ...other, name: '' }),
    )
    expect(
      (await merchant.post('/shared/edit', { ...form, ...refused, name: 'Shirt' })).status,
    ).toBe(303)
    expect(await merchant.find('shared')).toMatchObject({
      name: 'Shirt',
      price: 5500,
      description: 'a\nb',
      maxPerOrder: 7,
    })
    expect((await auditOf('shared')).slice(1).map(({ details }) => details)).toEqual([
      { price: { from: 4900, to: 5500 } },
      { name: { from: 'Linen shirt', to: 'Shirt' } },
    ])
  })

  test('a product’s page says what buyers read of its safety, and keeps what is not touched', async () => {
    await merchant.create({ slug: 'safe', manufacturer: 'Kiln\r\nLondon', warnings: 'Hot' })
    const safety = { manufacturer: 'Kiln\nLondon', warnings: 'Hot' }
    expect(await merchant.find('safe')).toMatchObject({ safety })
    expect(textOf(await merchant.get('/safe'))).toMatch(/Manufacturer Kiln London Warnings Hot/)
    const form = { name: 'Linen shirt', price: '49.00', description: '' }
    const edit = await merchant.get('/safe/edit')
    const was = hiddenFields(edit)
    const typed = { ...form, ...was, manufacturer: safety.manufacturer, warnings: 'Hot' }
    expect(edit.text).toMatch(/name="manufacturer"[^>]*>\s*Kiln\nLondon<\/textarea/)
    const refused = await merchant.post('/safe/edit', { ...typed, manufacturer: '' })
    expect(errorsOf(refused)).toEqual({
      manufacturer: 'Enter 1 to 500 characters, or leave the other texts empty, too.',
    })
    await merchant.post('/safe/edit', { ...typed, name: 'Shirt' })
    expect(await merchant.find('safe')).toMatchObject({ name: 'Shirt', safety })
    await merchant.post('/safe/edit', { ...typed, manufacturer: '', warnings: '' })
    expect(await merchant.find('safe')).not.toHaveProperty('safety')
    expect((await auditOf('safe')).at(-1)).toMatchObject({ details: { safety: 'changed' } })
  })

  test('a product’s page refuses a variant that it has, and to be left without any', async () => {
    await merchant.create({ slug: 'small', sizes: 'S' })
    const repeated = await merchant.post('/small/edit', {
      name: 'Shirt',
      price: '50',
      'size-1': 'S',
      'stock-1': '3',
    })
    expect(errorsOf(repeated)).toEqual({ 'size-1': 'The product has this size and color already.' })
    const [removed = ''] = /remove-\d+/.exec(repeated.text) ?? []
    const none = await merchant.post('/small/edit', {
      name: 'Shirt',
      price: '50',
      [removed]: 'yes',
    })
    expect([none.status, errorsOf(none)]).toEqual([
      422,
      { [removed]: 'A product needs one variant: keep one or add another.' },
    ])
    expect(none.text).toMatch(new RegExp(`name="${removed}" value="yes"\\s+checked`))
    expect(await merchant.find('small')).toMatchObject({
      name: 'Linen shirt',
      variants: [{ size: 'S', stock: 5 }],
    })
  })

  test('a product is found by a part of its name or slug, and only there where it is', async () => {
    await merchant.create({ name: 'Wool coat', stock: '0' })
    for (const name of ['100% wool', 'قميص كتان']) await merchant.create({ name })
    const found = async (query: string) => slugsOf(await merchant.get(`?${query}`))
    expect(await found('search=WOOL')).toEqual(['100-wool', 'wool-coat'])
    expect(await found('search=%25')).toEqual(['100-wool'])
    expect(await found(`search=${encodeURIComponent('كتان')}`)).toEqual(['قميص-كتان'])
    expect(await found('search=_')).toEqual([])
    expect(await found('search=wool&show=archived')).toEqual([])
    expect(textOf(await merchant.get('?search=coat'))).toContain('No stock yet 0 in 2 variants')
    const edit = await merchant.get('/wool-coat/edit')
    const [removed = ''] = /remove-\d+/.exec(edit.text) ?? []
    const fields = {
      name: 'Wool coat',
      price: '49',
      [removed]: 'yes',
      'size-1': 'L',
      'stock-1': '2',
    }
    await merchant.post('/wool-coat/edit', { ...fields, 'size-2': 'XL', 'stock-2': '40' })
    expect(textOf(await merchant.get('?search=coat'))).toContain(
      'Low stock 42 M: no stock yet, and 1 more in 3 variants',
    )
    expect((await merchant.get(`/${encodeURIComponent('قميص-كتان')}`)).status).toBe(200)
  })

  test('a product stands on one of many pages, which keep the search', async () => {
    await Promise.all(
      Array.from({ length: 27 }, (_, number) =>
        aProduct(service, merchant.store, { slug: `mug-${number}` }),
      ),
    )
    const first = await merchant.get('?search=mug')
    const [, next = ''] = /rel="next" href="\/store\/products([^"]+)"/.exec(first.text) ?? []
    expect(next).toMatch(/^\?search=mug&amp;cursor=/)
    const second = await merchant.get(next.replace('&amp;', '&'))
    expect(new Set([...slugsOf(first), ...slugsOf(second)]).size).toBe(27)
    expect((await merchant.get('?cursor=none')).status).toBe(404)
  })
})

describe('Store application, Products: Share', () => {
  const sharedIn = (text: string) =>
    /<section aria-labelledby="share">.*?<\/section>/s.exec(text)?.[0] ?? ''

  test('a product’s page has its link and its button’s code to copy, and its QR code to print', async () => {
    await aProduct(service, merchant.store, { slug: 'a&"b' })
    const page = await merchant.get('/a%26%22b')
    const link = `${service.checkoutUrl}/buy/${merchant.store.id}/a%26%22b`
    const share = sharedIn(page.text)
    const copied = [...share.matchAll(/data-copy="([^"]*)"/g)].map(([, text = '']) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    )
    expect(copied).toEqual([
      link,
      `<script type="module" src="${service.checkoutUrl}/hosted-checkout-button.js"></script>
<hosted-checkout-button store="${merchant.store.id}" product="a&amp;&quot;b">
  <a href="${link}">Buy now</a>
</hosted-checkout-button>`,
    ])
    expect(share).toContain(`<img src="${link}.svg"`)
    expect(share).toContain(`<a href="${link}.svg" target="_blank">`)
    expect(share).toContain(`<a href="${link}/print" target="_blank">`)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain(`img-src 'self' ${new URL(link).origin}`)
    expect((await merchant.get('/a%26%22b')).status).toBe(200)
  })

  test('a product that no link sells says what is missing, and an archived one says nothing', async () => {
    await merchant.create({ slug: 'later' })
    const setPlan = (plan: string) =>
      service.platform('PATCH', `/stores/${merchant.store.id}`, { plan })
    await setPlan('free')
    const share = sharedIn((await merchant.get('/later')).text)
    expect(share).toContain('/settings/plan')
    expect(share).not.toContain('/buy/')
    await setPlan('pro')
    expect(sharedIn((await merchant.get('/later')).text)).toContain('/buy/')
    await merchant.post('/later/archive')
    expect(sharedIn((await merchant.get('/later')).text)).toBe('')
  })
})

describe('Store application, Products: an archived one', () => {
  test('an archived product is sold to nobody new; its sessions end on wish, but not paying ones', async () => {
    await merchant.create({ name: 'Jacket', sizes: '' })
    const items = [{ product: 'jacket' }]
    const open = await aSession(service, merchant.store, { items })
    const paying = await aSession(service, merchant.store, { items })
    await (await aBuyer(service, paying)).pay({ card: CARDS.challenge })
    expect(textOf(await merchant.get('/jacket/archive'))).toContain('Expire its 1 open session now')
    expect(pathOf(await merchant.post('/jacket/archive', { expire: 'yes' }))).toBe('/jacket')
    expect((await readSession(service, merchant.store, open)).body.status).toBe('expired')
    expect((await readSession(service, merchant.store, paying)).body.status).toBe('open')
    expect((await merchant.find('jacket')).archived).toBe(true)
    expect(textOf(await merchant.get())).not.toContain('jacket')
    expect(textOf(await merchant.get('?show=archived'))).toContain('jacket')

    expect((await merchant.post('/jacket/restore')).status).toBe(303)
    await aSession(service, merchant.store, { items })
    for (let times = 0; times < 2; times += 1)
      expect((await merchant.post('/jacket/archive')).status).toBe(303)
    expect((await auditOf('jacket')).map(({ action }) => action)).toEqual([
      'product.created',
      'product.archived',
      'session.expired',
      'product.restored',
      'product.archived',
    ])
    expect(await stockOf(service, merchant.store, 'jacket')).toEqual([4])
  })
})

describe('Store application, Products: another store’s', () => {
  test('another store’s product is nowhere, as one that there never was', async () => {
    await other.create({ name: 'Theirs' })
    const [variant = ''] = variantsOf(await other.get('/theirs'))
    // No product is called `-`: pages are below it, so that its address leads to the list.
    const statusesOf = { theirs: 404, '%00': 404, '-': 303, ['x'.repeat(201)]: 404 }
    for (const [slug, status] of Object.entries(statusesOf)) {
      const pages = await Promise.all(
        ['', '/edit', '/archive', '/history'].map((path) => merchant.get(`/${slug}${path}`)),
      )
      const actions = await Promise.all(
        ['/edit', '/archive', '/restore', '/stock'].map((path) =>
          merchant.post(`/${slug}${path}`, { name: 'Mine', price: '1', [variant]: '+1' }),
        ),
      )
      const statuses = [...pages, ...actions].map((answer) => answer.status)
      expect(statuses, slug).toEqual([status, ...Array(7).fill(404)])
    }
    expect((await merchant.post('/linen-shirt/stock', { [variant]: '+1' })).status).toBe(422)
    expect(await other.find('theirs')).toMatchObject({
      name: 'Theirs',
      archived: false,
      variants: [{ stock: 5 }, { stock: 5 }],
    })
  })
})
