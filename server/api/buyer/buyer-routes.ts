import type { Response } from 'express'
import type { Callers } from '../../admission/callers.ts'
import { shareFinal } from '../../checkout/announce-session.ts'
import { giveUpPayment } from '../../checkout/give-up-payment.ts'
import { paySession } from '../../checkout/pay-session.ts'
import { isTerminal } from '../../checkout/session.ts'
import { type Payments, viewCheckout, viewStatus } from '../../checkout/view-checkout.ts'
import {
  type CheckoutView,
  PayRequest,
  type PayResponse,
  type RestartResponse,
  type TokenResponse,
} from '../../contract/buyer.ts'
import { answerErrors, type FailureContext } from '../../web/error-answers.ts'
import { receiptDigestOf } from '../../web/receipt-key.ts'
import { readJsonBody } from '../../web/json-body.ts'
import {
  type BuyerRequest,
  type PageContext,
  admitBuyer,
  admitPage,
  findPage,
} from '../../web/page-admission.ts'
import { parse } from '../../web/parse.ts'
import { sessionNotFound } from '../../web/refusals.ts'
import { assertWithinLimit } from '../../web/rate-limit-headers.ts'
import { type RestartContext, restartFor } from '../../web/restarts.ts'
import { routes } from '../../web/routes.ts'
import type { StatusStreams } from './status-streams.ts'

/** What the buyer API works with. */
export type BuyerContext = PageContext &
  RestartContext &
  FailureContext & {
    urls: { checkoutUrl: string }
    payments: Payments
    callers: Pick<Callers, 'networksOf'>
  }

/** What the checkout element calls (contract §5), mounted at the checkout address. */
export function buyerRoutes(context: BuyerContext, streams: StatusStreams) {
  const options = (request: BuyerRequest, response: Response) =>
    answerBuyerPreflight(context, request, response)
  return routes({
    '/:id/token': {
      post: (request, response) => postToken(context, request, response),
      options,
    },
    '/:id/pay': { post: (request, response) => postPay(context, request, response), options },
    '/:id/cancel': {
      post: (request, response) => postCancel(context, request, response),
      options,
    },
    '/:id/view': { get: (request, response) => getView(context, request, response), options },
    '/:id/restart': {
      post: (request, response) => postRestart(context, request, response),
      options,
    },
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
  const { session, now, receiptDigest: kept } = found
  if (isTerminal(session)) shareFinal(cache, session)
  const { payments } = context
  const receiptDigest = receiptDigestOf(request)
  return viewCheckout(session, { now, payments, receiptDigest, kept })
}

/**
 * Whoever may have a token of the session may start it again; a token of the new one is asked for
 * like any other.
 */
async function postRestart(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitPage(context, request, response)
  const session = await restartFor(context, { sessionId, response })
  const url = `${context.urls.checkoutUrl}/${session}`
  response.json({ session, url } satisfies RestartResponse)
}

/** Each one asks the provider; a buyer who changes their mind again and again stays below. */
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

async function postPay(context: BuyerContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  const body = parse(PayRequest, (await readJsonBody(request, response)).value)
  const outcome: PayResponse = await paySession(context.checkout, {
    sessionId,
    networks: context.callers.networksOf(request.ip),
    workAnswer: request.get('work-answer'),
    receiptDigest: receiptDigestOf(request),
    request: body,
  })
  response.status(outcome.status === 'complete' ? 200 : 202).json(outcome)
}
