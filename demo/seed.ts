import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRODUCTS, STORE } from './catalogue.ts'
import type { SeedProduct } from './catalogue.ts'
import { CheckoutApiError, openCheckoutApi } from './checkout-api.ts'
import type { CheckoutApi, Product } from './checkout-api.ts'
import { openWebhook } from './webhooks.ts'
import type { ShopWebhook } from './webhooks.ts'

/**
 * What the shop keeps between starts: its store at the service, its keys, and how its owner signs
 * in.
 */
export type Shop = {
  storeId: string
  shopUrl: string
  keys: { public: string; secret: string }
  owner: { email: string; password: string }
  webhook?: ShopWebhook
}
type SeedOptions = { baseUrl: string; platformToken: string; shopUrl: string; shopFile: string }

/**
 * Opens the store on the first start, and finds it again later. Adds the products that are missing.
 */
export async function openShop(options: SeedOptions): Promise<Shop> {
  const platform = openCheckoutApi(options.baseUrl, options.platformToken)
  const saved = await findSavedShop(options.shopFile)
  const known = saved && (await findAgain(saved, platform, options))
  const shop = known
    ? await moveTo(options.shopUrl, known, platform)
    : await createStore(options.shopUrl, platform)
  const webhook = await openWebhook(platform, {
    storePath: storePath(shop.storeId),
    shopUrl: options.shopUrl,
    saved: shop.webhook,
  })
  const { webhook: _, ...opened } = shop
  const told: Shop = { ...opened, ...(webhook && { webhook }) }
  await save(told, options.shopFile)
  // One after the other, since the catalogue lists them in the order in which they came.
  for (const product of PRODUCTS) await stock(product, told, platform)
  return told
}

/**
 * Finds the saved store. When somebody has replaced its key, it gets a new one, because people play
 * with this shop.
 */
async function findAgain(saved: Shop, platform: CheckoutApi, { baseUrl }: SeedOptions) {
  const products = openCheckoutApi(baseUrl, saved.keys.secret).listProducts()
  const key = await answerOf(products, ['invalid_api_key', 'plan_required', 'rate_limited'])
  const store = await answerOf(platform.call('GET', storePath(saved.storeId)), ['store_not_found'])
  const decision = decide({ key, store })
  if (decision === 'seed') return undefined
  if (decision === 'reuse') return saved
  const path = `${storePath(saved.storeId)}/keys/secret/regenerate`
  const { key: secret } = await platform.call<{ key: string }>('POST', path)
  return { ...saved, keys: { ...saved.keys, secret } }
}

/**
 * What to do after two questions to the service: a read with the saved key, and one for the saved
 * store. Each was answered with `ok`, or with an error's code.
 */
export function decide({ key, store }: { key: string; store: string }): 'reuse' | 'seed' | 'renew' {
  if (store === 'store_not_found') return 'seed'
  return key === 'invalid_api_key' ? 'renew' : 'reuse'
}

async function answerOf(call: Promise<unknown>, codes: string[]) {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (error instanceof CheckoutApiError && codes.includes(error.code)) return error.code
    throw error
  }
}

/** The service hashes the owner's password, a second's work that a busy machine makes many of. */
const HASHING_MS = 60_000

async function createStore(shopUrl: string, platform: CheckoutApi): Promise<Shop> {
  // An address for signing in belongs to one store, so a shop that starts over needs another one.
  const email = `owner-${randomBytes(2).toString('hex')}@small-weather.example`
  const owner = { email, password: randomBytes(12).toString('base64url') }
  const { id, keys } = await platform.call<{ id: string; keys: Shop['keys'] }>(
    'POST',
    '/platform/v1/stores',
    {
      ...STORE,
      allowedOrigins: [shopUrl],
      owner,
    },
    AbortSignal.timeout(HASHING_MS),
  )
  return { storeId: id, shopUrl, keys, owner }
}

async function moveTo(shopUrl: string, shop: Shop, platform: CheckoutApi): Promise<Shop> {
  if (shop.shopUrl === shopUrl) return shop
  await platform.call('PATCH', storePath(shop.storeId), { allowedOrigins: [shopUrl] })
  return { ...shop, shopUrl }
}

/**
 * Leaves stock that is there, because buyers have bought of it. Only the picture follows the shop
 * to a new address.
 */
async function stock(product: SeedProduct, { storeId, shopUrl }: Shop, platform: CheckoutApi) {
  const path = `${storePath(storeId)}/products/${product.slug}`
  const imageUrl = `${shopUrl}/assets/images/${product.slug}.svg`
  const present = await findProduct(path, platform)
  if (present?.imageUrl === imageUrl) return
  const { name, price, description, archived } = present ?? { ...product, archived: false }
  const variants =
    present?.variants.map(({ size, colorName }) => ({ size, colorName })) ?? product.variants
  await platform.call('PUT', path, { name, price, description, archived, variants, imageUrl })
}

async function findProduct(path: string, platform: CheckoutApi) {
  try {
    return await platform.call<Product & { archived: boolean }>('GET', path)
  } catch (error) {
    if (error instanceof CheckoutApiError && error.code === 'product_not_found') return undefined
    throw error
  }
}

const storePath = (storeId: string) => `/platform/v1/stores/${encodeURIComponent(storeId)}`

async function findSavedShop(shopFile: string): Promise<Shop | undefined> {
  let text: string
  try {
    text = await readFile(shopFile, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${shopFile} is not JSON; delete it to start over`, { cause })
  }
}

async function save(shop: Shop, shopFile: string) {
  await mkdir(dirname(shopFile), { recursive: true })
  await writeFile(`${shopFile}.new`, `${JSON.stringify(shop, null, 2)}\n`, { mode: 0o600 })
  await rename(`${shopFile}.new`, shopFile)
}
