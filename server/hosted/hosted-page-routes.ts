import { type Response, Router } from 'express'
import { isSessionId } from '../auth/random.ts'
import { shareFinal } from '../checkout/announce-session.ts'
import { type CheckoutSession, isTerminal } from '../checkout/session.ts'
import { viewCheckout } from '../checkout/view-checkout.ts'
import type { BuyerRequest } from '../web/page-admission.ts'
import { viewOptions } from '../api/buyer/buyer-routes.ts'
import { compressed } from '../web/compressed.ts'
import { answerMethodNotAllowed } from '../web/error-answers.ts'
import { renderErrorPage, renderHostedPage, renderNotFoundPage } from './hosted-page.ts'
import type { HttpContext } from '../web/http-context.ts'
import { requestIdOf } from '../web/request-log.ts'
import { type ImageUrls, createNonce, setHostedPageHeaders } from '../web/security-headers.ts'

const LANGUAGE = 'en'

/** The hosted page (contract §5): every answer is a page, errors too. */
export function pageRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/:id')
    .get(compressed, async ({ params: { id } }: BuyerRequest, response) => {
      const nonce = createNonce()
      try {
        const session = isSessionId(id) ? await findSession(context, id) : undefined
        setPageHeaders(context, response, {
          nonce,
          imageUrls: [session?.quote.imageUrl, session?.logoUrl],
        })
        sendPage(context, response, { nonce, session })
      } catch (error) {
        context.events.requestFailed({ requestId: requestIdOf(response), error })
        setPageHeaders(context, response, { nonce, imageUrls: [] })
        response
          .status(500)
          .set('Retry-After', '2')
          .type('html')
          .send(renderErrorPage({ assets: context.assets, nonce, language: LANGUAGE }))
      }
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}

/**
 * A copy will do to show the page: what is shown is brought up to date by the status stream, and
 * paying reads the record.
 */
async function findSession({ checkout: { cache, clock, db } }: HttpContext, id: string) {
  const cached = await cache.sessions.find(id)
  if (cached && (isTerminal(cached) || (cached.state === 'open' && clock.now() < cached.expiresAt)))
    return cached
  const session = await db.findSession(id)
  if (session && isTerminal(session)) shareFinal(cache, session)
  else if (session) void cache.sessions.put(session)
  return session
}

function setPageHeaders(
  { urls }: HttpContext,
  response: Response,
  { nonce, imageUrls }: { nonce: string; imageUrls: ImageUrls },
) {
  setHostedPageHeaders(response, {
    nonce,
    frameOrigin: urls.paymentFrameOrigin,
    imageUrls,
    reportUrl: `${urls.checkoutOrigin}/_csp`,
  })
}

function sendPage(
  context: HttpContext,
  response: Response,
  { nonce, session }: { nonce: string; session: CheckoutSession | undefined },
) {
  const {
    assets,
    urls: { checkoutUrl },
  } = context
  response.type('html')
  if (!session)
    return response.status(404).send(renderNotFoundPage({ assets, nonce, language: LANGUAGE }))
  const view = viewCheckout(session, viewOptions(context))
  return response.send(renderHostedPage({ view, assets, nonce, checkoutUrl, language: LANGUAGE }))
}
