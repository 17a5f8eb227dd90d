import { createHash } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { isSessionId } from '../../auth/random.ts'
import { shareFinal } from '../../checkout/announce-session.ts'
import { createSession } from '../../checkout/create-session.ts'
import { expireSession, sessionNotFound } from '../../checkout/expire-session.ts'
import { type CheckoutSession, isTerminal, toStatus } from '../../checkout/session.ts'
import {
  CreateSessionHeaders,
  CreateSessionRequest,
  type CreateSessionResponse,
} from '../../contract/merchant.ts'
import { answerPreflight } from '../../web/cors.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { memberText } from './member-text.ts'
import { admitMerchant, assertSecretKey } from './merchant-auth.ts'
import { admitHolder } from './product-routes.ts'
import { parse } from '../../web/parse.ts'

/** spec §4.1 and §4.2 */
export function sessionRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/v1/checkout/sessions')
    .post((request, response) => postSession(context, request, response))
    .options(answerPreflight)
    .all(answerMethodNotAllowed('POST'))
  router
    .route('/v1/checkout/sessions/:id')
    .get((request: Request<{ id: string }>, response) => readSession(context, request, response))
    .options(answerPreflight)
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/v1/checkout/sessions/:id/expire')
    .post((request: Request<{ id: string }>, response) => endSession(context, request, response))
    .options(answerPreflight)
    .all(answerMethodNotAllowed('POST'))
  return router
}

async function postSession(context: HttpContext, request: Request, response: Response) {
  const holder = await admitHolder(context, request, response)
  const { value, text } = await readJsonBody(request, response)
  const key = parse(CreateSessionHeaders, { 'Idempotency-Key': request.get('idempotency-key') })[
    'Idempotency-Key'
  ]
  const session = await createSession(context.checkout, holder, {
    request: parse(CreateSessionRequest, value),
    metadataText: memberText(text, 'metadata') ?? null,
    ttlSeconds: context.sessionTtlSeconds,
    // White space aside it is the same request.
    idempotency:
      key === undefined
        ? undefined
        : { key, requestDigest: createHash('sha256').update(JSON.stringify(value)).digest() },
  })
  // Nobody waits for the copy: without it the page reads the record.
  void context.checkout.cache.sessions.put(session)
  const body: CreateSessionResponse = { url: `${context.urls.checkoutUrl}/${session.id}` }
  response.status(201).location(`/v1/checkout/sessions/${session.id}`).json(body)
}

async function readSession(
  context: HttpContext,
  request: Request<{ id: string }>,
  response: Response,
) {
  const { id } = request.params
  const session = await findSession(context, { id, request, response })
  if (!session) throw sessionNotFound()
  response.type('json').send(toBody(session))
}

/**
 * One round trip to the cache, one to the record. An open session always comes from the record, a
 * final one may come from the cache.
 */
async function findSession(
  { checkout: { cache }, records }: HttpContext,
  { id, request, response }: { id: string; request: Request; response: Response },
) {
  let cached: CheckoutSession | undefined
  const { holder, session } = await admitMerchant(
    request,
    response,
    async ({ digest, limiterKey }) => {
      const taken = await cache.sessions.takeAndFind(limiterKey, id)
      if (taken.session && isTerminal(taken.session)) cached = taken.session
      const isNeeded = cached === undefined && isSessionId(id)
      const found = isNeeded
        ? await records.findKeyHolderAndSession(digest, id)
        : await records.findKeyHolder(digest).then((it) => it && { holder: it, session: undefined })
      return { rateLimit: taken.rateLimit, found }
    },
  )
  assertSecretKey(holder)
  if (cached) return cached.storeId === holder.storeId ? cached : undefined
  if (session && isTerminal(session)) shareFinal(cache, session)
  return session
}

/** contract §3. It takes no body, and does not look at one. */
async function endSession(
  context: HttpContext,
  request: Request<{ id: string }>,
  response: Response,
) {
  const holder = await admitHolder(context, request, response)
  assertSecretKey(holder)
  const { id } = request.params
  if (!isSessionId(id)) throw sessionNotFound()
  const session = await expireSession(context.checkout, {
    storeId: holder.storeId,
    sessionId: id,
    by: 'secret_key',
  })
  response.type('json').send(toBody(session))
}

/** The metadata goes back as the text that came. */
function toBody({ state, order, metadata }: CheckoutSession) {
  const body = JSON.stringify({ status: toStatus(state), order })
  return metadata === null ? body : `${body.slice(0, -1)},"metadata":${metadata}}`
}
