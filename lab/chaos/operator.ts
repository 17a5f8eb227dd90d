import { setTimeout as wait } from 'node:timers/promises'
import type { PlatformProduct, PutProductRequest } from '../../server/contract/platform/platform.ts'
import type { Random } from '../model/seeded-random.ts'
import type { Change } from './fault-plan.ts'
import { variantKey } from './acknowledged.ts'
import { type Store, type World, persist, platformCall, productDeeds } from './world.ts'

/** Changes a store while it sells, as its merchant or the platform may. */
export async function changeStore(
  world: World,
  random: Random,
  { store, product, change }: { store: Store; product: number; change: Change },
) {
  const path = `/stores/${store.id}`
  const planned = store.plan.products[product]
  if (!planned) throw new Error(`there is no product ${product}`)
  const changed = { store: store.id, slug: planned.slug }

  switch (change.change) {
    case 'regenerate key':
      return regenerateKey(world, random, store)
    case 'plan free':
      await persist(world, random, platformCall('plan', 'PATCH', path, { plan: 'free' }))
      await wait(change.ms)
      return void (await persist(
        world,
        random,
        platformCall('plan', 'PATCH', path, { plan: 'pro' }),
      ))
    case 'price':
      return replaceProduct(world, random, changed, {
        // Both banks take it: Stripe takes the smallest units of KWD by tens alone.
        price: Math.round((planned.price * change.factor) / 10) * 10,
      })
    case 'archive':
      await replaceProduct(world, random, changed, { archived: true })
      await wait(change.ms)
      return replaceProduct(world, random, changed, { archived: false })
    case 'count': {
      const counted = random.pick(planned.variants)
      return replaceProduct(world, random, changed, {
        variants: planned.variants.map((variant) => ({
          size: variant.size,
          colorName: variant.colorName,
          ...(variant === counted && { stock: change.onHand }),
        })),
      })
    }
    case 'stock': {
      const { size, colorName } = random.pick(planned.variants)
      // Not repeated when its answer is lost, because it would happen twice.
      return void (await world.client.send({
        ...platformCall('change', 'POST', `${path}/products/${planned.slug}/stock`, {
          size,
          colorName,
          delta: change.delta,
        }),
        deeds: [
          {
            deed: 'delta',
            variant: variantKey(store.id, planned.slug, { size, color: colorName }),
            units: change.delta,
          },
        ],
        service: random.below(world.services),
      }))
    }
  }
}

/** The retired key is logged with the answer: nobody may use it afterwards. */
async function regenerateKey(world: World, random: Random, store: Store) {
  const retired = store.secretKey
  const { body } = await persist<{ key: string }>(world, random, {
    ...platformCall('key', 'POST', `/stores/${store.id}/keys/secret/regenerate`),
    retires: retired,
  })
  if (body?.key !== undefined) store.secretKey = body.key
}

/** The stock stays as it is, unless it is counted. */
async function replaceProduct(
  world: World,
  random: Random,
  { store, slug }: { store: string; slug: string },
  change: Partial<PutProductRequest>,
) {
  const path = `/stores/${store}/products/${slug}`
  const { body } = await persist<PlatformProduct>(
    world,
    random,
    platformCall('change', 'GET', path),
  )
  if (!body) return
  const { slug: _, currency: __, ...product } = body
  const variants = product.variants.map(({ size, colorName }) => ({ size, colorName }))
  const replaced = { ...product, variants, ...change }
  await persist(world, random, {
    ...platformCall('change', 'PUT', path, replaced),
    deeds: productDeeds(store, slug, replaced),
  })
}
