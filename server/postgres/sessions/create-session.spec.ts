import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ids } from '../../auth/random.ts'
import type { AmountRule } from '../../checkout/ports/provider.ts'
import type { CheckoutItem } from '../../contract/merchant.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

const ANY = { minimum: 1, maximum: 1_000_000, step: 1 }

type SessionWish = { storeId?: string; amounts?: AmountRule }

const create = (item: CheckoutItem, { storeId = world.storeId, amounts = ANY }: SessionWish = {}) =>
  world.deps.db.createSession({
    id: ids.session(ids.store()),
    storeId,
    item,
    successUrl: null,
    cancelUrl: null,
    customer: {},
    metadata: null,
    ttlSeconds: 1800,
    createdWith: 'secret',
    amounts,
  })

const setStock = (slug: string, stock: number) =>
  world.sql.rows(
    `update variants v set stock = $2, supplied = supplied - stock + $2
    from products p where p.id = v.product_id and p.slug = $1`,
    [slug, stock],
  )

const setArchived = (slug: string, archived: boolean) =>
  world.sql.rows('update products set archived = $2 where slug = $1', [slug, archived])

describe('spec §4.1 rule 3 and §7: what may be sold, and why not, as the record says it', () => {
  test('as many as are left are sold; one more is not, and the reason says how many there are', async () => {
    const { slug } = await world.aSession({ stock: 3 })
    expect(await create({ product: slug, quantity: 3 })).toMatchObject({ type: 'created' })
    expect(await create({ product: slug, quantity: 4 })).toEqual({
      type: 'too_few',
      productName: 'Mug',
      left: 3,
    })
  })

  test('nothing is sold of what is sold out', async () => {
    const { slug } = await world.aSession({ stock: 2 })
    await setStock(slug, 0)
    expect(await create({ product: slug, quantity: 1 })).toMatchObject({ type: 'too_few', left: 0 })
  })

  test('a variant that is not there, or no more, is not sold; the reason says which there are', async () => {
    const { slug } = await world.aSession()
    const choices = [{ size: null, colorName: null }]
    expect(await create({ product: slug, size: 'M', quantity: 1 })).toEqual({
      type: 'no_variant',
      choices,
    })
    await world.sql.rows(
      `update variants v set removed = true from products p
      where p.id = v.product_id and p.slug = $1`,
      [slug],
    )
    expect(await create({ product: slug, quantity: 1 })).toEqual({
      type: 'no_variant',
      choices: [],
    })
  })

  test('only delivery options with which the provider takes the total are offered', async () => {
    const { slug } = await world.aSession({ stock: 3 })
    const options = [
      { id: 'collect', name: 'Collect', fee: 0 },
      { id: 'post', name: 'Post', fee: 450 },
      { id: 'odd', name: 'Courier', fee: 455 },
    ]
    const setOptions = (given: typeof options) =>
      world.sql.rows('update stores set delivery_options = $1 where id = $2', [
        JSON.stringify(given),
        world.storeId,
      ])
    await setOptions(options)
    const offered = async (amounts: AmountRule) => {
      const creation = await create({ product: slug, quantity: 1 }, { amounts })
      return creation.type === 'created'
        ? creation.session.quote.deliveryOptions.map(({ id }) => id)
        : creation
    }
    expect(await offered(ANY)).toEqual(['collect', 'post', 'odd'])
    expect(await offered({ minimum: 1001, maximum: 5000, step: 1 })).toEqual(['post', 'odd'])
    expect(await offered({ minimum: 1, maximum: 2000, step: 10 })).toEqual(['collect', 'post'])
    const none = { type: 'no_amount', total: 1000 }
    expect(await offered({ minimum: 5000, maximum: 9000, step: 1 })).toEqual(none)
    expect(await offered({ minimum: 1, maximum: 999, step: 1 })).toEqual(none)
    await setOptions([{ id: 'standard', name: 'Post', fee: 450 }])
  })

  test('an archived product is none, as one of another store is', async () => {
    const { slug } = await world.aSession()
    expect(await create({ product: slug, quantity: 1 }, { storeId: ids.store() })).toEqual({
      type: 'no_product',
    })
    await setArchived(slug, true)
    expect(await create({ product: slug, quantity: 1 })).toEqual({ type: 'no_product' })
  })

  test('while the stock comes and goes, and the product too, each answer is one that was true', async () => {
    const { slug } = await world.aSession({ stock: 2 })
    let isOver = false
    const shopkeeper = async () => {
      for (let round = 0; !isOver; round += 1) {
        await setStock(slug, round % 2)
        await setArchived(slug, round % 3 === 0)
      }
    }
    const closing = shopkeeper()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => create({ product: slug, quantity: 1 })),
    ).finally(() => {
      isOver = true
    })
    await closing
    for (const answer of answers) {
      if (answer.type === 'too_few') expect(answer.left).toBe(0)
      expect(['created', 'too_few', 'no_product']).toContain(answer.type)
    }
  })
})
