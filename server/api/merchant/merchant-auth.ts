import type { Request, Response } from 'express'
import { digestOf, parseKeyKind } from '../../auth/api-keys.ts'
import { parseBearer } from '../../auth/bearer.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { Callers } from '../../admission/callers.ts'
import { takeFromNetworks } from '../../admission/network-limits.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { Rate, RateLimit } from '../../checkout/ports/cache.ts'
import type { KeyHolder, Records } from '../../checkout/ports/platform-records.ts'
import { allowOrigin, browserOrigin, isAllowedOrigin } from '../../web/cors.ts'
import { assertWithinLimit } from '../../web/rate-limit-headers.ts'
import { noteKeyUse } from '../../web/request-log.ts'

/** What the merchant API works with. */
export type MerchantContext = {
  urls: { checkoutUrl: string }
  checkout: CheckoutDeps
  records: Pick<
    Records,
    'findKeyHolder' | 'findKeyHolderAndSession' | 'listProducts' | 'findProduct'
  >
  sessionTtlSeconds: number
  callers: Pick<Callers, 'admit' | 'remember' | 'forget' | 'networksOf'>
  /** What a key may ask. */
  rateLimit: Rate
}

/** A public key is everybody's: one customer's network may use up so much of what it may ask. */
const PUBLIC_KEY_SHARE = 1 / 5

const invalidKey = (message = 'This API key is not valid; it may have been regenerated.') =>
  new CheckoutError('invalid_api_key', message)

/**
 * A key as it came: its digest for the record, and a name for its limit that does not give the key
 * away.
 */
export type PresentedKey = { digest: Buffer; limiterKey: string }

/**
 * Lets a request in whose key and plan allow it, in the order of contract §3: header, key, rate
 * limit, plan. `ask` takes from the key's limit and looks the holder up. @throws {CheckoutError}
 * missing_api_key, invalid_api_key, rate_limited, busy, origin_not_allowed, plan_required
 */
export async function admitMerchant<Found extends { holder: KeyHolder }>(
  context: MerchantContext,
  { request, response }: { request: Request; response: Response },
  ask: (key: PresentedKey) => Promise<{ rateLimit: RateLimit; found: Found | undefined }>,
): Promise<Found> {
  const { callers, records } = context
  const { text, kind } = readKey(request)
  const digest = digestOf(text)
  const name = digest.toString('base64url')
  const isKnown = await callers.admit(
    { kind: 'key', name, address: request.ip },
    { isKnown: async () => (await records.findKeyHolder(digest)) !== undefined },
  )
  if (!isKnown) throw invalidKey()
  const share = kind === 'public' ? await takeShare(context, { name, request }) : undefined
  if (share?.allowed === false) assertWithinLimit(response, share)
  const { rateLimit, found } = await ask({ digest, limiterKey: `key:${name}` })
  const isSecretInBrowser = kind === 'secret' && request.headers.origin !== undefined
  if (found)
    noteKeyUse(response, {
      storeId: found.holder.storeId,
      keyDigest: digest,
      keyKind: found.holder.keyKind,
      isSecretInBrowser,
    })
  else callers.forget({ kind: 'key', name })
  if (isSecretInBrowser) {
    throw invalidKey(
      'A secret key came from a browser, where everyone can read it. Use it on your server only, and regenerate it.',
    )
  }
  if (!found) throw invalidKey()
  const { keyKind, plan, allowedOrigins } = found.holder
  if (keyKind === 'public') admitOrigin(request, response, allowedOrigins)
  assertWithinLimit(response, rateLimit)
  if (plan === 'free')
    throw new CheckoutError(
      'plan_required',
      'This store’s plan has no API access; it needs the Basic or Pro plan.',
    )
  return found
}

/** What the networks of this address may still ask with a public key. */
const takeShare = (
  { callers, checkout: { cache }, rateLimit: { perSecond, burst } }: MerchantContext,
  { name, request }: { name: string; request: Request },
) =>
  takeFromNetworks(cache.limiter, callers.networksOf(request.ip), {
    purpose: `key-share:${name}`,
    rate: { perSecond: perSecond * PUBLIC_KEY_SHARE, burst: Math.ceil(burst * PUBLIC_KEY_SHARE) },
  })

/** Tells a browser that it may read the answer, if its page is one of the store's. */
function admitOrigin(request: Request, response: Response, allowedOrigins: string[]) {
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

/** Lets a request with a key of either kind in. */
export async function admitHolder(context: MerchantContext, request: Request, response: Response) {
  const { checkout, records } = context
  const { holder } = await admitMerchant(
    context,
    { request, response },
    async ({ digest, limiterKey }) => {
      const [rateLimit, found] = await Promise.all([
        checkout.cache.limiter.take(limiterKey),
        records.findKeyHolder(digest),
      ])
      return { rateLimit, found: found && { holder: found } }
    },
  )
  return holder
}

function readKey({ headers }: Request) {
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
