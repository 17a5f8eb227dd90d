import { beforeEach, describe, expect, test } from 'vitest'
import type { ProductList } from '../../contract/merchant.ts'
import type { PlatformProduct } from '../../contract/platform/platform.ts'
import { type TestStore, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
})

const SAFETY = {
  manufacturer: 'Kiln <b>& Sons\n1 High Street, London\nhelp@kiln.example',
  responsiblePerson: 'Loom & Co, S.L.\nCalle Luna 4, 28004 Madrid\nhelp@loom.example',
  identification: 'Model K-12, batch 2026-04',
  warnings: 'Not for children under 3 years.',
}

const put = (fields: Record<string, unknown> = {}) =>
  service.platform<PlatformProduct>('PUT', `/stores/${store.id}/products/mug`, {
    name: 'Mug',
    price: 1990,
    variants: [{ stock: 10 }],
    ...fields,
  })

const read = <Body>(path: string) =>
  service.call<Body>('GET', `/v1/products${path}`, { token: store.keys.public })

const buyPage = (lang: string) =>
  call<string>('GET', `${service.checkoutUrl}/buy/${store.id}/mug?lang=${lang}`)

describe('Regulation (EU) 2023/988, article 19: what buyers read of a product’s safety', () => {
  test('a product has it where the platform says it, and it stays until it is taken away', async () => {
    expect((await put()).body).not.toHaveProperty('safety')
    expect((await put({ safety: SAFETY })).body.safety).toEqual(SAFETY)
    const kept = await put({ price: 2190 })
    expect(kept.body.safety).toEqual(SAFETY)
    const { slug: _, currency: __, ...product } = kept.body
    expect((await put(product)).headers.get('etag')).toBe(kept.headers.get('etag'))
    const other = await put({ price: 2190, safety: { manufacturer: 'Kiln' } })
    expect(other.body.safety).toEqual({ manufacturer: 'Kiln' })
    expect(other.headers.get('etag')).not.toBe(kept.headers.get('etag'))
    expect((await put({ safety: null })).body).not.toHaveProperty('safety')
  })

  test('the merchant’s catalogue has it, and leaves it out for a product without', async () => {
    await put({ safety: SAFETY })
    expect((await read('/mug')).body).toHaveProperty('safety', SAFETY)
    expect((await read<ProductList>('')).body.data[0]?.safety).toEqual(SAFETY)
    await put({ safety: null })
    expect((await read('/mug')).body).not.toHaveProperty('safety')
    expect((await read<ProductList>('')).body.data[0]).not.toHaveProperty('safety')
  })

  test('the buy page shows warnings above its button and the rest below, in its language', async () => {
    await put({ safety: SAFETY })
    const page = await buyPage('de')
    expect(textOf(page).replaceAll(/\s+/g, ' ')).toMatch(
      /Warnhinweise ?Not for children under 3 years\..*Jetzt kaufen.*Produktsicherheit ?Hersteller ?Kiln &lt;b&gt;&amp; Sons 1 High Street, London help@kiln\.example ?Verantwortliche Person in der EU ?Loom .*Produktkennzeichnung ?Model K-12, batch 2026-04/,
    )
    expect(page.text).toContain('<dd>Kiln &lt;b&gt;&amp; Sons\n1 High Street')
    await put({ safety: { manufacturer: 'Kiln' } })
    expect((await buyPage('de')).text).not.toMatch(/Warnhinweise|Verantwortliche/)
    await put({ safety: null })
    expect((await buyPage('de')).text).not.toContain('Produktsicherheit')
  })

  test('each text has a length, and a manufacturer is always among them', async () => {
    for (const [field, safety] of [
      ['safety.manufacturer', { warnings: 'Hot' }],
      ['safety.manufacturer', { manufacturer: '\u200b' }],
      ['safety.manufacturer', { manufacturer: 'x'.repeat(501) }],
      ['safety.identification', { ...SAFETY, identification: 'x'.repeat(201) }],
      ['safety.warnings', { ...SAFETY, warnings: 'x'.repeat(2001) }],
      ['safety.importer', { ...SAFETY, importer: 'Loom' }],
    ] as const)
      expectError(await put({ safety }), 400, 'invalid_request', new RegExp(`^${field}: `))
  })
})
