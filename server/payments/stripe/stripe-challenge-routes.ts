import type { Request, RequestHandler, Response } from 'express'
import { chooseLanguage } from '../../../widget/i18n/choose-language.ts'
import { CheckoutError, isBusy } from '../../checkout/errors.ts'
import { followUp } from '../../checkout/payments/late-money.ts'
import { isSessionId } from '../../checkout/sessions/session.ts'
import { compressed } from '../../web/answers/compressed.ts'
import type { FrameContext } from '../../web/answers/frame-page.ts'
import { findFraming } from '../../web/answers/framing-origins.ts'
import { assertWithinLimit } from '../../web/answers/rate-limit-headers.ts'
import { routes } from '../../web/routes.ts'
import { createNonce, setPaymentFrameHeaders } from '../../web/answers/security-headers.ts'
import { admitNamed } from '../../web/requests/session-admission.ts'
import { wantedLanguages } from '../../web/requests/wanted-languages.ts'
import { renderStripeChallenge } from './stripe-challenge-page.ts'
import { stripeScript } from './stripe-sources.ts'

type IdRequest = Request<{ id: string }>

/** Each request asks Stripe. A buyer who tries again and again stays below this rate. */
const ANSWER_RATE = { perSecond: 1, burst: 5 }

type Stripe = { publishableKey: string; scriptUrl: string | undefined }

/** The page with the bank's question, and the addresses for a buyer who has answered it. */
export const stripeChallengeRoutes = (context: FrameContext, stripe: Stripe) =>
  routes({
    '/challenges/:id': {
      get: [
        passOn,
        compressed,
        (request, response) => showChallenge(context, stripe, request, response),
      ],
      post: [passOn, (request, response) => takeOn(context, request, response)],
    },
    '/challenges/:id/return': {
      get: [passOn, (request, response) => sendToCheckout(context, request, response)],
    },
  })

const isAttemptId = (text: string) => /^att_[0-9A-Za-z]{24}$/.test(text)

const passOn: RequestHandler<{ id: string }> = ({ params: { id } }, _response, next) =>
  isAttemptId(id) ? next() : next('router')

async function showChallenge(
  context: FrameContext,
  { publishableKey, scriptUrl }: Stripe,
  request: IdRequest,
  response: Response,
) {
  const { sessionId } = await getAttempt(context, request, response)
  const framing = { sessionId, request, response }
  const { parentOrigins: ancestors, storeLanguage } = await findFraming(context, framing)
  const nonce = createNonce()
  const { url, sources } = stripeScript(scriptUrl)
  setPaymentFrameHeaders(response, { nonce, ancestors, provider: sources })
  const { assets } = context
  const language = chooseLanguage(...wantedLanguages(request), storeLanguage)
  response
    .type('html')
    .send(renderStripeChallenge({ assets, nonce, publishableKey, scriptUrl: url, language }))
}

/** The request does not carry the buyer's answer: that is read from Stripe. */
async function takeOn(context: FrameContext, request: IdRequest, response: Response) {
  const attempt = await getAttempt(context, request, response)
  assertWithinLimit(
    response,
    await context.checkout.cache.limiter.take(`stripe-challenge:${attempt.id}`, ANSWER_RATE),
  )
  await followUp(context.checkout, attempt.id)
  response.status(204).end()
}

/**
 * The buyer returns after confirming off the page. The facts are read from Stripe, never from the
 * address. The buyer always goes to the checkout's page, which shows the result. They go there even
 * while the record fails or is busy, because recovery finishes the payment.
 */
async function sendToCheckout(context: FrameContext, request: IdRequest, response: Response) {
  const { id: attemptId } = request.params
  const { session } = request.query
  let sessionId = typeof session === 'string' && isSessionId(session) ? session : undefined
  try {
    ;({ sessionId } = await getAttempt(context, request, response))
    const { limiter } = context.checkout.cache
    const { allowed } = await limiter.take(`stripe-challenge:${attemptId}`, ANSWER_RATE)
    if (allowed) await followUp(context.checkout, attemptId)
  } catch (error) {
    const isKnown = !(error instanceof CheckoutError) || isBusy(error)
    if (sessionId === undefined || !isKnown) throw error
    if (!isBusy(error)) context.checkout.events.recoveryFailed({ attemptId, error })
  }
  response.redirect(303, `${context.urls.checkoutUrl}/${sessionId}?returned`)
}

async function getAttempt(context: FrameContext, request: IdRequest, response: Response) {
  const { id } = request.params
  const find = () => context.checkout.db.findAttempt(id)
  const isKnown = await admitNamed(
    context,
    { kind: 'challenge', name: id },
    { address: request.ip, response },
    { isKnown: async () => (await find()) !== undefined },
  )
  const found = isKnown ? await find() : undefined
  if (found?.attempt.provider !== 'stripe')
    throw new CheckoutError('not_found', 'There is no such bank challenge.')
  return found.attempt
}
