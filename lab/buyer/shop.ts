import { randomBytes } from 'node:crypto'
import type { CreateStoreResponse } from '../../server/contract/platform/platform.ts'
import { exchange, headerOf, insist } from './exchange.ts'
import { PLATFORM_TOKEN } from '../servers/lab-service.ts'

export type Shop = {
  id: string
  publicKey: string
  secretKey: string
  /** The store's owner, if one was asked for. */
  owner: { email: string; password: string }
}

export type Product = { slug: string; stock: number }

/** A call of the platform API; `body` is sent as JSON. */
export const askPlatform = (
  port: number,
  { method, path, body }: { method: string; path: string; body?: unknown },
) =>
  insist({
    port,
    method,
    path: `/platform/v1${path}`,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

type Opening = { name: string; plan?: string; hasOwner?: boolean; products: Product[] }

export async function openShop(
  port: number,
  { name, plan = 'pro', hasOwner = false, products }: Opening,
): Promise<Shop> {
  const owner = {
    email: `owner-${randomBytes(6).toString('hex')}@loom.example`,
    password: 'seven grey herons on a quay',
  }
  const answer = await askPlatform(port, {
    method: 'POST',
    path: '/stores',
    body: { name, plan, currency: 'EUR', ...(hasOwner && { owner }) },
  })
  if (answer.status !== 201) throw new Error(`no store ${name}: ${answer.status} ${answer.text}`)
  const { id, keys } = JSON.parse(answer.text) as CreateStoreResponse
  for (const { slug, stock } of products) {
    const { status, text } = await askPlatform(port, {
      method: 'PUT',
      path: `/stores/${id}/products/${slug}`,
      body: { name: `The ${slug}`, price: 1990, variants: [{ stock }] },
    })
    if (status !== 200) throw new Error(`no product ${slug}: ${status} ${text}`)
  }
  return { id, publicKey: keys.public, secretKey: keys.secret, owner }
}

/** The cookie of an owner who has signed in, and the token for this browser's forms. */
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
  const cookie = cookies.map((set) => /^__Host-sid=[\w-]+/.exec(set)?.[0]).find(Boolean)
  if (cookie === undefined)
    throw new Error(`${email} could not sign in: ${answer.status} ${headerOf(answer, 'location')}`)
  const page = await exchange({
    port,
    method: 'GET',
    path: '/store/account',
    headers: { cookie, accept: 'text/html' },
  })
  return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
}
