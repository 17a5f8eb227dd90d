import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PRODUCTS } from './catalogue.ts'
import { decide, openShop } from './seed.ts'

describe('contract §1: a second start', () => {
  test.each([
    ['reuse', 'ok', 'ok'],
    ['reuse', 'rate_limited', 'ok'],
    ['reuse', 'plan_required', 'ok'],
    ['seed', 'invalid_api_key', 'store_not_found'],
    ['renew', 'invalid_api_key', 'ok'],
  ] as const)(
    'a second start chooses %s when the key answers %s and the store %s',
    (decision, key, store) => {
      expect(decide({ key, store })).toBe(decision)
    },
  )
})

describe('contract §1: a start after somebody has replaced the secret key', () => {
  test('a start after the secret key was replaced gives the shop a new one, which it keeps', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hc-demo-'))
    const shopFile = join(folder, 'demo-shop.json')
    const shopUrl = 'http://localhost:4243'
    const owner = { email: 'owner@shop.example', password: 'secret' }
    const keys = { public: 'pk_1', secret: 'sk_old' }
    await writeFile(shopFile, JSON.stringify({ storeId: 's1', shopUrl, keys, owner }))
    const asked: string[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const call = `${init?.method} ${(url as string).replace('http://service', '')}`
      asked.push(call)
      const isOld = new Headers(init?.headers).get('authorization') === 'Bearer sk_old'
      if (isOld) return Response.json({ error: { code: 'invalid_api_key' } }, { status: 401 })
      if (call.endsWith('/webhook-endpoints'))
        return Response.json({ id: 'we_1', secret: 'whsec_1' }, { status: 201 })
      return Response.json(call.endsWith('/regenerate') ? { key: 'sk_new' } : { variants: [] })
    })
    onTestFinished(async () => {
      vi.restoreAllMocks()
      await rm(folder, { recursive: true })
    })

    const options = { baseUrl: 'http://service', platformToken: 'token', shopUrl, shopFile }
    const shop = await openShop(options)
    expect(shop.keys).toEqual({ public: 'pk_1', secret: 'sk_new' })
    expect(JSON.parse(await readFile(shopFile, 'utf8'))).toEqual(shop)
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /platform/v1/stores/s1/keys/secret/regenerate',
      'POST /platform/v1/stores/s1/webhook-endpoints',
    ])
    expect((await openShop(options)).keys).toEqual(shop.keys)
  })
})

describe('contract §1: the catalogue', () => {
  const stocks = (slug: string) =>
    PRODUCTS.find((product) => product.slug === slug)?.variants.map(({ stock }) => stock)

  test('the catalogue has something nearly sold out and something sold out', () => {
    expect(stocks('shore-blanket')).toEqual([2])
    expect(stocks('window-candle')).toEqual([0])
  })

  test('the catalogue repeats no slug and no combination', () => {
    expect(new Set(PRODUCTS.map(({ slug }) => slug)).size).toBe(PRODUCTS.length)
    for (const { variants } of PRODUCTS) {
      expect(new Set(variants.map(({ size, colorName }) => `${size}|${colorName}`)).size).toBe(
        variants.length,
      )
    }
  })
})
