import type { Request, Response } from 'express'
import { shareFinal } from '../checkout/announce-session.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { CheckoutError, ERROR_CATALOGUE } from '../checkout/errors.ts'
import { type CheckoutSession, isTerminal } from '../checkout/session.ts'
import { viewCheckout } from '../checkout/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { compressed } from '../web/compressed.ts'
import { type FailureContext, mustBeTold } from '../web/error-answers.ts'
import { requestIdOf } from '../web/request-log.ts'
import { routes } from '../web/routes.ts'
import { type SessionAdmission, admitSession } from '../web/session-admission.ts'
import { type ImageUrls, createNonce, setHostedPageHeaders } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import {
  renderErrorPage,
  renderHostedPage,
  renderNotFoundPage,
  renderScriptlessPage,
} from './hosted-page.ts'

/** What the hosted page works with. */
export type HostedContext = FailureContext &
  SessionAdmission & {
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
      get: [compressed, (request, response) => showPage(context, request, response)],
      // The form goes here where no script takes it: the body keeps name and phone out of addresses.
      post: (_request, response) => answerForm(context, response),
    },
  })

/** Whoever sent it: of a form that nobody can take there is nothing to look up. */
function answerForm(context: HostedContext, response: Response) {
  const nonce = createNonce()
  setPageHeaders(context, response, { nonce, imageUrls: [] })
  response
    .status(400)
    .type('html')
    .send(renderScriptlessPage({ assets: context.assets, nonce, language: LANGUAGE }))
}

async function showPage(
  context: HostedContext,
  request: Request<{ id: string }>,
  response: Response,
) {
  const nonce = createNonce()
  const { id } = request.params
  try {
    const isKnown = await admitSession(context, id, { request, response })
    const shown = isKnown ? await findShown(context, id) : undefined
    const { quote, logoUrl } = shown?.session ?? {}
    setPageHeaders(context, response, { nonce, imageUrls: [quote?.imageUrl, logoUrl] })
    sendPage(context, response, { nonce, shown })
  } catch (error) {
    const refusal = error instanceof CheckoutError ? error : undefined
    if (mustBeTold(refusal))
      context.events.requestFailed({ requestId: requestIdOf(response), error })
    setPageHeaders(context, response, { nonce, imageUrls: [] })
    response
      .status(refusal ? ERROR_CATALOGUE[refusal.code].status : 500)
      .set('Retry-After', String(refusal?.retryAfterSeconds ?? 2))
      .type('html')
      .send(renderErrorPage({ assets: context.assets, nonce, language: LANGUAGE }))
  }
}

/** A session and the time, as the page shows them. */
type Shown = { session: CheckoutSession; now: Date }

/**
 * Of a session that has ended a copy will do. Where time runs, session and clock come from one read
 * of the record: the countdown is right whatever the clock of this process says. A copy of an open
 * session is for a record that does not answer in time: the page keeps itself up to date then.
 */
async function findShown(
  { checkout: { cache, clock, db, events } }: HostedContext,
  id: string,
): Promise<Shown | undefined> {
  const copy = await cache.sessions.find(id)
  if (copy && isTerminal(copy)) return { session: copy, now: clock.now() }
  try {
    const found = await db.findSessionAndNow(id)
    if (found && isTerminal(found.session)) shareFinal(cache, found.session)
    return found
  } catch (error) {
    if (!copy) throw error
    events.statusReadFailed({ sessionId: id, error })
    return { session: copy, now: clock.now() }
  }
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
  { nonce, shown }: { nonce: string; shown: Shown | undefined },
) {
  const { assets, payment } = context
  const { checkoutUrl } = context.urls
  response.type('html')
  if (!shown)
    return response.status(404).send(renderNotFoundPage({ assets, nonce, language: LANGUAGE }))
  const view = viewCheckout(shown.session, { now: shown.now, payment })
  return response.send(renderHostedPage({ view, assets, nonce, checkoutUrl, language: LANGUAGE }))
}
