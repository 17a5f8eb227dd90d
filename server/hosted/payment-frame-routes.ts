import { type Request, type Response, Router } from 'express'
import { sessionNotFound } from '../web/page-admission.ts'
import { compressed } from '../web/compressed.ts'
import { answerMethodNotAllowed } from '../web/error-answers.ts'
import { framingOrigins } from '../web/framing-origins.ts'
import type { HttpContext } from '../web/http-context.ts'
import { type FramePage, renderPaymentFrame } from './payment-frame-page.ts'
import { createNonce, setPaymentFrameHeaders } from '../web/security-headers.ts'
import { stripeChallengeRoutes } from '../payments/stripe/stripe-challenge-routes.ts'
import { renderStripeFrame } from '../payments/stripe/stripe-frame-page.ts'
import { stripeScript } from '../payments/stripe/stripe-sources.ts'
import { testBankRoutes } from '../payments/test/test-bank-routes.ts'

type IdRequest = Request<{ id: string }>

/** The card fields and the bank's page, on an origin of their own (contract §5). */
export function paymentFrameRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  if (context.test) router.use(testBankRoutes(context, context.test.bank))
  if (context.stripe) router.use(stripeChallengeRoutes(context, context.stripe))
  router
    .route('/:id')
    .get(compressed, (request: IdRequest, response) => showFrame(context, request, response))
    .all(answerMethodNotAllowed('GET'))
  return router
}

async function showFrame(
  context: HttpContext,
  { params: { id }, query }: IdRequest,
  response: Response,
) {
  const parentOrigins = await framingOrigins(context, { sessionId: id, embedder: query['origin'] })
  const page: FramePage = { assets: context.assets, nonce: createNonce(), parentOrigins }
  if (context.stripe)
    return showStripeFrame(context, context.stripe, { page, sessionId: id, response })
  setPaymentFrameHeaders(response, { nonce: page.nonce, ancestors: parentOrigins })
  response.type('html').send(renderPaymentFrame(page))
}

async function showStripeFrame(
  { checkout }: HttpContext,
  stripe: NonNullable<HttpContext['stripe']>,
  { page, sessionId, response }: { page: FramePage; sessionId: string; response: Response },
) {
  const session = await checkout.db.findSession(sessionId)
  if (!session) throw sessionNotFound()
  const { url: scriptUrl, sources } = stripeScript(stripe.scriptUrl)
  setPaymentFrameHeaders(response, {
    nonce: page.nonce,
    ancestors: page.parentOrigins,
    provider: sources,
  })
  response
    .type('html')
    .send(renderStripeFrame({ ...page, stripe, scriptUrl, quote: session.quote }))
}
