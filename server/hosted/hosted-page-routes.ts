import type { Request, Response } from 'express'
import { type Recent, createRecent } from '../admission/recent.ts'
import { shareFinal } from '../checkout/announce-session.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { CheckoutError, ERROR_CATALOGUE } from '../checkout/errors.ts'
import { type CheckoutSession, isTerminal } from '../checkout/session.ts'
import { viewCheckout } from '../checkout/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { sendCompressed } from '../web/compressed.ts'
import { type FailureContext, mustBeTold } from '../web/error-answers.ts'
import { requestIdOf } from '../web/request-log.ts'
import { routes } from '../web/routes.ts'
import { type SessionAdmission, admitSession } from '../web/session-admission.ts'
import { type ImageUrls, createNonce, setHostedPageHeaders } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import {
  type Page,
  renderErrorPage,
  renderHostedPage,
  renderNotFoundPage,
  renderScriptlessPage,
} from './hosted-page.ts'

/** What the hosted page works with. */
type HostedContext = Surroundings & { ended: Recent<true> }

type Surroundings = FailureContext &
  SessionAdmission & {
    urls: { checkoutUrl: string; checkoutOrigin: string; paymentFrameOrigin: string }
    checkout: CheckoutDeps
    assets: WidgetAssets
    /** What the page has to know of the payment provider. */
    payment: CheckoutView['payment']
  }

const LANGUAGE = 'en'

/** Sessions that this process has seen to have ended; about 100 bytes each. */
const MAX_ENDED = 5_000

/** The hosted page (contract §5): every answer is a page, errors too. */
export function hostedPageRoutes(surroundings: Surroundings) {
  const context = { ...surroundings, ended: createRecent<true>(MAX_ENDED) }
  return routes({
    '/:id': {
      get: (request, response) => showPage(context, request, response),
      // The form goes here where no script takes it: the body keeps name and phone out of addresses.
      post: (request, response) => answerForm(context, request, response),
    },
  })
}

/** Whoever sent it: of a form that nobody can take there is nothing to look up. */
function answerForm(context: HostedContext, request: Request, response: Response) {
  const nonce = createNonce()
  const page = renderScriptlessPage({ assets: context.assets, nonce, language: LANGUAGE })
  response.status(400)
  sendPage(context, { request, response }, { page, nonce, imageUrls: [] })
}

async function showPage(
  context: HostedContext,
  request: Request<{ id: string }>,
  response: Response,
) {
  const { assets } = context
  const { id } = request.params
  const nonce = createNonce()
  try {
    const isKnown = await admitSession(context, id, { request, response })
    const shown = isKnown ? await findShown(context, id) : undefined
    const { quote, logoUrl } = shown?.session ?? {}
    const page = renderShown(context, { nonce, shown })
    response.status(shown ? 200 : 404)
    sendPage(context, { request, response }, { page, nonce, imageUrls: [quote?.imageUrl, logoUrl] })
  } catch (error) {
    const refusal = error instanceof CheckoutError ? error : undefined
    if (mustBeTold(refusal))
      context.events.requestFailed({ requestId: requestIdOf(response), error })
    response
      .status(refusal ? ERROR_CATALOGUE[refusal.code].status : 500)
      .set('Retry-After', String(refusal?.retryAfterSeconds ?? 2))
    const page = renderErrorPage({ assets, nonce, language: LANGUAGE })
    sendPage(context, { request, response }, { page, nonce, imageUrls: [] })
  }
}

/** A session and the time, as the page shows them. */
type Shown = { session: CheckoutSession; now: Date }

/**
 * Session and clock come from one read of the record: the countdown is right whatever the clock of
 * this process says. Of a session that was seen to have ended a copy will do. A copy of an open
 * session is for a record that does not answer in time: the page keeps itself up to date then.
 */
async function findShown(
  { checkout: { cache, clock, db, events }, ended }: HostedContext,
  id: string,
): Promise<Shown | undefined> {
  if (ended.find(id)) {
    const copy = await cache.sessions.find(id)
    if (copy && isTerminal(copy)) return { session: copy, now: clock.now() }
  }
  try {
    const found = await db.findSessionAndNow(id)
    if (found && isTerminal(found.session)) {
      ended.put(id, true)
      shareFinal(cache, found.session)
    }
    return found
  } catch (error) {
    const copy = await cache.sessions.find(id)
    if (!copy) throw error
    events.statusReadFailed({ sessionId: id, error })
    return { session: copy, now: clock.now() }
  }
}

function renderShown(
  { assets, payment, urls: { checkoutUrl } }: HostedContext,
  { nonce, shown }: { nonce: string; shown: Shown | undefined },
) {
  const setting = { assets, nonce, language: LANGUAGE }
  if (!shown) return renderNotFoundPage(setting)
  const view = viewCheckout(shown.session, { now: shown.now, payment })
  return renderHostedPage({ ...setting, view, checkoutUrl })
}

function sendPage(
  { urls }: HostedContext,
  { request, response }: { request: Request; response: Response },
  { page, nonce, imageUrls }: { page: Page; nonce: string; imageUrls: ImageUrls },
) {
  setHostedPageHeaders(response, {
    nonce,
    styleHashes: page.styleHashes,
    frameOrigin: urls.paymentFrameOrigin,
    imageUrls,
    reportUrl: `${urls.checkoutOrigin}/_csp`,
  })
  response.type('html')
  sendCompressed({ request, response }, page)
}
