import type {
  CreateStoreResponse,
  StoreOrderList,
} from '../../server/contract/platform/platform.ts'
import type { TestPaymentList } from '../../server/contract/test-provider.ts'
import { type CallOptions, call } from '../../server/testing/http-call.ts'

/** A service that is watched from outside, and what it gave to this run. */
export type Shop = Awaited<ReturnType<typeof openShop>>

const PATIENCE_MS = 30_000

/** Status 0: no answer, or none in time. */
export async function ask<Body>(method: string, url: string, options: CallOptions = {}) {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return call<Body>(method, url, { ...options, signal }).catch(() => ({
    status: 0,
    body: undefined,
  }))
}

type Opening = {
  /** Headers of the request that creates the store. */
  headers?: Record<string, string>
  owner?: { email: string; password: string }
}

/** Opens a store with a mug of which there are enough. */
export async function openShop(
  baseUrl: string,
  platformToken: string,
  { headers = {}, owner }: Opening = {},
) {
  const platform = async <Body>(method: string, path: string, body?: unknown) => {
    const url = `${baseUrl}/platform/v1${path}`
    const answer = await call<Body>(method, url, { token: platformToken, headers, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const { id, keys } = await platform<CreateStoreResponse>('POST', '/stores', {
    name: 'Failover drill',
    plan: 'pro',
    currency: 'EUR',
    owner,
  })
  await platform('PUT', `/stores/${id}/products/mug`, {
    name: 'Mug',
    price: 1990,
    variants: [{ stock: 1_000_000 }],
  })

  /** All rows of a list. */
  async function listAll<Row>(read: (cursor: string) => Promise<Page<Row>>) {
    const rows: Row[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await read(cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`)
      rows.push(...page.data)
      cursor = page.nextCursor
    }
    return rows
  }

  return {
    id,
    baseUrl,
    token: keys.secret,
    orders: () =>
      listAll((cursor) =>
        platform<StoreOrderList>('GET', `/stores/${id}/orders?limit=100${cursor}`),
      ),
    /** The books of the test provider. */
    payments: () =>
      listAll((cursor) =>
        platform<TestPaymentList>('GET', `/test-provider/payments?store=${id}&limit=100${cursor}`),
      ),
  }
}

type Page<Row> = { data: Row[]; nextCursor: string | null }
