import { receiptDigest } from '../auth/receipt-keys.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { type CheckoutSession, isSessionId } from '../checkout/sessions/session.ts'
import { type Payments, viewCheckout } from '../checkout/sessions/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { type SessionState, afterView } from '../../widget/session/checkout-state.ts'
import { totalBefore } from '../../widget/views/total-before.ts'
import type { Exchange, HotRoute } from '../web/requests/before-express.ts'
import { takesGzip } from '../web/answers/compressed.ts'
import {
  type Draft,
  type Drafts,
  newReceiptKey,
  nothingTyped,
  receiptAddress,
  receiptKeyIn,
  withDraftOf,
} from '../web/drafts.ts'
import { correctionUrl } from '../web/answers/correction-url.ts'
import { cancelPayment } from '../web/cancel-payment.ts'
import { type NoticeContext, wantedNotice } from '../web/requests/wanted-languages.ts'
import { type RestartContext, restartFor } from '../web/restarts.ts'
import { routes } from '../web/routes.ts'
import { type Setting, renderHostedPage, shortage } from './hosted-page.ts'
import { withTyped } from './late-form.ts'
import { commonOf } from './page-beginnings.ts'
import {
  type PageAnswerContext,
  type SettingOf,
  answerPage,
  answering,
  readForm,
} from './page-answers.ts'
import { answerLanguages, answerUnknown } from './plain-answers.ts'
import { type ShownContext, findShown } from './shown-session.ts'
import {
  asAsked,
  orderedOf,
  problemsIn,
  readDetails,
  refusedAddress,
  sentText,
  withDetails,
} from './typed-details.ts'

export type HostedContext = PageAnswerContext &
  RestartContext &
  NoticeContext &
  ShownContext & {
    payments: Payments
    mailsBuyers: boolean
    /** Whether buyers of such a store can pay by a plain card form. */
    takesPlainCards(store: { isTest: boolean }): boolean
    drafts: Drafts
  }

const PAGE = '/:id'

/** For clients that take gzip. Express serves all others. */
export const hotPageHandlers = (context: HostedContext): HotRoute[] => [
  {
    method: 'GET',
    pattern: PAGE,
    takes: (request, id) => isSessionId(id) && takesGzip(request),
    handle: (exchange, id) => showPage(context, exchange, id),
  },
]

/** The hosted page (contract §5), and the target of its form without script. */
export const hostedPageRoutes = (context: HostedContext) =>
  routes({
    [PAGE]: {
      get: answering((exchange, { params }) => showPage(context, exchange, params.id)),
      post: answering((exchange, { params }) => takeForm(context, exchange, params.id)),
    },
  })

/** Undefined when there is no such session. */
export async function findView(
  context: HostedContext,
  exchange: Exchange,
  { id, settingOf }: { id: string; settingOf: SettingOf },
) {
  const draft = await context.drafts.open(id, exchange.query)
  const receiptKey = draft?.receiptKey ?? receiptKeyIn(exchange.query)
  const found = await findShown(context, { id, exchange, needsReceipt: receiptKey !== undefined })
  if (!found) return undefined
  const { session, now, receiptDigest: kept, confirmation, tracking } = found
  const setting = settingOf(session)
  const view = viewCheckout(session, {
    language: setting.language,
    now,
    kept,
    confirmation,
    tracking,
    correctUrl: correctionUrl(context, id, receiptKey),
    payments: context.payments,
    checkoutUrl: context.urls.checkoutUrl,
    guaranteeNotice: wantedNotice(context, session.store, exchange),
    ...(receiptKey !== undefined && { receiptDigest: receiptDigest(receiptKey) }),
  })
  return { session, setting, view, draft, receiptKey }
}

const showPage = (context: HostedContext, exchange: Exchange, id: string) =>
  answerPage(context, exchange, async (settingOf) => {
    const { lang } = exchange.query as { lang?: unknown }
    if (lang === '') return answerLanguages(context, { exchange, id, settingOf })
    const found = await findView(context, exchange, { id, settingOf })
    if (!found) return answerUnknown(context, { exchange, id, settingOf })
    const { session, setting, view, draft, receiptKey } = found
    const { checkoutUrl } = context.urls
    if (draft && view.order)
      return { see: receiptAddress(exchange.query, `${checkoutUrl}/${id}`, draft) }
    const isOpen = view.status === 'open'
    const details = draft && isOpen ? asAsked(draft, view) : draft
    const words = commonOf(context.assets, setting.language)
    const page = renderHostedPage({
      ...setting,
      checkoutUrl,
      takesPlainCards: context.takesPlainCards(session.store),
      view: details && isOpen ? withDetails(view, details) : view,
      branding: session.store.branding,
      typed: details && { details, problems: refusedAddress(details, { view, ...words }) },
      hasPaid: receiptKey !== undefined && 'result' in exchange.query,
      withDraft: (address) => withDraftOf(exchange.query, address),
    })
    return { status: 200, page, opensWindows: 'publishableKey' in view.payment }
  })

/**
 * A form comes only without script: the next page, on the payment frame's origin, asks for the
 * card. Nothing is stored; the address of that page carries what was typed, sealed.
 */
const takeForm = (context: HostedContext, exchange: Exchange, id: string) =>
  answerPage(context, exchange, async (settingOf) => {
    const { checkoutUrl, paymentFrameUrl } = context.urls
    const found = await findView(context, exchange, { id, settingOf })
    if (!found) return answerUnknown(context, { exchange, id, settingOf })
    const { session, setting, view, draft } = found
    const { type } = afterView({ type: 'loading' }, view)
    const address = `${checkoutUrl}/${id}`
    if (type === 'complete') return { see: withDraftOf(exchange.query, address) }
    const form = await readForm(exchange)
    if (type === 'expired' && 'again' in form)
      return restart(context, exchange, { setting, session, view, draft })
    if (type === 'processing' && 'cancel' in form)
      await cancelPayment(context.checkout, { sessionId: id, response: exchange.response })
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
      return { status: 422, page }
    }
    const receiptKey = draft?.receiptKey ?? newReceiptKey()
    const sealed = await context.drafts.seal(id, { ...orderedOf(details, view), receiptKey })
    return {
      see: withDraftOf({ ...exchange.query, draft: sealed }, `${paymentFrameUrl}/${id}/card`),
    }
  })

type RestartContent = {
  setting: Setting
  session: CheckoutSession
  view: CheckoutView
  draft: Draft | undefined
}

/** Opens a new session instead of one that is over, and keeps what was typed. */
async function restart(
  context: HostedContext,
  { query, response }: Exchange,
  { setting, session, view, draft }: RestartContent,
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
  })
  try {
    const id = await restartFor(context, { sessionId: session.id, response })
    const kept = {
      ...(draft ?? nothingTyped()),
      // The new session's terms may differ from those that the buyer agreed to.
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
