import type { RequestHandler } from 'express'
import type { Callers } from '../../admission/callers.ts'
import { shareFinal } from '../../checkout/sessions/announce-session.ts'
import { sessionNotFound } from '../../checkout/errors.ts'
import { meantEmail } from '../../checkout/buyers/email-slips.ts'
import { completedPhone } from '../../checkout/buyers/phone.ts'
import { paySession } from '../../checkout/payments/pay-session.ts'
import { isTerminal } from '../../checkout/sessions/session.ts'
import { type Payments, viewCheckout, viewStatus } from '../../checkout/sessions/view-checkout.ts'
import { type EmailSuggestion, EmailSuggestionRequest } from '../../contract/buyer-email.ts'
import {
  type CheckoutView,
  PayRequest,
  type PayResponse,
  PhoneRequest,
  type PhoneResponse,
  type RestartResponse,
  type TokenResponse,
} from '../../contract/buyer.ts'
import type { Answer } from '../../web/answers/answer.ts'
import {
  type Exchange,
  type HotRoute,
  exchangeOf,
  inExpress,
} from '../../web/requests/before-express.ts'
import {
  answerErrors,
  type FailureContext,
  type ExtrasOf,
  forPrograms,
} from '../../web/answers/error-answers.ts'
import { receiptDigestOf, receiptKeyOf } from '../../web/requests/receipt-key.ts'
import { readBody } from '../../web/requests/json-body.ts'
import {
  type PageContext,
  admitBuyer,
  admitPage,
  findPage,
} from '../../web/requests/page-admission.ts'
import { correctionUrl } from '../../web/answers/correction-url.ts'
import { cancelPayment } from '../../web/cancel-payment.ts'
import { assertWithinLimit } from '../../web/answers/rate-limit-headers.ts'
import { type RestartContext, restartFor } from '../../web/restarts.ts'
import { routes } from '../../web/routes.ts'
import {
  type NoticeContext,
  pageLanguage,
  wantedLanguages,
  wantedNotice,
} from '../../web/requests/wanted-languages.ts'
import type { StatusStreams } from './status-streams.ts'

export type BuyerContext = PageContext &
  RestartContext &
  NoticeContext &
  FailureContext & {
    urls: { checkoutUrl: string }
    payments: Payments
    mailsBuyers: boolean
    callers: Pick<Callers, 'networksOf'>
  }

type Handle = (context: BuyerContext, exchange: Exchange, id: string) => Promise<Answer>

const PAY = '/:id/pay'

/** Only buyers see how many units are left. */
const leftOnly: ExtrasOf = ({ left }) => ({ ...(left !== undefined && { left }) })

/** The route on which buyers wait longest. */
export const hotBuyerHandlers = (context: BuyerContext): HotRoute[] => [
  {
    method: 'POST',
    pattern: PAY,
    extrasOf: leftOnly,
    handle: (exchange, id) => postPay(context, exchange, id),
  },
]

/** What the checkout element calls (contract §5), mounted at the checkout address. */
export function buyerRoutes(context: BuyerContext, streams: StatusStreams) {
  const bound = (handle: Handle) => inExpress((exchange, id) => handle(context, exchange, id))
  const options: RequestHandler<{ id: string }> = (request, response) =>
    answerBuyerPreflight(context, exchangeOf(request, response), request.params.id)
  return routes({
    '/:id/token': { post: bound(postToken), options },
    [PAY]: { post: bound(postPay), options },
    '/:id/cancel': { post: bound(postCancel), options },
    '/:id/phone': { post: bound(postPhone), options },
    '/:id/email-suggestion': { post: bound(postEmailSuggestion), options },
    '/:id/view': { get: bound(getView), options },
    '/:id/restart': { post: bound(postRestart), options },
    '/:id/events': {
      get: async (request, response) => {
        const exchange = exchangeOf(request, response)
        const { sessionId } = await admitBuyer(context, exchange, request.params.id)
        await streams.open(sessionId, response)
      },
      options,
    },
  }).use(forPrograms(answerErrors(context, leftOnly)))
}

async function answerBuyerPreflight(context: BuyerContext, exchange: Exchange, id: string) {
  await findPage(context, exchange, id)
  exchange.response
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'POST, GET',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Receipt-Key, Work-Answer',
      'Access-Control-Max-Age': '600',
    })
    .end()
}

const toAnswer = (body: object, status = 200): Answer => ({ status, json: JSON.stringify(body) })

async function postToken(context: BuyerContext, exchange: Exchange, id: string) {
  const page = await admitPage(context, exchange, id, context.records.openEmbedding)
  const now = context.checkout.clock.now()
  const { token, expiresAt } = await context.buyerTokens.issue({ ...page, now })
  const { view } = exchange.query as { view?: unknown }
  return toAnswer({
    token,
    expiresAt: expiresAt.toISOString(),
    ...(view === '1' && { view: await readView(context, page.sessionId, exchange) }),
  } satisfies TokenResponse)
}

async function getView(context: BuyerContext, exchange: Exchange, id: string) {
  await admitBuyer(context, exchange, id)
  return toAnswer(await readView(context, id, exchange))
}

async function readView(
  context: BuyerContext,
  sessionId: string,
  exchange: Exchange,
): Promise<CheckoutView> {
  const { cache, db } = context.checkout
  const found = await db.findSessionAndNow(sessionId)
  if (!found) throw sessionNotFound()
  const { session, now, receiptDigest: kept, confirmation, tracking } = found
  if (isTerminal(session)) shareFinal(cache, session)
  return viewCheckout(session, {
    language: pageLanguage(exchange, session.store.language),
    now,
    payments: context.payments,
    checkoutUrl: context.urls.checkoutUrl,
    receiptDigest: receiptDigestOf(exchange.request),
    kept,
    confirmation,
    tracking,
    correctUrl: correctionUrl(context, sessionId, receiptKeyOf(exchange.request)),
    guaranteeNotice: wantedNotice(context, session.store, exchange),
  })
}

/** Needs what a request for a token needs. The page then asks for a token of the new session. */
async function postRestart(context: BuyerContext, exchange: Exchange, id: string) {
  const { sessionId } = await admitPage(context, exchange, id)
  const session = await restartFor(context, { sessionId, response: exchange.response })
  const url = `${context.urls.checkoutUrl}/${session}`
  return toAnswer({ session, url } satisfies RestartResponse)
}

async function postCancel(context: BuyerContext, exchange: Exchange, id: string) {
  const { sessionId } = await admitBuyer(context, exchange, id)
  await cancelPayment(context.checkout, { sessionId, response: exchange.response })
  const session = await context.checkout.db.findSession(sessionId)
  if (!session) throw sessionNotFound()
  return toAnswer(viewStatus(session))
}

/** A buyer who corrects what they typed stays below this, and nothing is asked of the record for it. */
const TYPED_RATE = { perSecond: 1, burst: 10 }

async function postPhone(context: BuyerContext, exchange: Exchange, id: string) {
  const { sessionId } = await admitBuyer(context, exchange, id)
  const { limiter } = context.checkout.cache
  assertWithinLimit(exchange.response, await limiter.take(`phones:${sessionId}`, TYPED_RATE))
  const { phone, country } = await readBody(PhoneRequest, exchange.request, exchange.response)
  return toAnswer({ phone: completedPhone(phone, country) } satisfies PhoneResponse)
}

async function postEmailSuggestion(context: BuyerContext, exchange: Exchange, id: string) {
  const { sessionId } = await admitBuyer(context, exchange, id)
  const { limiter } = context.checkout.cache
  assertWithinLimit(exchange.response, await limiter.take(`emails:${sessionId}`, TYPED_RATE))
  const { email } = await readBody(EmailSuggestionRequest, exchange.request, exchange.response)
  return toAnswer({ email: meantEmail(email) } satisfies EmailSuggestion)
}

async function postPay(context: BuyerContext, exchange: Exchange, id: string) {
  const { request, response, address, query } = exchange
  const { sessionId } = await admitBuyer(context, exchange, id)
  const sent = await readBody(PayRequest, request, response)
  const outcome: PayResponse = await paySession(context.checkout, {
    sessionId,
    request: sent,
    languages: wantedLanguages({ headers: request.headers, query }),
    pageLanguage: (ofStore) => pageLanguage(exchange, ofStore),
    networks: context.callers.networksOf(address),
    workAnswer: request.headers['work-answer']?.toString(),
    receiptDigest: receiptDigestOf(request),
  })
  return toAnswer(outcome, outcome.status === 'complete' ? 200 : 202)
}
