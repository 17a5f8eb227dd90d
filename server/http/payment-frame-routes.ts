import { type Request, type Response, Router } from 'express'
import { compressed } from './compressed.ts'
import { answerMethodNotAllowed } from './errors.ts'
import { framingOrigins } from './framing-origins.ts'
import type { HttpContext } from './http-context.ts'
import { renderPaymentFrame } from './payment-frame-page.ts'
import { createNonce, setPaymentFrameHeaders } from './security-headers.ts'
import { testBankRoutes } from './test-bank-routes.ts'

type IdRequest = Request<{ id: string }>

/** The card fields and the bank's page, on an origin of their own (contract §5). */
export function paymentFrameRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  if (context.test) router.use(testBankRoutes(context, context.test.bank))
  router.route('/:id')
    .get(compressed, (request: IdRequest, response) => showFrame(context, request, response))
    .all(answerMethodNotAllowed('GET'))
  return router
}

async function showFrame(context: HttpContext, { params: { id }, query }: IdRequest, response: Response) {
  const parents = await framingOrigins(context, { sessionId: id, embedder: query['origin'] })
  const nonce = createNonce()
  setPaymentFrameHeaders(response, { nonce, ancestors: parents })
  response.type('html').send(renderPaymentFrame({
    assets: context.assets, nonce, provider: context.checkout.provider.name, parentOrigins: parents,
  }))
}
