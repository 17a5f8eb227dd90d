import type { RequestHandler, Response } from 'express'
import type { Callers } from '../../admission/callers.ts'
import { shareFinal } from '../../checkout/announce-session.ts'
import { sessionNotFound } from '../../checkout/errors.ts'
import { giveUpPayment } from '../../checkout/give-up-payment.ts'
import { meantEmail } from '../../checkout/email-slips.ts'
import { completedPhone } from '../../checkout/phone.ts'
import { paySession } from '../../checkout/pay-session.ts'
import { isTerminal } from '../../checkout/session.ts'
import { type Payments, viewCheckout, viewStatus } from '../../checkout/view-checkout.ts'
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
import { answerErrors, type FailureContext } from '../../web/error-answers.ts'
import { receiptDigestOf } from '../../web/receipt-key.ts'
import { readBody } from '../../web/json-body.ts'
import {
  type BuyerRequest,
  type PageContext,
  admitBuyer,
  admitPage,
  findPage,
} from '../../web/page-admission.ts'
import { correctionUrl } from '../../web/correction-url.ts'
import { assertWithinLimit } from '../../web/rate-limit-headers.ts'
import { type RestartContext, restartFor } from '../../web/restarts.ts'
import { routes } from '../../web/routes.ts'
import { wantedLanguages } from '../../web/wanted-languages.ts'
import type { StatusStreams } from './status-streams.ts'

export type BuyerContext = PageContext &
  RestartContext &
  FailureContext & {
    urls: { checkoutUrl: string }
    payments: Payments
    mailsBuyers: boolean
    callers: Pick<Callers, 'networksOf'>
  }

/** What the checkout element calls (contract §5), mounted at the checkout address. */
export function buyerRoutes(context: BuyerContext, streams: StatusStreams) {
  const bound =
    (handle: typeof postPay): RequestHandler<BuyerRequest['params']> =>
    (request, response) =>
      handle(context, request, response)
  const options = bound(answerBuyerPreflight)
  return routes({
    '/:id/token': { post: bound(postToken), options },
    '/:id/pay': { post: bound(postPay), options },
    '/:id/cancel': { post: bound(postCancel), options },
    '/:id/phone': { post: bound(postPhone), options },
    '/:id/email-suggestion': { post: bound(postEmailSuggestion), options },
    '/:id/view': { get: bound(getView), options },
    '/:id/restart': { post: bound(postRestart), options },
    '/:id/events': {
      get: async (request, response) => {
        const { sessionId } = await admitBuyer(context, request, response)
        await streams.open(sessionId, response)
      },
      options,
    },
  }).use(answerErrors(context, ({ left }) => ({ ...(left !== undefined && { left }) })))
}

async function answerBuyerPreflight(
  context: BuyerContext,
  request: BuyerRequest,
  response: Response,
) {
  await findPage(context, request, response)
  response.set({
    'Access-Control-Allow-Methods': 'POST, GET',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Receipt-Key, Work-Answer',
    'Access-Control-Max-Age': '600',
  })
  response.status(204).end()
}

async function postToken(context: BuyerContext, request: BuyerRequest, response: Response) {
  const page = await admitPage(context, request, response, context.records.openEmbedding)
  const now = context.checkout.clock.now()
  const { token, expiresAt } = await context.buyerTokens.issue({ ...page, now })
  const isWithView = request.query['view'] === '1'
  response.json({
    token,
    expiresAt: expiresAt.toISOString(),
    ...(isWithView && { view: await readView(context, page.sessionId, request) }),
  } satisfies TokenResponse)
}

async function getView(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  response.json(await readView(context, sessionId, request))
}

async function readView(
  context: BuyerContext,
  sessionId: string,
  request: BuyerRequest,
): Promise<CheckoutView> {
  const { cache, db } = context.checkout
  const found = await db.findSessionAndNow(sessionId)
  if (!found) throw sessionNotFound()
  const { session, now, receiptDigest: kept, confirmation } = found
  if (isTerminal(session)) shareFinal(cache, session)
  return viewCheckout(session, {
    now,
    payments: context.payments,
    checkoutUrl: context.urls.checkoutUrl,
    receiptDigest: receiptDigestOf(request),
    kept,
    confirmation,
    correctUrl: correctionUrl(context, sessionId, request.get('receipt-key')),
  })
}

/** Needs what a request for a token needs. The page then asks for a token of the new session. */
async function postRestart(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitPage(context, request, response)
  const session = await restartFor(context, { sessionId, response })
  const url = `${context.urls.checkoutUrl}/${session}`
  response.json({ session, url } satisfies RestartResponse)
}

/** Each cancel asks the provider. A buyer who changes their mind often stays below this. */
const CANCEL_RATE = { perSecond: 1, burst: 5 }

async function postCancel(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  const { cache, db } = context.checkout
  assertWithinLimit(response, await cache.limiter.take(`cancels:${sessionId}`, CANCEL_RATE))
  await giveUpPayment(context.checkout, sessionId)
  const session = await db.findSession(sessionId)
  if (!session) throw sessionNotFound()
  response.json(viewStatus(session))
}

/** A buyer who corrects what they typed stays below this, and nothing is asked of the record for it. */
const TYPED_RATE = { perSecond: 1, burst: 10 }

async function postPhone(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  const { limiter } = context.checkout.cache
  assertWithinLimit(response, await limiter.take(`phones:${sessionId}`, TYPED_RATE))
  const { phone, country } = await readBody(PhoneRequest, request, response)
  response.json({ phone: completedPhone(phone, country) } satisfies PhoneResponse)
}

async function postEmailSuggestion(
  context: BuyerContext,
  request: BuyerRequest,
  response: Response,
) {
  const { sessionId } = await admitBuyer(context, request, response)
  const { limiter } = context.checkout.cache
  assertWithinLimit(response, await limiter.take(`emails:${sessionId}`, TYPED_RATE))
  const { email } = await readBody(EmailSuggestionRequest, request, response)
  response.json({ email: meantEmail(email) } satisfies EmailSuggestion)
}

async function postPay(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  const sent = await readBody(PayRequest, request, response)
  const outcome: PayResponse = await paySession(context.checkout, {
    sessionId,
    request: sent,
    languages: wantedLanguages(request),
    networks: context.callers.networksOf(request.ip),
    workAnswer: request.get('work-answer'),
    receiptDigest: receiptDigestOf(request),
  })
  response.status(outcome.status === 'complete' ? 200 : 202).json(outcome)
}
