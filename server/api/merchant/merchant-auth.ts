import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as z from 'zod'
import { digestOf, markOf, parseKeyKind } from '../../auth/api-keys.ts'
import { parseBearer } from '../../auth/bearer.ts'
import type { KeyKind } from '../../contract/platform/platform.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { Callers } from '../../admission/callers.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { Recent } from '../../cache/memory/recent.ts'
import type { Rate, RateLimit } from '../../checkout/ports/cache.ts'
import type { SeenKey } from '../../checkout/ports/session-creation.ts'
import type { KeyHolder, Records } from '../../checkout/ports/platform-records.ts'
import { allowOrigin, browserOrigin, isAllowedOrigin } from '../../web/answers/cors.ts'
import { parse } from '../../web/requests/parse.ts'
import { readAuthorization } from '../../web/requests/authorization.ts'
import { assertWithinLimit } from '../../web/answers/rate-limit-headers.ts'
import { assertWithinShare } from '../../web/requests/network-share.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { noteKeyUse } from '../../web/requests/request-log.ts'

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
    | 'updateProduct'
    | 'listSessions'
  >
  sessionTtlSeconds: number
  callers: Pick<Callers, 'admit' | 'remember' | 'forget' | 'networksOf'>
  /** The limit of each key. */
  rateLimit: Rate
  /**
   * Holders by the digest of their key, as the record had them a moment ago. Only holders for whom
   * origin does not matter are kept.
   */
  seenHolders: Recent<KeyHolder>
}

const invalidKey = (message = 'This API key is not valid; it may have been regenerated.') =>
  new CheckoutError('invalid_api_key', message)

/** The names hold the key's digest, so that logs and limits never show the key. */
export type PresentedKey = {
  digest: Buffer
  name: string
  kind: KeyKind
  limiterKey: string
}

/**
 * Reads the request's key, before anything else is checked (contract §3). @throws {CheckoutError}
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
    { kind: 'key', name, mark: markOf(text), address },
    { isKnown: async () => (await records.findKeyHolder(digest)) !== undefined },
  )
  if (!isKnown) throw invalidKey()
  if (kind === 'public')
    await assertWithinShare(context, { purpose: `key-share:${name}`, address, response })
  return { digest, name, kind, limiterKey: `key:${name}` }
}

type LimitedKey = { key: PresentedKey; rateLimit: RateLimit }

/**
 * Checks in the order of contract §3: key, origin, rate limit, plan. @throws {CheckoutError}
 * invalid_api_key, origin_not_allowed, rate_limited, plan_required
 */
export function letIn(
  { callers, seenHolders }: MerchantContext,
  { request, response }: Exchange,
  {
    key: { digest, name, kind },
    rateLimit,
    holder,
  }: LimitedKey & { holder: KeyHolder | undefined },
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

/** Lets the browser read the answer. @throws {CheckoutError} origin_not_allowed */
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
 * Admits a public or secret key, then parses the query. @throws {CheckoutError} invalid_request,
 * and all errors of the key
 */
export async function admitHolder<Schema extends z.ZodType>(
  context: MerchantContext,
  exchange: Exchange,
  query: Schema,
) {
  const { holder } = await findAdmitted(context, exchange)
  return { holder, query: parse(query, exchange.query) }
}

/** Admits a secret key only, then parses the query. */
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
 * `seen` is set when the holder is remembered and not read: the statement that creates the session
 * must check the key. `confirm` reads the holder from the record.
 */
export type AdmittedCreator = {
  holder: KeyHolder
  seen: SeenKey | undefined
  confirm: () => Promise<KeyHolder>
}

/** Admits a request that creates a session. A key that was read a moment ago is not read again. */
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

/** True when no origin and no page can be refused, so that the holder may be remembered. */
const isRefusedNothing = ({ keyKind, allowedOrigins }: KeyHolder) =>
  keyKind === 'secret' || allowedOrigins.length === 0

function readKey(request: IncomingMessage) {
  const header = readAuthorization(request)
  if (header === '') {
    throw new CheckoutError(
      'missing_api_key',
      'Send your API key in the header Authorization: Bearer <API_KEY>.',
    )
  }
  if (header === undefined) throw invalidKey('Send one Authorization header; there were several.')
  const text = parseBearer(header, { maxLength: header.length })
  if (text === undefined || /\W/.test(text)) {
    throw invalidKey(
      'The header has to look like Authorization: Bearer <API_KEY>, with nothing else in it.',
    )
  }
  const kind = parseKeyKind(text)
  if (kind === undefined) throw invalidKey()
  return { text, kind }
}

export function assertSecretKey({ keyKind }: KeyHolder) {
  if (keyKind !== 'secret')
    throw invalidKey('This call needs the secret key; a public key was sent.')
}
