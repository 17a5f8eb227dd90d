import type { BuyerTokens } from '../../auth/buyer-tokens.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { IncomingMessage } from 'node:http'
import { parseBearer } from '../../auth/bearer.ts'
import { CheckoutError, sessionNotFound } from '../../checkout/errors.ts'
import type { Rate } from '../../checkout/ports/cache.ts'
import type { Embedding, Records } from '../../checkout/ports/platform-records.ts'
import { readAuthorization } from './authorization.ts'
import type { Exchange } from './before-express.ts'
import { allowOrigin, browserOrigin, isAllowedOrigin } from '../answers/cors.ts'
import { assertWithinLimit } from '../answers/rate-limit-headers.ts'
import { type SessionAdmission, admitSession } from './session-admission.ts'

export type PageContext = SessionAdmission & {
  urls: { checkoutOrigin: string }
  checkout: CheckoutDeps
  records: Pick<Records, 'findEmbedding' | 'openEmbedding'>
  buyerTokens: BuyerTokens
}

/** `origin`: that of the merchant's page that the request comes from, or `hosted`. */
export type BuyerPage = { sessionId: string; storeId: string; origin: string; sessionEndsAt: Date }

/** The limit of a session's pages: far above what people do, whatever `RATE_LIMIT` is. */
const PAGE_RATE: Rate = { perSecond: 20, burst: 200 }

/**
 * Which page sent the request. Browsers send `Origin` to other origins and leave it out of reads of
 * the same origin. Where a browser hides the origin of a form, it still says whether that is the
 * same. A request without these headers comes from no browser and counts as the hosted page's.
 */
export function pageOrigin(request: IncomingMessage, checkoutOrigin: string) {
  const site = request.headers['sec-fetch-site']
  if (request.headers.origin === 'null' && site === 'same-origin') return 'hosted'
  if (request.headers.origin === undefined) {
    return site === undefined || site === 'same-origin' || site === 'none' ? 'hosted' : undefined
  }
  const origin = browserOrigin(request)
  return origin === checkoutOrigin ? 'hosted' : origin
}

type FindEmbedding = (sessionId: string, origin: string | null) => Promise<Embedding | undefined>

/** Finds who asks, and lets the page read the answer. A 404 may be read anywhere. */
export async function findPage(
  context: PageContext,
  { request, response, address }: Exchange,
  id: string,
  find: FindEmbedding = context.records.findEmbedding,
) {
  const origin = pageOrigin(request, context.urls.checkoutOrigin)
  const isKnown = await admitSession(context, id, { address, response })
  const embedding = isKnown ? await find(id, origin ?? null) : undefined
  const isAllowed =
    origin === 'hosted' ||
    (origin !== undefined && isAllowedOrigin(embedding?.allowedOrigins ?? [], origin))
  if (isAllowed && origin !== 'hosted') allowOrigin(response, origin)
  return { embedding, allowedOrigin: isAllowed ? origin : undefined }
}

/**
 * Admits requests for a known session from a page that may show it. @throws {CheckoutError}
 * session_not_found, origin_not_allowed, rate_limited
 */
export async function admitPage(
  context: PageContext,
  exchange: Exchange,
  id: string,
  find?: FindEmbedding,
): Promise<BuyerPage> {
  const { request, response } = exchange
  const { embedding, allowedOrigin } = await findPage(context, exchange, id, find)
  if (!embedding) throw sessionNotFound()
  assertWithinLimit(response, await context.checkout.cache.limiter.take(`session:${id}`, PAGE_RATE))
  if (allowedOrigin === undefined) {
    // The page may read this refusal: it says no more than a caller without a browser learns
    // (decision 88).
    const origin = browserOrigin(request)
    if (origin !== undefined) allowOrigin(response, origin)
    throw new CheckoutError(
      'origin_not_allowed',
      'This page’s origin is not among the store’s allowed origins.',
    )
  }
  return {
    sessionId: id,
    storeId: embedding.storeId,
    origin: allowedOrigin,
    sessionEndsAt: embedding.expiresAt,
  }
}

/**
 * As `admitPage`, and the request needs a buyer token for this session and page. @throws
 * {CheckoutError} invalid_token, too
 */
export async function admitBuyer(
  context: PageContext,
  exchange: Exchange,
  id: string,
): Promise<BuyerPage> {
  const page = await admitPage(context, exchange, id)
  const token = parseBearer(readAuthorization(exchange.request) ?? '', { maxLength: 2048 })
  const isValid =
    token !== undefined &&
    (await context.buyerTokens.isValid(token, page, context.checkout.clock.now()))
  if (!isValid)
    throw new CheckoutError(
      'invalid_token',
      'The buyer token is missing or not valid for this session and page; ask for a new one.',
    )
  return page
}
