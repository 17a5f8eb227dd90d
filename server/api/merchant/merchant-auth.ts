import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as z from 'zod'
import { digestOf, parseKeyKind } from '../../auth/api-keys.ts'
import { parseBearer } from '../../auth/bearer.ts'
import type { KeyKind } from '../../contract/platform.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { Callers } from '../../admission/callers.ts'
import { takeFromNetworks } from '../../admission/network-limits.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { Recent } from '../../admission/recent.ts'
import type { Rate, RateLimit } from '../../checkout/ports/cache.ts'
import type { SeenKey } from '../../checkout/ports/session-creation.ts'
import type { KeyHolder, Records } from '../../checkout/ports/platform-records.ts'
import { allowOrigin, browserOrigin, isAllowedOrigin } from '../../web/cors.ts'
import { parse } from '../../web/parse.ts'
import { assertWithinLimit } from '../../web/rate-limit-headers.ts'
import type { Exchange } from '../../web/before-express.ts'
import { noteKeyUse } from '../../web/request-log.ts'

/** What the merchant API works with. */
export type MerchantContext = {
  urls: { checkoutUrl: string }
  checkout: CheckoutDeps
  records: Pick<
    Records,
    | 'findKeyHolder'
    | 'findKeyHolderAndSession'
    | 'findOpenSession'
    | 'listProducts'
    | 'findProduct'
    | 'listSessions'
    | 'listOrders'
    | 'findOrder'
  >
  sessionTtlSeconds: number
  callers: Pick<Callers, 'admit' | 'remember' | 'forget' | 'networksOf'>
  /** What a key may ask. */
  rateLimit: Rate
  /**
   * Holders of keys as they were a moment ago, by the digests of those: only such as are refused
   * nothing.
   */
  seenHolders: Recent<KeyHolder>
}

/** A public key is everybody's: one customer's network may use up so much of what it may ask. */
const PUBLIC_KEY_SHARE = 1 / 5

const invalidKey = (message = 'This API key is not valid; it may have been regenerated.') =>
  new CheckoutError('invalid_api_key', message)

/**
 * A key as it came: its digest for the record, and a name for its limit that does not give the key
 * away.
 */
export type PresentedKey = {
  digest: Buffer
  name: string
  kind: KeyKind
  limiterKey: string
}

/**
 * The key of a request, the first thing that is asked of it (contract §3). @throws {CheckoutError}
 * missing_api_key, invalid_api_key, rate_limited, busy
 */
export async function presentKey(
  context: MerchantContext,
  { request, response, address }: Exchange,
): Promise<PresentedKey> {
  const { callers, records } = context
  const { text, kind } = readKey(request)
  const digest = digestOf(text)
  const name = digest.toString('base64url')
  const isKnown = await callers.admit(
    { kind: 'key', name, address },
    { isKnown: async () => (await records.findKeyHolder(digest)) !== undefined },
  )
  if (!isKnown) throw invalidKey()
  const share = kind === 'public' ? await takeShare(context, { name, address }) : undefined
  if (share?.allowed === false) assertWithinLimit(response, share)
  return { digest, name, kind, limiterKey: `key:${name}` }
}

type Presented = { key: PresentedKey; rateLimit: RateLimit }

/**
 * Lets the key's holder in, in the order of contract §3: key, rate limit, plan. @throws
 * {CheckoutError} invalid_api_key, rate_limited, origin_not_allowed, plan_required
 */
export function letIn(
  { callers, seenHolders }: MerchantContext,
  { request, response }: Exchange,
  { key: { digest, name, kind }, rateLimit, holder }: Presented & { holder: KeyHolder | undefined },
): KeyHolder {
  const isSecretInBrowser = kind === 'secret' && request.headers.origin !== undefined
  noteKeyUse(
    response,
    holder && { storeId: holder.storeId, keyDigest: digest, keyKind: kind, isSecretInBrowser },
  )
  seenHolders.forget(name)
  if (!holder) callers.forget({ kind: 'key', name })
  if (isSecretInBrowser) {
    throw invalidKey(
      'A secret key came from a browser, where everyone can read it. Use it on your server only, and regenerate it.',
    )
  }
  if (!holder) throw invalidKey()
  if (kind === 'public') admitOrigin(request, response, holder.allowedOrigins)
  assertWithinLimit(response, rateLimit)
  if (holder.plan === 'free')
    throw new CheckoutError(
      'plan_required',
      'This store’s plan has no API access; it needs the Basic or Pro plan.',
    )
  if (isRefusedNothing(holder)) seenHolders.put(name, holder)
  return holder
}

/** What the networks of this address may still ask with a public key. */
const takeShare = (
  { callers, checkout: { cache }, rateLimit: { perSecond, burst } }: MerchantContext,
  { name, address }: { name: string; address: string | undefined },
) =>
  takeFromNetworks(cache.limiter, callers.networksOf(address), {
    purpose: `key-share:${name}`,
    rate: { perSecond: perSecond * PUBLIC_KEY_SHARE, burst: Math.ceil(burst * PUBLIC_KEY_SHARE) },
  })

/** Tells a browser that it may read the answer, if its page is one of the store's. */
function admitOrigin(request: IncomingMessage, response: ServerResponse, allowedOrigins: string[]) {
  if (request.headers.origin === undefined) return
  const origin = browserOrigin(request)
  if (origin !== undefined && isAllowedOrigin(allowedOrigins, origin))
    return allowOrigin(response, origin)
  if (allowedOrigins.length === 0) return
  throw new CheckoutError(
    'origin_not_allowed',
    'This page’s origin is not among the store’s allowed origins.',
  )
}

/**
 * Lets a request with a key of either kind in, and reads its query. @throws {CheckoutError}
 * invalid_request, after all that a key is refused for
 */
export async function admitHolder<Schema extends z.ZodType>(
  context: MerchantContext,
  exchange: Exchange,
  query: Schema,
) {
  const { holder } = await findAdmitted(context, exchange)
  return { holder, query: parse(query, exchange.query) }
}

/** The same for a secret key alone. */
export async function admitServer<Schema extends z.ZodType>(
  context: MerchantContext,
  exchange: Exchange,
  query: Schema,
) {
  const { key, holder } = await findAdmitted(context, exchange)
  assertSecretKey(holder)
  return { key, holder, query: parse(query, exchange.query) }
}

async function findAdmitted(context: MerchantContext, exchange: Exchange) {
  const key = await presentKey(context, exchange)
  const [rateLimit, holder] = await Promise.all([
    context.checkout.cache.limiter.take(key.limiterKey),
    context.records.findKeyHolder(key.digest),
  ])
  return { key, holder: letIn(context, exchange, { key, rateLimit, holder }) }
}

/**
 * Who creates a session. `seen`: the holder is who held the key a moment ago, and what is done must
 * ask the record whether the key is still that; `confirm` asks it, and answers with the holder of now.
 */
export type AdmittedCreator = {
  holder: KeyHolder
  seen: SeenKey | undefined
  confirm: () => Promise<KeyHolder>
}

/**
 * Lets a request in that creates a session, without asking the record if the same key came in a
 * moment ago.
 */
export async function admitCreator(
  context: MerchantContext,
  exchange: Exchange,
): Promise<AdmittedCreator> {
  const { checkout, records, seenHolders } = context
  const key = await presentKey(context, exchange)
  const seen = seenHolders.find(key.name)
  const find = () => records.findKeyHolder(key.digest)
  const [rateLimit, found] = await Promise.all([
    checkout.cache.limiter.take(key.limiterKey),
    seen ?? find(),
  ])
  const letInToCreate = (holder: KeyHolder | undefined) => {
    const admitted = letIn(context, exchange, { key, rateLimit, holder })
    if (admitted.isClosed)
      throw new CheckoutError('store_closed', 'This store is closed: it sells nothing any more.')
    return admitted
  }
  const holder = letInToCreate(found)
  return {
    holder,
    seen: seen && { digest: key.digest, currency: seen.currency },
    confirm: async () => (seen ? letInToCreate(await find()) : holder),
  }
}

/** No page and no address of it is refused for where it is. */
const isRefusedNothing = ({ keyKind, allowedOrigins }: KeyHolder) =>
  keyKind === 'secret' || allowedOrigins.length === 0

function readKey({ headers }: IncomingMessage) {
  if (!headers.authorization) {
    throw new CheckoutError(
      'missing_api_key',
      'Send your API key in the header Authorization: Bearer <API_KEY>.',
    )
  }
  const text = parseBearer(headers.authorization)
  const kind = text === undefined ? undefined : parseKeyKind(text)
  if (text === undefined || kind === undefined) throw invalidKey()
  return { text, kind }
}

export function assertSecretKey({ keyKind }: KeyHolder) {
  if (keyKind !== 'secret')
    throw invalidKey('This call needs the secret key; a public key was sent.')
}
