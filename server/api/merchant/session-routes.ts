import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { shareFinal } from '../../checkout/announce-session.ts'
import {
  type CreateSessionInput,
  createSession,
  createSessionAtOnce,
} from '../../checkout/create-session.ts'
import { expireSession, sessionNotFound } from '../../checkout/expire-session.ts'
import type { KeyHolder, OpenSession } from '../../checkout/ports/platform-records.ts'
import { type CheckoutSession, isTerminal, toStatus, isSessionId } from '../../checkout/session.ts'
import {
  CreateSessionHeaders,
  CreateSessionRequest,
  type CreateSessionResponse,
} from '../../contract/merchant.ts'
import { answerPreflight } from '../../web/cors.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { memberText } from './member-text.ts'
import {
  type MerchantContext,
  admitCreator,
  admitHolder,
  type PresentedKey,
  assertSecretKey,
  letIn,
  presentKey,
} from './merchant-auth.ts'
import { parse } from '../../web/parse.ts'
import { routes } from '../../web/routes.ts'

/** What the merchant's read says of a session. */
type ReadSession = CheckoutSession | OpenSession

type IdRequest = Request<{ id: string }>

/** spec §4.1 and §4.2 */
export const sessionRoutes = (context: MerchantContext) =>
  routes({
    '/v1/checkout/sessions': {
      post: (request, response) => postSession(context, request, response),
      options: answerPreflight,
    },
    '/v1/checkout/sessions/:id': {
      get: (request, response) => readSession(context, request, response),
      options: answerPreflight,
    },
    '/v1/checkout/sessions/:id/expire': {
      post: (request, response) => endSession(context, request, response),
      options: answerPreflight,
    },
  })

async function postSession(context: MerchantContext, request: Request, response: Response) {
  const { checkout, callers, urls } = context
  const creator = await admitCreator(context, { request, response })
  const input = await readInput(context, request, response).catch(async (error: unknown) => {
    // What is wrong with the key is said first.
    await creator.confirm()
    throw error
  })
  const session =
    (await createSessionAtOnce(checkout, creator, input)) ??
    (await createSession(checkout, await creator.confirm(), input))
  callers.remember({ kind: 'session', name: session.id })
  // Nobody waits for the copy: without it the page reads the record.
  void checkout.cache.sessions.put(session)
  const body: CreateSessionResponse = { url: `${urls.checkoutUrl}/${session.id}` }
  response.status(201).location(`/v1/checkout/sessions/${session.id}`).json(body)
}

async function readInput(
  { sessionTtlSeconds }: MerchantContext,
  request: Request,
  response: Response,
): Promise<CreateSessionInput> {
  const { value, text } = await readJsonBody(request, response)
  const key = parse(CreateSessionHeaders, { 'Idempotency-Key': request.get('idempotency-key') })[
    'Idempotency-Key'
  ]
  return {
    request: parse(CreateSessionRequest, value),
    metadataText: memberText(text, 'metadata') ?? null,
    ttlSeconds: sessionTtlSeconds,
    // White space aside it is the same request.
    idempotency:
      key === undefined
        ? undefined
        : { key, requestDigest: createHash('sha256').update(JSON.stringify(value)).digest() },
  }
}

async function readSession(context: MerchantContext, request: IdRequest, response: Response) {
  const { id } = request.params
  const { sessions } = context.checkout.cache
  const key = await presentKey(context, { request, response })
  const history = sessions.history()
  const { rateLimit, session: copy } = await sessions.takeAndFind(key.limiterKey, id)
  const { holder, session } = await findHolderAndSession(context, { key, id, copy, history })
  assertSecretKey(letIn(context, { request, response }, { key, rateLimit, holder }))
  if (!session) throw sessionNotFound()
  response.type('json').send(toBody(session))
}

type Asked = {
  key: PresentedKey
  id: string
  copy: CheckoutSession | undefined
  history: string | undefined
}

type Found = { holder: KeyHolder | undefined; session?: ReadSession | undefined }

/**
 * An open session always comes from the record, by a statement that asks for no more than the answer
 * holds. A final one may come from the cache: unless the record turns out to have lost it, since a
 * promotion is noticed with the first answer from what was promoted.
 */
async function findHolderAndSession(
  { checkout: { cache }, records, seenHolders }: MerchantContext,
  { key: { digest, name }, id, copy, history }: Asked,
): Promise<Found> {
  if (copy && isTerminal(copy)) {
    const holder = await records.findKeyHolder(digest)
    if (cache.sessions.history() === history)
      return { holder, session: copy.storeId === holder?.storeId ? copy : undefined }
  }
  if (!isSessionId(id)) return { holder: await records.findKeyHolder(digest) }
  const holder = seenHolders.find(name)
  const session = holder && (await records.findOpenSession(digest, id))
  if (session) return { holder, session }
  const found = await records.findKeyHolderAndSession(digest, id)
  if (found?.session && isTerminal(found.session)) shareFinal(cache, found.session)
  return found ?? { holder: undefined }
}

/** contract §3. It takes no body, and does not look at one. */
async function endSession(context: MerchantContext, request: IdRequest, response: Response) {
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
function toBody({ state, order, metadata }: ReadSession) {
  const body = JSON.stringify({ status: toStatus(state), order })
  return metadata === null ? body : `${body.slice(0, -1)},"metadata":${metadata}}`
}
