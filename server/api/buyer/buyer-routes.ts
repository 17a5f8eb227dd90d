import { type Response, Router } from 'express'
import { shareFinal } from '../../checkout/announce-session.ts'
import { paySession } from '../../checkout/pay-session.ts'
import { isTerminal } from '../../checkout/session.ts'
import { viewCheckout } from '../../checkout/view-checkout.ts'
import {
  type CheckoutView,
  PayRequest,
  type PayResponse,
  type TokenResponse,
} from '../../contract/buyer.ts'
import {
  type BuyerRequest,
  admitBuyer,
  admitPage,
  findPage,
  sessionNotFound,
} from '../../web/page-admission.ts'
import { clientKeyOf } from '../../web/client-address.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import type { StatusStreams } from './status-streams.ts'

/** What the checkout element calls (contract §5), mounted at the checkout address. */
export function buyerRoutes(context: HttpContext, streams: StatusStreams) {
  const router = Router({ caseSensitive: true })
  const answers = { token: postToken, pay: postPay } as const
  for (const [name, answer] of Object.entries(answers)) {
    router
      .route(`/:id/${name}`)
      .post((request: BuyerRequest, response) => answer(context, request, response))
      .options((request: BuyerRequest, response) =>
        answerBuyerPreflight(context, request, response),
      )
      .all(answerMethodNotAllowed('POST'))
  }
  router
    .route('/:id/view')
    .get((request: BuyerRequest, response) => getView(context, request, response))
    .options((request: BuyerRequest, response) => answerBuyerPreflight(context, request, response))
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/:id/events')
    .get(async (request: BuyerRequest, response) => {
      const { sessionId } = await admitBuyer(context, request, response)
      await streams.open(sessionId, response)
    })
    .options((request: BuyerRequest, response) => answerBuyerPreflight(context, request, response))
    .all(answerMethodNotAllowed('GET'))
  return router
}

async function answerBuyerPreflight(
  context: HttpContext,
  request: BuyerRequest,
  response: Response,
) {
  await findPage(context, request, response)
  response.set({
    'Access-Control-Allow-Methods': 'POST, GET',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '600',
  })
  response.status(204).end()
}

async function postToken(context: HttpContext, request: BuyerRequest, response: Response) {
  const page = await admitPage(context, request, response, context.records.openEmbedding)
  const { token, expiresAt } = await context.buyerTokens.issue({
    ...page,
    now: context.checkout.clock.now(),
  })
  response.json({ token, expiresAt: expiresAt.toISOString() } satisfies TokenResponse)
}

async function getView(context: HttpContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  const session = await context.checkout.db.findSession(sessionId)
  if (!session) throw sessionNotFound()
  if (isTerminal(session)) shareFinal(context.checkout.cache, session)
  response.json(viewCheckout(session, viewOptions(context)) satisfies CheckoutView)
}

export const viewOptions = ({ checkout, urls, stripe }: HttpContext) => ({
  now: checkout.clock.now(),
  payment: {
    provider: checkout.provider.name,
    frameUrl: urls.paymentFrameUrl,
    ...(stripe && { publishableKey: stripe.publishableKey }),
  },
})

async function postPay(context: HttpContext, request: BuyerRequest, response: Response) {
  const { sessionId } = await admitBuyer(context, request, response)
  const body = parse(PayRequest, (await readJsonBody(request, response)).value)
  const clientKey = clientKeyOf(request.ip, context.addressKey)
  const outcome: PayResponse = await paySession(context.checkout, {
    sessionId,
    clientKey,
    request: body,
  })
  response.status(outcome.status === 'complete' ? 200 : 202).json(outcome)
}
