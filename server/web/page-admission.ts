import type { BuyerTokens } from '../auth/buyer-tokens.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { Request, Response } from 'express'
import { parseBearer } from '../auth/bearer.ts'
import { CheckoutError } from '../checkout/errors.ts'
import type { Rate } from '../checkout/ports/cache.ts'
import type { Embedding, Records } from '../checkout/ports/platform-records.ts'
import { allowOrigin, browserOrigin, isAllowedOrigin } from './cors.ts'
import { sessionNotFound } from './refusals.ts'
import { assertWithinLimit } from './rate-limit-headers.ts'
import { type SessionAdmission, admitSession } from './session-admission.ts'

/** What lets the requests of a session's page in. */
export type PageContext = SessionAdmission & {
  urls: { checkoutOrigin: string }
  checkout: CheckoutDeps
  records: Pick<Records, 'findEmbedding' | 'openEmbedding'>
  buyerTokens: BuyerTokens
}

export type BuyerRequest = Request<{ id: string }>

/** The page a buyer's request comes from: `hosted`, or the origin of a merchant's page. */
export type BuyerPage = { sessionId: string; storeId: string; origin: string; sessionEndsAt: Date }

/**
 * What the pages of one session may ask; far above what people do, whatever the merchants' limit
 * is.
 */
const PAGE_RATE: Rate = { perSecond: 20, burst: 200 }

/**
 * Which page a request says it comes from. A browser always says it for a request to another
 * origin; a same-origin read carries no `Origin`, and a request from no browser at all could say
 * anything, so it counts as one of the hosted page.
 */
function pageOrigin(request: Request, checkoutOrigin: string) {
  if (request.headers.origin === undefined) {
    const site = request.headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none' ? 'hosted' : undefined
  }
  const origin = browserOrigin(request)
  return origin === checkoutOrigin ? 'hosted' : origin
}

type FindEmbedding = (sessionId: string, origin: string | null) => Promise<Embedding | undefined>

/**
 * Looks who asks, and tells the browser of a page that may. A session that nobody knows has no
 * list: its 404 may be read anywhere.
 */
export async function findPage(
  context: PageContext,
  request: BuyerRequest,
  response: Response,
  find: FindEmbedding = context.records.findEmbedding,
) {
  const { id } = request.params
  const origin = pageOrigin(request, context.urls.checkoutOrigin)
  const isKnown = await admitSession(context, id, { address: request.ip, response })
  const embedding = isKnown ? await find(id, origin ?? null) : undefined
  const isAllowed =
    origin === 'hosted' ||
    (origin !== undefined && isAllowedOrigin(embedding?.allowedOrigins ?? [], origin))
  if (isAllowed && origin !== 'hosted') allowOrigin(response, origin)
  return { embedding, allowedOrigin: isAllowed ? origin : undefined }
}

/**
 * Lets in requests for a session that exists, from a page that may show it. @throws {CheckoutError}
 * session_not_found, origin_not_allowed, rate_limited
 */
export async function admitPage(
  context: PageContext,
  request: BuyerRequest,
  response: Response,
  find?: FindEmbedding,
): Promise<BuyerPage> {
  const { id } = request.params
  const { embedding, allowedOrigin } = await findPage(context, request, response, find)
  if (!embedding) throw sessionNotFound()
  assertWithinLimit(response, await context.checkout.cache.limiter.take(`session:${id}`, PAGE_RATE))
  if (allowedOrigin === undefined) {
    // The refusal may be read there (decision 88): it says no more than who sends it by other means hears.
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
 * As `admitPage`, with a buyer token that was issued for this session to this page. @throws
 * {CheckoutError} invalid_token, too
 */
export async function admitBuyer(
  context: PageContext,
  request: BuyerRequest,
  response: Response,
): Promise<BuyerPage> {
  const page = await admitPage(context, request, response)
  const token = parseBearer(request.headers.authorization ?? '', { maxLength: 2048 })
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
