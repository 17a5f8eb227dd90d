import type { Response } from 'express'
import { shareFinal } from '../checkout/announce-session.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { type CheckoutSession, isSessionId, isTerminal } from '../checkout/session.ts'
import { viewCheckout } from '../checkout/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { compressed } from '../web/compressed.ts'
import type { FailureContext } from '../web/error-answers.ts'
import { requestIdOf } from '../web/request-log.ts'
import { routes } from '../web/routes.ts'
import { type ImageUrls, createNonce, setHostedPageHeaders } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import { renderErrorPage, renderHostedPage, renderNotFoundPage } from './hosted-page.ts'

/** What the hosted page works with. */
export type HostedContext = FailureContext & {
  urls: { checkoutUrl: string; checkoutOrigin: string; paymentFrameOrigin: string }
  checkout: CheckoutDeps
  assets: WidgetAssets
  /** What the page has to know of the payment provider. */
  payment: CheckoutView['payment']
}

const LANGUAGE = 'en'

/** The hosted page (contract §5): every answer is a page, errors too. */
export const hostedPageRoutes = (context: HostedContext) =>
  routes({
    '/:id': {
      get: [compressed, (request, response) => showPage(context, request.params.id, response)],
    },
  })

async function showPage(context: HostedContext, id: string, response: Response) {
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
}

/**
 * A copy will do to show the page: what is shown is brought up to date by the status stream, and
 * paying reads the record.
 */
async function findSession({ checkout: { cache, clock, db } }: HostedContext, id: string) {
  const cached = await cache.sessions.find(id)
  if (cached && (isTerminal(cached) || (cached.state === 'open' && clock.now() < cached.expiresAt)))
    return cached
  const session = await db.findSession(id)
  if (session && isTerminal(session)) shareFinal(cache, session)
  else if (session) void cache.sessions.put(session)
  return session
}

function setPageHeaders(
  { urls }: HostedContext,
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
  context: HostedContext,
  response: Response,
  { nonce, session }: { nonce: string; session: CheckoutSession | undefined },
) {
  const { assets, checkout, payment } = context
  const { checkoutUrl } = context.urls
  response.type('html')
  if (!session)
    return response.status(404).send(renderNotFoundPage({ assets, nonce, language: LANGUAGE }))
  const view = viewCheckout(session, { now: checkout.clock.now(), payment })
  return response.send(renderHostedPage({ view, assets, nonce, checkoutUrl, language: LANGUAGE }))
}
