import type { PlatformProduct } from '../../server/contract/platform/platform.ts'
import { variantKey } from './acknowledged.ts'
import { COUNTED, branch } from './flow-plan.ts'
import { startRounds } from './rounds.ts'
import { type Store, type World, platformCall, productDeeds } from './world.ts'

/** Enough for several payments, then fewer than those hold. */
const MANY = 9
const FEW = 2

/** Long enough for sales between two counts of a product. */
const ROUND_MS = 800

/** Merchants who count a product again and again while it sells and payments hold units of it. */
export function startStockTaker(world: World, seed: number) {
  const random = branch(seed, 'stock taker')

  const send = <Body>(call: Parameters<World['client']['send']>[0]) => world.client.send<Body>(call)

  async function count(store: Store) {
    const service = random.below(world.services)
    const path = `/stores/${store.id}/products/${COUNTED}`
    const from = performance.now()
    const { body } = await send<PlatformProduct>({ ...platformCall('stock', 'GET', path), service })
    if (!body) return
    for (const { size, colorName, stock } of body.variants)
      world.client.hear({
        news: 'stock',
        variant: variantKey(store.id, COUNTED, { size, color: colorName }),
        onHand: stock,
        from,
      })
    const { name, description, imageUrl, price, archived } = body
    // A release beside refuses fields that it does not know.
    const counted = {
      name,
      description,
      imageUrl,
      price,
      archived,
      variants: body.variants.map(({ size, colorName }) => ({
        size,
        colorName,
        stock: random.below(random.chance(0.5) ? MANY : FEW),
      })),
    }
    await send({
      ...platformCall('stock', 'PUT', path, counted),
      service: random.below(world.services),
      deeds: productDeeds(store.id, COUNTED, counted),
    })
  }

  return startRounds(async () => {
    await count(random.pick(world.stores))
  }, ROUND_MS)
}
