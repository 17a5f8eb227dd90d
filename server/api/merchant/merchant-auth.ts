import type { Request, Response } from 'express'
import { digestOf, parseKeyKind } from '../../auth/api-keys.ts'
import { parseBearer } from '../../auth/bearer.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { RateLimit } from '../../checkout/ports/cache.ts'
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
}

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
 * missing_api_key, invalid_api_key, rate_limited, plan_required
 */
export async function admitMerchant<Found extends { holder: KeyHolder }>(
  request: Request,
  response: Response,
  ask: (key: PresentedKey) => Promise<{ rateLimit: RateLimit; found: Found | undefined }>,
): Promise<Found> {
  const key = readKey(request)
  const digest = digestOf(key.text)
  const { rateLimit, found } = await ask({
    digest,
    limiterKey: `key:${digest.toString('base64url')}`,
  })
  const isSecretInBrowser = key.kind === 'secret' && request.headers.origin !== undefined
  if (found)
    noteKeyUse(response, {
      storeId: found.holder.storeId,
      keyDigest: digest,
      keyKind: found.holder.keyKind,
      isSecretInBrowser,
    })
  if (isSecretInBrowser) {
    throw invalidKey(
      'A secret key came from a browser, where everyone can read it. Use it on your server only, and regenerate it.',
    )
  }
  if (!found) throw invalidKey()
  const { keyKind, plan, allowedOrigins } = found.holder
  const origin = browserOrigin(request)
  if (origin !== undefined && keyKind === 'public' && isAllowedOrigin(allowedOrigins, origin))
    allowOrigin(response, origin)
  assertWithinLimit(response, rateLimit)
  if (plan === 'free')
    throw new CheckoutError(
      'plan_required',
      'This store’s plan has no API access; it needs the Basic or Pro plan.',
    )
  return found
}

/** Lets a request with a key of either kind in. */
export async function admitHolder(
  { checkout: { cache }, records }: MerchantContext,
  request: Request,
  response: Response,
) {
  const { holder } = await admitMerchant(request, response, async ({ digest, limiterKey }) => {
    const [rateLimit, found] = await Promise.all([
      cache.limiter.take(limiterKey),
      records.findKeyHolder(digest),
    ])
    return { rateLimit, found: found && { holder: found } }
  })
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
