import { describe, expect, test } from 'vitest'
import {
  CARDS,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  countStatuses,
  stockOf,
} from '../../testing/builders.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { hiddenFields } from '../../testing/store/page-text.ts'
import { errorsOf, openCatalogue, textOf, variantsOf } from '../../testing/store/store-catalogue.ts'

const { service, sql, merchant } = await openCatalogue()

const buy = async (product: string, card: string = CARDS.succeeds) => {
  const session = await aSession(service, merchant.store, { items: [{ product, quantity: 2 }] })
  const { body } = await (await aBuyer(service, session)).pay({ card })
  return body.status === 'complete' ? body.order.orderNumber : undefined
}

type Line = {
  delta: string
  counted: string | null
  reason: string
  actor: string | null
  orderNumber: string | null
}

const historyOf = (slug: string) =>
  sql
    .rows<Line>(
      `
  select c.delta, c.counted, c.reason, c.actor, c.order_number as "orderNumber" from stock_changes c join variants v on v.id = c.variant_id
  join products p on p.id = v.product_id where p.store_id = $1 and p.slug = $2 order by c.id`,
      [merchant.store.id, slug],
    )
    .then((rows) =>
      rows.map(({ delta, counted, ...line }) => ({
        delta: Number(delta),
        counted: counted === null ? null : Number(counted),
        ...line,
      })),
    )

describe('Store application, the page of a product: the stock of a variant', () => {
  test('stock changes by what came in or went, and its history says who, why and for which order', async () => {
    await merchant.create({ name: 'Cup', sizes: '', stock: '5' })
    const order = await buy('cup')
    expect((await merchant.changeStock('cup', '+10')).status).toBe(303)
    expect((await merchant.changeStock('cup', ' − 3 ')).status).toBe(303)
    await service.platform('POST', `/stores/${merchant.store.id}/products/cup/stock`, { delta: 4 })
    const review = await merchant.member.post(`/orders/${order}/refund`, {
      csrf: merchant.csrf,
      amount: '49',
      units: '1',
    })
    expect(
      (await merchant.member.post(`/orders/${order}/refund/confirm`, hiddenFields(review))).status,
    ).toBe(303)
    await aProduct(service, merchant.store, {
      slug: 'cup',
      name: 'Cup',
      price: 4900,
      variants: [{ stock: 9 }],
    })
    expect((await merchant.importFile('slug,name,price,stock\ncup,Cup,49,10\n')).status).toBe(303)
    expect(await stockOf(service, merchant.store, 'cup')).toEqual([10])
    const actor = merchant.store.email
    const none = { actor: null, orderNumber: null, counted: null }
    expect(await historyOf('cup')).toEqual([
      { ...none, delta: 5, counted: 5, reason: 'edit', actor },
      { ...none, delta: -2, reason: 'sale', orderNumber: order },
      { ...none, delta: 10, reason: 'edit', actor },
      { ...none, delta: -3, reason: 'edit', actor },
      { ...none, delta: 4, reason: 'platform' },
      { ...none, delta: 1, reason: 'refund_return', orderNumber: order, actor },
      { ...none, delta: -6, counted: 9, reason: 'platform' },
      { ...none, delta: 1, counted: 10, reason: 'import', actor },
    ])
    const lines = [
      `\\+1 Counted 10 Import of a file ${actor}`,
      '−6 Counted 9 Platform API –',
      `\\+1 Came back with a refund ${order} ${actor}`,
      '\\+4 Platform API –',
      `−3 Changed by hand ${actor}`,
      `\\+10 Changed by hand ${actor}`,
      `−2 Sale ${order} Buyer`,
      `\\+5 Counted 5 Changed by hand ${actor}`,
    ]
    const history = new RegExp(lines.map((line) => `\\d\\d:\\d\\d One variant ${line}`).join('.* '))
    expect(textOf(await merchant.get('/cup/history'))).toMatch(history)
  })

  test('stock never falls below nothing, and the page says what is wrong with what was typed', async () => {
    await merchant.create({ name: 'Bowl', sizes: 'S, M', stock: '2' })
    for (const [delta, problem] of [
      ['-3', 'There are fewer on hand than that: the stock cannot fall below 0.'],
      ['5', 'Write +5 to add 5, or -5 to take 5 away.'],
      ['+1.5', 'Write the change as a whole number with its sign, such as +5 or -2.'],
      ['+0', 'A change of 0 changes nothing.'],
      ['+1000001', 'Change the stock by 1,000,000 at most at once.'],
    ] as const) {
      const answer = await merchant.changeStock('bowl', delta, 1)
      expect([answer.status, Object.values(errorsOf(answer))]).toEqual([422, [problem]])
      expect(answer.text).toMatch(new RegExp(`name="delta-\\d+"[^>]*value="[${delta}]+"`))
    }
    expect(await stockOf(service, merchant.store, 'bowl')).toEqual([2, 2])
    expect(await historyOf('bowl')).toHaveLength(2)
  })

  test('the page shows stock on hand, held and for sale; what is held is no change until sold', async () => {
    await merchant.create({ name: 'Plate', sizes: '', stock: '3' })
    await buy('plate', CARDS.challenge)
    expect(textOf(await merchant.get('/plate'))).toContain('One variant 3 2 Low stock 1')
    expect(await historyOf('plate')).toHaveLength(1)
  })

  test('every page that shows the stock says plainly how many units are owed', async () => {
    await merchant.create({ name: 'Owed tray', sizes: '', stock: '3' })
    await buy('owed-tray', CARDS.challenge)
    expect((await merchant.changeStock('owed-tray', '-3')).status).toBe(303)
    const page = textOf(await merchant.get('/owed-tray'))
    expect(page).toContain('2 units are owed: buyers have paid for more than there are')
    expect(page).toContain('One variant 0 2 2 owed 0')
    expect(textOf(await merchant.get('?search=owed'))).toContain('2 owed 0')
    expect(textOf(await merchant.member.get('/'))).toMatch(/Owed tray 2 owed/)
    expect(textOf(await merchant.get('/owed-tray/edit'))).toContain('Sold out')
  })

  test('a removed variant stands in the history of the stock as gone', async () => {
    await merchant.create({ name: 'Spoon', sizes: 'S, M', stock: '3' })
    const [small = ''] = variantsOf(await merchant.get('/spoon'))
    const form = { name: 'Spoon', price: '49.00', [small.replace('delta', 'remove')]: 'on' }
    expect((await merchant.post('/spoon/edit', form)).status).toBe(303)
    expect((await historyOf('spoon')).at(-1)).toMatchObject({ delta: -3, reason: 'removal' })
    expect(textOf(await merchant.get('/spoon/history'))).toContain('S −3 Variant removed')
  })

  test('stock is changed while 6 buyers pay, by hand and by a file: no unit appears or vanishes', async () => {
    await merchant.create({ name: 'Vase', sizes: '', stock: '30' })
    const pays = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const buyer = await aBuyer(
          service,
          await aSession(service, merchant.store, { items: [{ product: 'vase' }] }),
        )
        const paymentMethod = await aPaymentMethod(service)
        return () => buyer.payWith(paymentMethod)
      }),
    )
    const file = 'slug,name,price,stock\nvase,Vase,49.00,40\n'
    const answers = await Promise.all([
      Promise.all(pays.map((pay) => pay())),
      ...['+5', '-3', '+5', '-3'].map((delta) => merchant.changeStock('vase', delta)),
      merchant.importFile(file),
    ])
    expect(countStatuses(answers.flat())).toEqual({ 200: 6, 303: 5 })
    const history = await historyOf('vase')
    // A file that counts what there is at that moment changes nothing.
    const imported = history.find(({ reason }) => reason === 'import')?.delta ?? 0
    expect(await stockOf(service, merchant.store, 'vase')).toEqual([30 - 6 + 4 + imported])
    expect(history.reduce((sum, { delta }) => sum + delta, 0)).toBe(30 - 6 + 4 + imported)
    await expectInvariants(sql)
  })

  test('stock has a history of many pages, newest first', async () => {
    await merchant.create({ name: 'Jug', sizes: 'S, M', stock: '1' })
    await sql.rows(`insert into stock_changes (variant_id, delta, reason) select v.id, d, 'platform' from variants v
      join products p on p.id = v.product_id, generate_series(1, 30) d where p.slug = 'jug'`)
    await sql.rows(`update variants v set stock = v.stock + 465, supplied = v.supplied + 465
      from products p where p.id = v.product_id and p.slug = 'jug'`)
    const rowsOf = ({ text }: { text: string }) => text.match(/<tr role="row">\s*<td/g)?.length
    let page = await merchant.get('/jug/history')
    const lengths = [rowsOf(page)]
    for (let next = nextOf(page); next !== undefined; next = nextOf(page)) {
      page = await merchant.get(`/jug/history${next}`)
      lengths.push(rowsOf(page))
    }
    expect(lengths).toEqual([25, 25, 12])
    expect((await merchant.get('/jug/history?cursor=none')).status).toBe(404)
  })
})

const nextOf = ({ text }: { text: string }) => /rel="next" href="[^"?]*(\?[^"]+)"/.exec(text)?.[1]
