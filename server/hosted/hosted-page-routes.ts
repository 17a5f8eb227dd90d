import type { Recent } from '../admission/recent.ts'
import { shareFinal } from '../checkout/announce-session.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { CheckoutError, ERROR_CATALOGUE } from '../checkout/errors.ts'
import { type CheckoutSession, isSessionId, isTerminal } from '../checkout/session.ts'
import { viewCheckout } from '../checkout/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import type { Answer } from '../web/answer.ts'
import { type Exchange, type HotRoute, inExpress } from '../web/before-express.ts'
import { compressed, takesGzip } from '../web/compressed.ts'
import { type FailureContext, mustBeTold } from '../web/error-answers.ts'
import { gzipAfter } from '../web/gzip-parts.ts'
import { requestIdOf } from '../web/request-log.ts'
import { routes } from '../web/routes.ts'
import { type SessionAdmission, admitSession } from '../web/session-admission.ts'
import { type ImageUrls, createNonce, hostedPageHeaders } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import {
  type Page,
  renderErrorPage,
  renderHostedPage,
  renderNotFoundPage,
  renderScriptlessPage,
  textOf,
} from './hosted-page.ts'

/** What the hosted page works with. */
type HostedContext = FailureContext &
  SessionAdmission & {
    urls: { checkoutUrl: string; checkoutOrigin: string; paymentFrameOrigin: string }
    checkout: CheckoutDeps
    /** Sessions that this process has seen to have ended. */
    seenEnded: Recent<true>
    assets: WidgetAssets
    /** What the page has to know of the payment provider. */
    payment: CheckoutView['payment']
  }

const LANGUAGE = 'en'

const PAGE = '/:id'

/** For browsers, with what all of them say; the rest of the compressions is Express's. */
export const hotPageHandlers = (context: HostedContext): HotRoute[] => [
  {
    method: 'GET',
    pattern: PAGE,
    takes: (request, id) => isSessionId(id) && takesGzip(request),
    handle: (exchange, id) => showPage(context, exchange, id),
  },
]

/** The hosted page (contract §5): every answer is a page, errors too. */
export const hostedPageRoutes = (context: HostedContext) =>
  routes({
    [PAGE]: {
      get: [compressed, inExpress((exchange, id) => showPage(context, exchange, id))],
      // The form goes here where no script takes it: the body keeps name and phone out of addresses.
      post: inExpress(async (exchange) => answerForm(context, exchange)),
    },
  })

/** Whoever sent it: of a form that nobody can take there is nothing to look up. */
function answerForm(context: HostedContext, exchange: Exchange): Answer {
  const nonce = createNonce()
  const page = renderScriptlessPage({ assets: context.assets, nonce, language: LANGUAGE })
  return toAnswer(context, exchange, { status: 400, page, nonce, imageUrls: [] })
}

async function showPage(context: HostedContext, exchange: Exchange, id: string): Promise<Answer> {
  const { assets } = context
  const { response } = exchange
  const nonce = createNonce()
  try {
    const isKnown = await admitSession(context, id, exchange)
    const shown = isKnown ? await findShown(context, id) : undefined
    const { quote, logoUrl } = shown?.session ?? {}
    return toAnswer(context, exchange, {
      status: shown ? 200 : 404,
      page: renderShown(context, { nonce, shown }),
      nonce,
      imageUrls: [quote?.imageUrl, logoUrl],
    })
  } catch (error) {
    const refusal = error instanceof CheckoutError ? error : undefined
    if (mustBeTold(refusal))
      context.events.requestFailed({ requestId: requestIdOf(response), error })
    response.setHeader('Retry-After', refusal?.retryAfterSeconds ?? 2)
    return toAnswer(context, exchange, {
      status: refusal ? ERROR_CATALOGUE[refusal.code].status : 500,
      page: renderErrorPage({ assets, nonce, language: LANGUAGE }),
      nonce,
      imageUrls: [],
    })
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
  { checkout: { cache, clock, db, events }, seenEnded }: HostedContext,
  id: string,
): Promise<Shown | undefined> {
  if (seenEnded.find(id)) {
    const copy = await cache.sessions.find(id)
    if (copy && isTerminal(copy)) return { session: copy, now: clock.now() }
  }
  try {
    const found = await db.findSessionAndNow(id)
    if (found && isTerminal(found.session)) {
      seenEnded.put(id, true)
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

type Shaped = { status: number; page: Page; nonce: string; imageUrls: ImageUrls }

function toAnswer(
  { urls }: HostedContext,
  { request, response }: Exchange,
  { status, page, nonce, imageUrls }: Shaped,
): Answer {
  const headers = hostedPageHeaders(response, {
    nonce,
    styleHashes: page.styleHashes,
    frameOrigin: urls.paymentFrameOrigin,
    imageUrls,
    reportUrl: `${urls.checkoutOrigin}/_csp`,
  })
  if (!takesGzip(request)) return { status, headers, html: textOf(page) }
  return {
    status,
    headers: { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
    html: gzipAfter(page.beginning, page.rest),
  }
}
