import { receiptDigest } from '../auth/receipt-keys.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { type CheckoutSession, isSessionId } from '../checkout/session.ts'
import { type Payments, viewCheckout } from '../checkout/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { type SessionState, afterView } from '../../widget/session/checkout-state.ts'
import { totalBefore } from '../../widget/views/total-before.ts'
import { type Exchange, type HotRoute, exchangeOf, inExpress } from '../web/before-express.ts'
import { send } from '../web/answer.ts'
import { compressed, takesGzip } from '../web/compressed.ts'
import { type Draft, type Drafts, newReceiptKey, nothingTyped, withDraftOf } from '../web/drafts.ts'
import { type RestartContext, restartFor } from '../web/restarts.ts'
import { routes } from '../web/routes.ts'
import { type Setting, renderHostedPage, renderNotFoundPage, shortage } from './hosted-page.ts'
import { withTyped } from './late-form.ts'
import { commonOf } from './page-beginnings.ts'
import { type PageAnswerContext, answerPage, readForm } from './page-answers.ts'
import { type ShownContext, findShown } from './shown-session.ts'
import {
  asAsked,
  orderedOf,
  problemsIn,
  readDetails,
  refusedPlace,
  sentText,
  withDetails,
} from './typed-details.ts'

/** What the hosted page works with. */
export type HostedContext = PageAnswerContext &
  RestartContext &
  ShownContext & {
    payments: Payments
    /** Whether a card may come with a plain form of ours, where there is no script. */
    takesPlainCards(store: { isTest: boolean }): boolean
    drafts: Drafts
  }

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

/** The hosted page (contract §5), and where its form goes when no script takes it. */
export const hostedPageRoutes = (context: HostedContext) =>
  routes({
    [PAGE]: {
      get: [compressed, inExpress((exchange, id) => showPage(context, exchange, id))],
      post: [
        compressed,
        async (request, response) => {
          const { id } = request.params
          const sent = () => readForm(request, response)
          send(response, await takeForm(context, exchangeOf(request, response), { id, sent }))
        },
      ],
    },
  })

async function findView(context: HostedContext, exchange: Exchange, id: string) {
  const draft = await context.drafts.open(id, exchange.query)
  const found = await findShown(context, { id, exchange, needsReceipt: draft !== undefined })
  if (!found) return undefined
  const { session, now, receiptDigest: kept } = found
  const view = viewCheckout(session, {
    now,
    kept,
    payments: context.payments,
    ...(draft && { receiptDigest: receiptDigest(draft.receiptKey) }),
  })
  return { session, view, draft }
}

const showPage = (context: HostedContext, exchange: Exchange, id: string) =>
  answerPage(context, exchange, async (settingOf) => {
    const found = await findView(context, exchange, id)
    if (!found) return { status: 404, page: renderNotFoundPage(settingOf()) }
    const { session, view, draft } = found
    const setting = settingOf(session)
    const isOpen = view.status === 'open'
    const details = draft && isOpen ? asAsked(draft, view) : draft
    const words = commonOf(context.assets, setting.language)
    const page = renderHostedPage({
      ...setting,
      checkoutUrl: context.urls.checkoutUrl,
      takesPlainCards: context.takesPlainCards(session.store),
      view: details && isOpen ? withDetails(view, details) : view,
      branding: session.store.branding,
      typed: details && { details, problems: refusedPlace(details, { view, ...words }) },
      hasPaid: draft !== undefined && 'result' in exchange.query,
      withDraft: (address) => withDraftOf(exchange.query, address),
    })
    return { status: 200, page, session, opensWindows: 'publishableKey' in view.payment }
  })

/**
 * The buyer has no script: the card is asked for on a page of the payment frame's origin. Nothing is
 * written down of what was typed; it goes along, sealed.
 */
const takeForm = (
  context: HostedContext,
  exchange: Exchange,
  { id, sent }: { id: string; sent: () => Promise<Record<string, unknown>> },
) =>
  answerPage(context, exchange, async (settingOf) => {
    const { checkoutUrl, paymentFrameUrl } = context.urls
    const found = await findView(context, exchange, id)
    if (!found) return { status: 404, page: renderNotFoundPage(settingOf()) }
    const { session, view, draft } = found
    const setting = settingOf(session)
    const { type } = afterView({ type: 'loading' }, view)
    const address = `${checkoutUrl}/${id}`
    if (type === 'complete') return { see: withDraftOf(exchange.query, address) }
    const form = await sent()
    if (type === 'expired' && 'again' in form)
      return restart(context, exchange, { setting, session, view, draft })
    if (type !== 'ready') {
      const late = { form, session, view, draft }
      return { see: withDraftOf(await withTyped(context.drafts, exchange.query, late), address) }
    }
    const details = readDetails(form, view)
    const problems = problemsIn(details, {
      view,
      drawn: sentText(form, 'drawn'),
      ...commonOf(context.assets, setting.language),
    })
    if (problems.length > 0 || !context.takesPlainCards(session.store)) {
      const page = renderHostedPage({
        ...setting,
        checkoutUrl,
        takesPlainCards: context.takesPlainCards(session.store),
        view: withDetails(view, details),
        branding: session.store.branding,
        typed: { details, problems },
      })
      return { status: 422, page, session }
    }
    const receiptKey = draft?.receiptKey ?? newReceiptKey()
    const sealed = await context.drafts.seal(id, { ...orderedOf(details, view), receiptKey })
    return {
      see: withDraftOf({ ...exchange.query, draft: sealed }, `${paymentFrameUrl}/${id}/card`),
    }
  })

type Restarted = {
  setting: Setting
  session: CheckoutSession
  view: CheckoutView
  draft: Draft | undefined
}

/** A new session in the place of the one that is over, with what was typed there. */
async function restart(
  context: HostedContext,
  { query, response }: Exchange,
  { setting, session, view, draft }: Restarted,
) {
  const { checkoutUrl } = context.urls
  const show = (
    state: SessionState,
    { status = 409, said }: { status?: number; said?: string } = {},
  ) => ({
    status,
    page: renderHostedPage({
      ...setting,
      checkoutUrl,
      takesPlainCards: false,
      view,
      branding: session.store.branding,
      state,
      said,
    }),
    session,
  })
  try {
    const id = await restartFor(context, { sessionId: session.id, response })
    const kept = {
      ...(draft ?? nothingTyped()),
      // Its terms may be others than those that were agreed to.
      agreedToTerms: undefined,
      before: totalBefore(view, draft?.fulfillment.option),
    }
    const sealed = await context.drafts.seal(id, kept)
    return { see: withDraftOf({ ...query, draft: sealed }, `${checkoutUrl}/${id}`) }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    switch (error.code) {
      case 'sold_out':
      case 'insufficient_stock':
        return show({ type: 'unavailable', view, why: shortage(error.code, error.left) })
      case 'rate_limited': {
        const { ui } = commonOf(context.assets, setting.language)
        response.setHeader('Retry-After', error.retryAfterSeconds ?? 2)
        return show({ type: 'expired', view }, { status: 429, said: ui.t('problem.later.do') })
      }
      case 'not_restartable':
      case 'product_not_found':
      case 'variant_not_found':
        return show({ type: 'expired', view: withoutRestart(view) })
      default:
        throw error
    }
  }
}

const withoutRestart = ({ canRestart: _, ...view }: CheckoutView): CheckoutView => view
