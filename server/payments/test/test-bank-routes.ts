import express, { type Request, type RequestHandler, type Response } from 'express'
import * as z from 'zod'
import { CheckoutError, sessionNotFound } from '../../checkout/errors.ts'
import { moneyFormat } from '../../checkout/money.ts'
import { receiveNotification } from '../../checkout/payments/receive-notification.ts'
import type { FrameContext } from '../../web/answers/frame-page.ts'
import { framingOrigins } from '../../web/answers/framing-origins.ts'
import { resultAddress } from '../../web/drafts.ts'
import { parse } from '../../web/requests/parse.ts'
import { routes } from '../../web/routes.ts'
import { createNonce, setPaymentFrameHeaders } from '../../web/answers/security-headers.ts'
import { admitNamed } from '../../web/requests/session-admission.ts'
import type { TestBankActions } from './test-provider.ts'
import { renderTestBankPage } from './test-bank-page.ts'

type IdRequest = Request<{ id: string }>

/** The page with the bank's question, and the address for the buyer's answer. */
export const testBankRoutes = (context: FrameContext, bank: TestBankActions) =>
  routes({
    '/challenges/:id': {
      get: [passOn, (request, response) => showChallenge(context, bank, request, response)],
      post: [
        passOn,
        express.urlencoded({ extended: false, limit: 1024, inflate: false }),
        (request, response) => answerChallenge(context, bank, request, response),
      ],
    },
  })

const isChallengeId = (text: string) => /^[0-9A-Za-z]{32}$/.test(text)

const passOn: RequestHandler<{ id: string }> = ({ params: { id } }, _response, next) =>
  isChallengeId(id) ? next() : next('router')

async function showChallenge(
  context: FrameContext,
  bank: TestBankActions,
  request: IdRequest,
  response: Response,
) {
  const { id } = request.params
  const isKnown = await admitNamed(
    context,
    { kind: 'challenge', name: id },
    { address: request.ip, response },
    { isKnown: async () => (await bank.findChallenge(id)) !== undefined },
  )
  const challenge = isKnown ? await bank.findChallenge(id) : undefined
  if (!challenge) throw challengeNotFound()
  const session = await context.checkout.db.findSession(challenge.sessionId)
  if (!session) throw sessionNotFound()
  const nonce = createNonce()
  const ancestors = await framingOrigins(context, { sessionId: session.id, request, response })
  setPaymentFrameHeaders(response, {
    nonce,
    ancestors,
    formAction: `'self' ${context.urls.checkoutOrigin}`,
  })
  const { amount, currency, isSettled } = challenge
  response.type('html').send(
    renderTestBankPage({
      nonce,
      challengeId: id,
      store: session.store.name,
      amountText: moneyFormat('en', currency)(amount),
      settled: isSettled,
    }),
  )
}

const ChallengeAnswer = z.object({ outcome: z.enum(['complete', 'fail']) })

/** The buyer has answered: the bank notifies us, and the attempt goes on. */
async function answerChallenge(
  context: FrameContext,
  bank: TestBankActions,
  request: IdRequest,
  response: Response,
) {
  const { outcome } = parse(ChallengeAnswer, request.body)
  const { id } = request.params
  const notification = await bank.answerChallenge(id, outcome)
  if (!notification) throw challengeNotFound()
  await receiveNotification(context.checkout, notification.body, notification.headers)
  const sessionId = (await bank.findChallenge(id))?.sessionId
  if ('draft' in request.query && sessionId !== undefined)
    return response.redirect(
      303,
      resultAddress(request.query, `${context.urls.checkoutUrl}/${sessionId}`),
    )
  await showChallenge(context, bank, request, response)
}

const challengeNotFound = () => new CheckoutError('not_found', 'There is no such bank challenge.')
