import { type Request, type Response, Router } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import { followUp } from '../../checkout/late-money.ts'
import { compressed } from '../../web/compressed.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import { framingOrigins } from '../../web/framing-origins.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { assertWithinLimit } from '../../web/rate-limit-headers.ts'
import { createNonce, setPaymentFrameHeaders } from '../../web/security-headers.ts'
import { renderStripeChallenge } from './stripe-challenge-page.ts'
import { stripeScript } from './stripe-sources.ts'

type IdRequest = Request<{ id: string }>
type Stripe = NonNullable<HttpContext['stripe']>

/** Each one asks Stripe; a buyer who tries again and again stays below. */
const ANSWER_RATE = { perSecond: 1, burst: 5 }

/** The page with the bank's question, and where it says that the buyer is done with it. */
export function stripeChallengeRoutes(context: HttpContext, stripe: Stripe) {
  const router = Router({ caseSensitive: true })
  router
    .route('/challenges/:id')
    .get(compressed, (request: IdRequest, response) =>
      showChallenge(context, stripe, request, response),
    )
    .post((request: IdRequest, response) => takeOn(context, request, response))
    .all(answerMethodNotAllowed('GET', 'POST'))
  return router
}

async function showChallenge(
  context: HttpContext,
  stripe: Stripe,
  { params: { id }, query }: IdRequest,
  response: Response,
) {
  const { sessionId } = await getAttempt(context, id)
  const ancestors = await framingOrigins(context, { sessionId, embedder: query['origin'] })
  const nonce = createNonce()
  const { url: scriptUrl, sources } = stripeScript(stripe.scriptUrl)
  setPaymentFrameHeaders(response, { nonce, ancestors, provider: sources })
  response.type('html').send(
    renderStripeChallenge({
      assets: context.assets,
      nonce,
      publishableKey: stripe.publishableKey,
      scriptUrl,
    }),
  )
}

/** What the buyer answered is not asked here but read from Stripe, as often as anybody likes. */
async function takeOn(context: HttpContext, { params: { id } }: IdRequest, response: Response) {
  const attempt = await getAttempt(context, id)
  assertWithinLimit(
    response,
    await context.checkout.cache.limiter.take(`stripe-challenge:${attempt.id}`, ANSWER_RATE),
  )
  await followUp(context.checkout, attempt.id)
  response.status(204).end()
}

const isAttemptId = (text: string) => /^att_[0-9A-Za-z]{24}$/.test(text)

async function getAttempt({ checkout }: HttpContext, id: string) {
  const found = isAttemptId(id) ? await checkout.db.findAttempt(id) : undefined
  if (found?.attempt.provider !== 'stripe')
    throw new CheckoutError('not_found', 'There is no such bank challenge.')
  return found.attempt
}
