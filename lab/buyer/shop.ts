import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CreateStoreResponse } from '../../server/contract/platform/platform.ts'
import type { StoreOrderList } from '../../server/contract/platform/platform-orders.ts'
import type { TestPaymentList } from '../../server/contract/test-provider.ts'
import { type CallOptions, call } from '../../server/testing/http-call.ts'
import { PLATFORM_TOKEN } from '../servers/settings.ts'
import { exchange, headerOf, insist } from './exchange.ts'

/** A service by its `BASE_URL`, or by the port of one on this machine. */
type Address = string | number

const baseUrlOf = (address: Address) =>
  typeof address === 'number' ? `http://localhost:${address}` : address

/** Who asks the platform API, unless it is the lab's own service. */
type Platform = { token?: string; headers?: Record<string, string> }

export type Shop = {
  id: string
  baseUrl: string
  publicKey: string
  secretKey: string
  /** The store's owner, if one was asked for. */
  owner: { email: string; password: string }
  platform: Platform
}

const PATIENCE_MS = 30_000
const TRIES = 40
const NO_ANSWER = { status: 0, body: undefined, text: '', headers: new Headers() }

/** Status 0: no answer, or none in time. */
export const ask = <Body>(method: string, url: string, options: CallOptions = {}) =>
  call<Body>(method, url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => NO_ANSWER,
  )

type PlatformCall = Platform & { method: string; path: string; body?: unknown }

/** A call of the platform API, repeated while the service says that it is busy. */
export async function askPlatform<Body>(
  address: Address,
  { method, path, body, token = PLATFORM_TOKEN, headers = {} }: PlatformCall,
) {
  const url = `${baseUrlOf(address)}/platform/v1${path}`
  for (let tries = 1; ; tries += 1) {
    const answer = await ask<Body>(method, url, { token, headers, body })
    if (answer.status !== 503 || tries === TRIES) return answer
    await wait(250)
  }
}

/** @throws unless it is done */
async function callPlatform<Body>(address: Address, sent: PlatformCall): Promise<Body> {
  const { status, text, body } = await askPlatform<Body>(address, sent)
  if (status < 200 || status >= 300 || body === undefined)
    throw new Error(`${sent.method} ${sent.path}: ${status} ${text}`)
  return body
}

type Opening = {
  name: string
  plan?: string
  hasOwner?: boolean
  /** (Default: mugs, of which there are enough.) */
  products?: { slug: string; stock: number }[]
  platform?: Platform
}

export async function openShop(
  address: Address,
  { name, plan = 'pro', hasOwner = false, products = [MUGS], platform = {} }: Opening,
): Promise<Shop> {
  const owner = {
    email: `owner-${randomBytes(6).toString('hex')}@loom.example`,
    password: 'seven grey herons on a quay',
  }
  const { id, keys } = await callPlatform<CreateStoreResponse>(address, {
    ...platform,
    method: 'POST',
    path: '/stores',
    body: { name, plan, currency: 'EUR', ...(hasOwner && { owner }) },
  })
  for (const { slug, stock } of products)
    await callPlatform(address, {
      ...platform,
      method: 'PUT',
      path: `/stores/${id}/products/${slug}`,
      body: { name: `The ${slug}`, price: 1990, variants: [{ stock }] },
    })
  return {
    id,
    baseUrl: baseUrlOf(address),
    publicKey: keys.public,
    secretKey: keys.secret,
    owner,
    platform,
  }
}

export const MUGS = { slug: 'mug', stock: 1_000_000 }

type Page<Row> = { data: Row[]; nextCursor: string | null }

/** All rows of a list. */
async function listAll<Row>({ baseUrl, platform }: Shop, path: string) {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Page<Row> = await callPlatform(baseUrl, {
      ...platform,
      method: 'GET',
      path: `${path}limit=100${next}`,
    })
    rows.push(...page.data)
    cursor = page.nextCursor
  }
  return rows
}

export const listOrders = (shop: Shop) =>
  listAll<StoreOrderList['data'][number]>(shop, `/stores/${shop.id}/orders?`)

/** The books of the test provider. */
export const listPayments = (shop: Shop) =>
  listAll<TestPaymentList['data'][number]>(shop, `/test-provider/payments?store=${shop.id}&`)

/** The cookies of an owner who has signed in, and the token for this browser's forms. */
export type SignedIn = { cookie: string; csrf: string }

/** The headers of a form of our own pages. */
export const ownForm = (port: number, { cookie }: Partial<SignedIn> = {}) => ({
  origin: `http://localhost:${port}`,
  'sec-fetch-site': 'same-origin',
  ...(cookie !== undefined && { cookie }),
})

/** Uses a new address, because an attacker may have used up the limit of one. */
export async function signIn(
  port: number,
  { owner: { email, password } }: Shop,
): Promise<SignedIn> {
  const answer = await insist({
    port,
    method: 'POST',
    path: '/store/sign-in',
    headers: {
      ...ownForm(port),
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
    },
    body: new URLSearchParams({ email, password }).toString(),
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  const cookie = cookies.map((set) => set.split(';', 1)[0]).join('; ')
  if (!cookie.includes('__Host-sid='))
    throw new Error(`${email} could not sign in: ${answer.status} ${headerOf(answer, 'location')}`)
  const page = await exchange({
    port,
    method: 'GET',
    path: '/store/account',
    headers: { cookie, accept: 'text/html' },
  })
  return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
}
