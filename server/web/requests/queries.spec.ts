import { describe, expect, test } from 'vitest'
import { DEFAULT_ADDRESSES, createOpenApi } from '../../api/reference/document.ts'
import { aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOrder } from '../../testing/store/store-builders.ts'
import { PLATFORM_TOKEN } from '../../testing/servers/test-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
const orderNumber = await anOrder(service, store)

const PARAMETERS: Record<string, string> = {
  id: `cs_${'0'.repeat(32)}`,
  storeId: store.id,
  orderNumber,
  slug: 'mug',
  kind: 'secret',
}

const KEYS: Record<string, string> = {
  secretKey: store.keys.secret,
  publicKey: store.keys.public,
  platformToken: PLATFORM_TOKEN,
}

/** What buyers' pages and the card fields ask. */
const isOfBuyers = (path: string, tags: string[] = []) =>
  tags.includes('Buyer API') || path === '/test-payment-methods'

type Route = { name: string; method: string; path: string; key: string | undefined }

const routes: Route[] = Object.entries(createOpenApi(DEFAULT_ADDRESSES).paths ?? {}).flatMap(
  ([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      if (!operation || isOfBuyers(path, operation.tags)) return []
      const [key] = Object.keys(operation.security?.[0] ?? {})
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => PARAMETERS[name] ?? name),
        key,
      }
    }),
)

const send = ({ method, path }: Route, query: string, token?: string) =>
  service.call(method, `${path}?${query}`, {
    token,
    ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
  })

const tokenOf = ({ key }: Route) => (key === undefined ? undefined : KEYS[key])

describe('contract §3: a query field that nobody knows', () => {
  test('an unknown query field is looked for at every route of the APIs', () => {
    expect(routes.length).toBeGreaterThan(35)
    for (const { name, key } of routes)
      expect(key === undefined || KEYS[key] !== undefined, name).toBe(true)
  })

  test.each(routes)('an unknown query field is refused by $name', async (route) => {
    for (const name of ['zzz', 'Limit', 'constructor']) {
      const answer = await send(route, `${name}=1`, tokenOf(route))
      expectError(answer, 400, 'invalid_request', new RegExp(`^${name}: is not a known field$`))
    }
  })

  test.each(routes.filter(({ key }) => key !== undefined))(
    'an unknown query field is not spoken of by $name to whoever has no key',
    async (route) => {
      expect((await send(route, 'zzz=1')).status).toBe(401)
    },
  )

  test('a request with an unknown query field has done nothing', async () => {
    expect(
      await sql.rows('select fulfilled_at, refunded from orders where order_number = $1', [
        orderNumber,
      ]),
    ).toEqual([{ fulfilled_at: null, refunded: '0' }])
    expect(await sql.rows('select id from stores where id <> $1', [store.id])).toEqual([])
  })
})
