import { setTimeout as wait } from 'node:timers/promises'
import type { CreateStoreResponse } from '../../server/contract/platform/platform.ts'
import { LIVE } from '../../server/testing/builders.ts'
import type { Random } from '../model/seeded-random.ts'
import { type Deed, variantKey } from './acknowledged.ts'
import type { Answer, Call, Client } from './client.ts'
import { PLATFORM_TOKEN } from '../servers/settings.ts'
import type { Banks } from './banks.ts'
import type { StorePlan } from './flow-plan.ts'

/** A store as the platform knows it now. */
export type Store = { id: string; secretKey: string; plan: StorePlan }

export type World = {
  banks: Banks
  client: Client
  services: number
  stores: Store[]
  /** Ends the time in which that session's payment can be confirmed. */
  endLease: (session: string) => Promise<unknown>
}

/** No answer or a failure of the service: the request may be sent again. */
export const isTrouble = ({ status }: Answer) => status === 0 || status >= 500

/** Sends the request to services in turn until one answers, at most `tries` times. */
export async function persist<Body>(
  { client, services }: Pick<World, 'client' | 'services'>,
  random: Random,
  call: Omit<Call, 'service'>,
  tries = 40,
): Promise<Answer<Body>> {
  let answer: Answer<Body> = { status: 0, code: undefined, body: undefined }
  const first = random.below(services)
  for (let turn = 0; turn < tries; turn += 1) {
    answer = await client.send<Body>({ ...call, service: (first + turn) % services })
    if (!isTrouble(answer)) return answer
    await wait(100 + random.below(400))
  }
  return answer
}

export const platformCall = (
  what: Call['what'],
  method: Call['method'],
  path: string,
  body?: unknown,
): Omit<Call, 'service'> => ({
  who: 'platform',
  what,
  method,
  path: `/platform/v1${path}`,
  credential: PLATFORM_TOKEN,
  ...(body !== undefined && { body }),
})

export const productBody = ({ slug, variants, price }: StorePlan['products'][number]) => ({
  name: `The ${slug}`,
  price,
  variants,
})

type StockCount = {
  variants: { size: string | null; colorName: string | null; stock?: number | undefined }[]
}

/** What it does to stock to write a product with these numbers. Variants without a number stay. */
export const productDeeds = (store: string, slug: string, { variants }: StockCount): Deed[] =>
  variants.flatMap(({ size, colorName, stock }): Deed[] =>
    stock === undefined
      ? []
      : [
          {
            deed: 'count',
            variant: variantKey(store, slug, { size, color: colorName }),
            units: stock,
          },
        ],
  )

/** Creates the planned stores and their products. */
export async function openStores(
  world: Pick<World, 'client' | 'services'>,
  random: Random,
  plans: StorePlan[],
): Promise<Store[]> {
  return Promise.all(
    plans.map(async (plan) => {
      const { name, currency, deliveryOptions, paymentMethods } = plan
      const { body: store } = await persist<CreateStoreResponse>(
        // Not the last service, which may be older and lack some fields of stores.
        { ...world, services: 1 },
        random,
        platformCall('setup', 'POST', '/stores', {
          name,
          plan: 'pro',
          currency,
          deliveryOptions,
          ...LIVE,
          paymentMethods,
        }),
      )
      if (!store) throw new Error(`no store ${name}`)
      for (const product of plan.products) {
        const { status } = await persist(world, random, {
          ...platformCall(
            'setup',
            'PUT',
            `/stores/${store.id}/products/${product.slug}`,
            productBody(product),
          ),
          deeds: productDeeds(store.id, product.slug, product),
        })
        if (status !== 200) throw new Error(`no product ${product.slug}: ${status}`)
      }
      return { id: store.id, secretKey: store.keys.secret, plan }
    }),
  )
}
