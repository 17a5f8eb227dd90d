import express, { type Request, type Response, Router } from 'express'
import * as z from 'zod'
import { isSessionId } from '../auth/random.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { currencyDigits } from '../checkout/money.ts'
import { advance } from '../checkout/settle-payment.ts'
import { TestPaymentMethodRequest, type TestPaymentMethodResponse } from '../contract/buyer.ts'
import { sessionNotFound } from './buyer-auth.ts'
import { compressed } from './compressed.ts'
import { isAllowedOrigin } from './cors.ts'
import { answerMethodNotAllowed } from './errors.ts'
import type { HttpContext } from './http-context.ts'
import { readJsonBody } from './json-body.ts'
import { parse } from './parse.ts'
import { renderPaymentFrame } from './payment-frame-page.ts'
import { createNonce, setPaymentFrameHeaders } from './security-headers.ts'
import { renderTestBankPage } from './test-bank-page.ts'

type IdRequest = Request<{ id: string }>

/** The card fields and the test bank's page, on an origin of their own (contract §5). */
export function paymentFrameRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  router.route('/test-payment-methods')
    .post((request, response) => postPaymentMethod(context, request, response))
    .all(answerMethodNotAllowed('POST'))
  router.route('/challenges/:id')
    .get((request: IdRequest, response) => showChallenge(context, request, response))
    .post(express.urlencoded({ extended: false, limit: 1024 }), (request: IdRequest, response) => answerChallenge(context, request, response))
    .all(answerMethodNotAllowed('GET', 'POST'))
  router.route('/:id')
    .get(compressed, (request: IdRequest, response) => showFrame(context, request, response))
    .all(answerMethodNotAllowed('GET'))
  return router
}

/** The checkout may frame these pages, and so may the page that embeds it if its store allows that. */
async function parentOrigins({ urls, records }: HttpContext, { sessionId, embedder }: { sessionId: string; embedder: unknown }) {
  const embedding = isSessionId(sessionId) ? await records.findEmbedding(sessionId) : undefined
  if (!embedding) throw sessionNotFound()
  const { checkoutOrigin } = urls
  const origin = typeof embedder === 'string' ? URL.parse(embedder)?.origin : undefined
  const isEmbedded = origin !== undefined && origin !== checkoutOrigin && origin === embedder && isSafeAncestor(origin)
    && isAllowedOrigin(embedding.allowedOrigins, origin)
  return isEmbedded ? [checkoutOrigin, origin] : [checkoutOrigin]
}

/** A store without a list may be embedded by pages that came over https, or from this machine (security: payment frame). */
const isSafeAncestor = (origin: string) =>
  /^https:\/\/[^;,\s*]+$/.test(origin) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/.test(origin)

async function showFrame(context: HttpContext, { params: { id }, query }: IdRequest, response: Response) {
  const parents = await parentOrigins(context, { sessionId: id, embedder: query['origin'] })
  const nonce = createNonce()
  setPaymentFrameHeaders(response, { nonce, ancestors: parents })
  response.type('html').send(renderPaymentFrame({
    assets: context.assets, nonce, provider: context.checkout.provider.name, parentOrigins: parents,
  }))
}

/** Only the listed test cards are taken; the number itself is neither kept nor logged. */
async function postPaymentMethod({ test, checkout }: HttpContext, request: Request, response: Response) {
  const card = parse(TestPaymentMethodRequest, (await readJsonBody(request, response)).value)
  const now = checkout.clock.now()
  if (card.expYear * 12 + card.expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    throw new CheckoutError('invalid_request', 'expYear: the card has expired')
  }
  const paymentMethod = await test.bank.createPaymentMethod(card.number)
  if (paymentMethod === undefined) {
    throw new CheckoutError('invalid_request', 'number: is not a test card; real cards are not taken here')
  }
  response.json({ paymentMethod } satisfies TestPaymentMethodResponse)
}

async function showChallenge(context: HttpContext, { params: { id }, query }: IdRequest, response: Response) {
  const challenge = await getChallenge(context, id)
  const session = await context.checkout.db.findSession(challenge.sessionId)
  if (!session) throw sessionNotFound()
  const nonce = createNonce()
  const ancestors = await parentOrigins(context, { sessionId: session.id, embedder: query['origin'] })
  setPaymentFrameHeaders(response, { nonce, ancestors, formAction: "'self'" })
  const { amount, currency, isSettled } = challenge
  const digits = currencyDigits(currency)
  const amountText = new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(amount / 10 ** digits)
  response.type('html').send(renderTestBankPage({ nonce, challengeId: id, store: session.storeName, amountText, settled: isSettled }))
}

const ChallengeAnswer = z.object({ outcome: z.enum(['complete', 'fail']) })

/** The bank's notification: the buyer has answered, the attempt goes on. */
async function answerChallenge(context: HttpContext, request: IdRequest, response: Response) {
  const { outcome } = parse(ChallengeAnswer, request.body)
  const { id } = request.params
  const attemptId = isChallengeId(id) ? await context.test.bank.answerChallenge(id, outcome) : undefined
  if (attemptId === undefined) throw challengeNotFound()
  await advance(context.checkout, attemptId)
  // No redirect: under the hosted page's upgrade-insecure-requests one would leave http, also on a developer's machine.
  await showChallenge(context, request, response)
}

const isChallengeId = (text: string) => /^[0-9A-Za-z]{32}$/.test(text)

const challengeNotFound = () => new CheckoutError('not_found', 'There is no such bank challenge.')

async function getChallenge({ test }: HttpContext, id: string) {
  const challenge = isChallengeId(id) ? await test.bank.findChallenge(id) : undefined
  if (!challenge) throw challengeNotFound()
  return challenge
}
