import type { Receipts } from '../../auth/receipts.ts'
import { shareFinal } from '../../checkout/sessions/announce-session.ts'
import {
  type CreateSessionInput,
  createSession,
  createSessionAtOnce,
} from '../../checkout/sessions/create-session.ts'
import { expireSession, sessionNotFound } from '../../checkout/sessions/expire-session.ts'
import type { KeyHolder, OpenSession } from '../../checkout/ports/platform-records.ts'
import {
  type CheckoutSession,
  isTerminal,
  toStatus,
  isSessionId,
} from '../../checkout/sessions/session.ts'
import {
  CreateSessionRequest,
  type CreateSessionResponse,
  GetSessionQuery,
} from '../../contract/merchant.ts'
import { ListSessionsQuery } from '../../contract/merchant-orders.ts'
import { currentTraceparent } from '../../tracing/spans.ts'
import type { Answer } from '../../web/answers/answer.ts'
import type { Exchange, HotRoute } from '../../web/requests/before-express.ts'
import { readJsonBody } from '../../web/requests/json-body.ts'
import { goneSignal } from './gone-signal.ts'
import { jsonWith } from '../../web/answers/json-text.ts'
import { memberText } from './member-text.ts'
import {
  type MerchantContext,
  admitCreator,
  admitServer,
  type PresentedKey,
  assertSecretKey,
  letIn,
  presentKey,
} from './merchant-auth.ts'
import { parse } from '../../web/requests/parse.ts'
import { NoQuery } from '../../web/requests/queries.ts'
import { merchantRoutes } from './merchant-routes.ts'
import { readIdempotency, readRequestKey } from './request-keys.ts'
import { listSessions } from './session-list.ts'
import type { SessionWaits } from './session-waits.ts'

export type SessionContext = MerchantContext & {
  waits: Pick<SessionWaits, 'untilFinal'>
  receipts: Pick<Receipts, 'of'>
}

type ReadSession = CheckoutSession | OpenSession

const SESSIONS = '/v1/checkout/sessions'
const SESSION = `${SESSIONS}/:id`

/** spec §4.1 and §4.2: the routes that merchants' servers call most. */
export const hotSessionHandlers = (context: SessionContext): HotRoute[] => [
  { method: 'POST', pattern: SESSIONS, handle: (exchange) => postSession(context, exchange) },
  {
    method: 'GET',
    pattern: SESSION,
    handle: (exchange, id) => readSession(context, exchange, id),
  },
]

export const sessionRoutes = (context: SessionContext) =>
  merchantRoutes(context, {
    [SESSIONS]: { get: getSessions, post: postSession },
    [SESSION]: { get: readSession },
    [`${SESSION}/expire`]: { post: endSession },
  })

async function getSessions(context: MerchantContext, exchange: Exchange): Promise<Answer> {
  const { holder, query } = await admitServer(context, exchange, ListSessionsQuery)
  return { status: 200, json: await listSessions(context, holder.storeId, query) }
}

async function postSession(context: MerchantContext, exchange: Exchange): Promise<Answer> {
  const { checkout, callers, urls } = context
  const creator = await admitCreator(context, exchange)
  const input = await readInput(context, exchange).catch(async (error: unknown) => {
    // An error of the key is reported before one of the body.
    await creator.confirm()
    throw error
  })
  const session =
    (await createSessionAtOnce(checkout, creator, input)) ??
    (await createSession(checkout, await creator.confirm(), input))
  callers.remember({ kind: 'session', name: session.id })
  // Not awaited: without the copy the page reads the record.
  void checkout.cache.sessions.put(session)
  const body: CreateSessionResponse = { url: `${urls.checkoutUrl}/${session.id}` }
  return {
    status: 201,
    headers: { Location: `${SESSIONS}/${session.id}` },
    json: JSON.stringify(body),
  }
}

async function readInput(
  { sessionTtlSeconds }: MerchantContext,
  { request, response, query }: Exchange,
): Promise<CreateSessionInput> {
  parse(NoQuery, query)
  const { value, text } = await readJsonBody(request, response)
  return {
    request: parse(CreateSessionRequest, value),
    metadataText: memberText(text, 'metadata') ?? null,
    ttlSeconds: sessionTtlSeconds,
    traceparent: currentTraceparent(),
    // Two requests that differ in white space only are the same.
    idempotency: readIdempotency(request, () => JSON.stringify(value)),
  }
}

async function readSession(
  context: SessionContext,
  exchange: Exchange,
  id: string,
): Promise<Answer> {
  const { sessions } = context.checkout.cache
  const key = await presentKey(context, exchange)
  const history = sessions.history()
  const { rateLimit, session: copy } = await sessions.takeAndFindFinal(key.limiterKey, id)
  const { holder, session } = await findHolderAndSession(context, { key, id, copy, history })
  assertSecretKey(letIn(context, exchange, { key, rateLimit, holder }))
  const { wait } = parse(GetSessionQuery, exchange.query)
  const shown =
    session && wait !== undefined && toStatus(session.state) === 'open'
      ? await untilFinal(context, exchange, { id, key: key.name, seconds: wait })
      : session
  if (!shown) throw sessionNotFound()
  return {
    status: 200,
    headers:
      shown.state === 'complete' ? { 'Checkout-Receipt': await context.receipts.of(shown) } : {},
    json: toBody(shown),
  }
}

async function untilFinal(
  { checkout: { cache }, waits }: SessionContext,
  { response }: Exchange,
  { id, ...wait }: { id: string; key: string; seconds: number },
) {
  const session = await waits.untilFinal(id, { ...wait, gone: goneSignal(response) })
  if (session && isTerminal(session)) shareFinal(cache, session)
  return session
}

type ReadRequest = {
  key: PresentedKey
  id: string
  copy: CheckoutSession | undefined
  history: string | undefined
}

type SessionLookup = { holder: KeyHolder | undefined; session?: ReadSession | undefined }

/**
 * An open session is read from the record, by a statement that reads no more than the answer holds.
 * A final one may come from the cache, unless the cache's history changed meanwhile: a promoted
 * database may have lost the session, and its first answer shows that.
 */
async function findHolderAndSession(
  { checkout: { cache }, records, seenHolders }: MerchantContext,
  { key: { digest, name }, id, copy, history }: ReadRequest,
): Promise<SessionLookup> {
  if (copy) {
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

/** contract §3. A body is ignored. */
async function endSession(
  context: MerchantContext,
  exchange: Exchange,
  id: string,
): Promise<Answer> {
  const { holder } = await admitServer(context, exchange, NoQuery)
  const request = readRequestKey(exchange.request, holder, () => `expire ${id}`)
  if (!isSessionId(id)) throw sessionNotFound()
  const session = await expireSession(context.checkout, {
    storeId: holder.storeId,
    sessionId: id,
    by: 'secret_key',
    request,
  })
  return { status: 200, json: toBody(session) }
}

/** The metadata is returned as the text that was sent. */
function toBody({ state, order, metadata }: ReadSession) {
  const body = { status: toStatus(state), order }
  return metadata === null ? JSON.stringify(body) : jsonWith(body, 'metadata', metadata)
}
