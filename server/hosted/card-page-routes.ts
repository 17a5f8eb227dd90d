import type { Callers } from '../admission/callers.ts'
import { receiptDigest } from '../auth/receipt-keys.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { paySession } from '../checkout/pay-session.ts'
import { type Payments, viewCheckout } from '../checkout/view-checkout.ts'
import { type Problem, afterView, amountsWith } from '../../widget/checkout-state.ts'
import { languageOf } from '../../widget/i18n/catalogues.ts'
import type { FrameTexts } from '../../widget/i18n/language.ts'
import { digitsOf } from '../../widget/latin-digits.ts'
import { cardProblemOf } from '../../widget/payment-frame/card-problems.ts'
import { parseExpiry } from '../../widget/payment-frame/expiry.ts'
import type { TestPaymentMethodRequest } from '../contract/buyer.ts'
import { send } from '../web/answer.ts'
import { type Exchange, exchangeOf, inExpress } from '../web/before-express.ts'
import { compressed } from '../web/compressed.ts'
import { type Draft, type Drafts, resultAddress, withDraftOf } from '../web/drafts.ts'
import { mustBeTold, toCheckoutError } from '../web/error-answers.ts'
import { requestIdOf } from '../web/request-log.ts'
import { routes } from '../web/routes.ts'
import { renderCardPage } from './card-page.ts'
import { stateOnReturn } from './hosted-page.ts'
import { type PageAnswerContext, answerPage, readForm } from './page-answers.ts'
import { type ShownContext, findShown } from './shown-session.ts'
import { isDeliveredTo, sentText, withDetails } from './typed-details.ts'

/** What the card's page works with. */
export type CardPageContext = PageAnswerContext &
  ShownContext & {
    payments: Payments
    /** Whether it is asked for here of the buyers of such a store. */
    takesPlainCards(session: { isTest: boolean }): boolean
    drafts: Drafts
    callers: Pick<Callers, 'networksOf'>
  }

/** A payment method for a card. @throws {CheckoutError} invalid_request */
type TakeCard = (card: TestPaymentMethodRequest, now: Date) => Promise<string>

/** For buyers without script: the card on a plain page of the payment frame's origin (contract §5). */
export const cardPageRoutes = (context: CardPageContext, takeCard: TakeCard) =>
  routes({
    '/:id/card': {
      get: [compressed, inExpress((exchange, id) => showCard(context, exchange, id))],
      post: [
        compressed,
        async (request, response) => {
          const { id } = request.params
          const exchange = exchangeOf(request, response)
          const sent = () => readForm(request, response)
          send(response, await payByCard(context, exchange, { id, sent, takeCard }))
        },
      ],
    },
  })

/** The state of a purchase whose buyer has typed all but the card; undefined for everything else. */
async function findPurchase(context: CardPageContext, exchange: Exchange, id: string) {
  const draft = await context.drafts.open(id, exchange.query)
  if (!draft) return undefined
  const found = await findShown(context, { id, exchange, needsReceipt: false })
  if (!found || !context.takesPlainCards(found.session)) return undefined
  const view = viewCheckout(found.session, { now: found.now, payments: context.payments })
  const { option } = draft.fulfillment
  const shown = {
    ...view,
    amounts: amountsWith(view, option),
    deliveryOptions: view.deliveryOptions.filter(({ id }) => id === option),
  }
  return { draft, session: found.session, now: found.now, view: withDetails(shown, draft) }
}

const detailsUrl = ({ urls }: CardPageContext, { query }: Exchange, id: string) =>
  withDraftOf(query, `${urls.checkoutUrl}/${id}`)

const showCard = (context: CardPageContext, exchange: Exchange, id: string) =>
  answerPage(context, exchange, async (settingOf) => {
    const see = detailsUrl(context, exchange, id)
    const purchase = await findPurchase(context, exchange, id)
    if (!purchase || !isDeliveredTo(purchase.draft, purchase.view)) return { see }
    const { session, view } = purchase
    const state = stateOnReturn(view, purchase.draft.last4)
    if (state.type !== 'ready') return { see }
    const page = renderCardPage({
      ...settingOf(session),
      state,
      detailsUrl: see,
      branding: session.branding,
    })
    return { status: 200, page, session }
  })

type Card = { number: string; exp: string; cvc: string }

const CARD_FIELDS = ['number', 'exp', 'cvc'] as const

const problemsOf = (card: Card, nowMs: number, texts: FrameTexts) =>
  CARD_FIELDS.flatMap((field) => {
    const text = cardProblemOf(field, card[field], digitsOf(card.number), nowMs)
    return text === undefined ? [] : [{ field, message: texts[text] }]
  })

/** @throws {CheckoutError} invalid_request: not one of the cards that are taken */
function methodOf(card: Card, now: Date, takeCard: TakeCard) {
  const [month = 0, year = 0] = parseExpiry(card.exp) ?? []
  const { number, cvc } = card
  return takeCard(
    { number: digitsOf(number), expMonth: month, expYear: year, cvc: digitsOf(cvc) },
    now,
  )
}

type Sent = { id: string; sent: () => Promise<Record<string, unknown>>; takeCard: TakeCard }

const payByCard = (context: CardPageContext, exchange: Exchange, { id, sent, takeCard }: Sent) =>
  answerPage(context, exchange, async (settingOf) => {
    const see = resultAddress(exchange.query, `${context.urls.checkoutUrl}/${id}`)
    const form = await sent()
    const findOpen = async () => {
      const purchase = await findPurchase(context, exchange, id)
      const state = purchase && afterView({ type: 'loading' }, purchase.view)
      return state?.type === 'ready' ? purchase : undefined
    }
    const purchase = await findOpen()
    if (!purchase) return { see }
    const { draft, session, now, view } = purchase
    const setting = settingOf(session)
    const show = (status: number, state: Parameters<typeof renderCardPage>[0]['state']) => ({
      status,
      page: renderCardPage({
        ...setting,
        state,
        detailsUrl: detailsUrl(context, exchange, id),
        branding: session.branding,
      }),
      session,
    })
    const refuse = (status: number, problem: Problem) =>
      show(status, { type: 'ready', view, problem })

    const card = {
      number: sentText(form, 'number'),
      exp: sentText(form, 'exp'),
      cvc: sentText(form, 'cvc'),
    }
    const texts = languageOf(setting.language).card
    const fields = problemsOf(card, now.getTime(), texts)
    if (fields.length > 0) return refuse(422, { type: 'invalid', fields })
    const paymentMethod = await methodOf(card, now, takeCard).catch(notTaken)
    if (paymentMethod === undefined)
      return refuse(422, {
        type: 'invalid',
        fields: [{ field: 'number', message: texts['number.test'] }],
      })
    /** So that the next page can name the card, if that is declined. */
    const withCard = async (address: string) => {
      const last4 = digitsOf(card.number).slice(-4)
      return withDraftOf({ draft: await context.drafts.seal(id, { ...draft, last4 }) }, address)
    }
    try {
      const outcome = await pay(context, exchange, { id, draft, paymentMethod })
      const challenge = outcome.status === 'processing' ? outcome.action?.url : undefined
      return { see: challenge === undefined ? see : await withCard(challenge) }
    } catch (error) {
      const refusal = toCheckoutError(error)
      switch (refusal?.code) {
        case 'payment_declined':
          return { see: await withCard(`${context.urls.paymentFrameUrl}/${id}/card`) }
        case 'sold_out':
        case 'insufficient_stock':
          return show(409, { type: 'unavailable', view, why: { reason: refusal.code } })
        case 'invalid_request':
        case 'agreement_required':
          return { see: detailsUrl(context, exchange, id) }
        case 'rate_limited':
          return refuse(429, { type: 'rate_limited' })
        case 'payments_unavailable':
        case 'busy':
          // A payment that had begun may have found a row locked at one of its later steps.
          if (!(await findOpen())) return { see }
          exchange.response.setHeader('Retry-After', refusal.retryAfterSeconds ?? 2)
          return refuse(503, { type: 'payments_unavailable' })
        default:
          // The payment may have begun: what came of it stands on the session's page.
          if (mustBeTold(refusal))
            context.events.requestFailed({ requestId: requestIdOf(exchange.response), error })
          return { see }
      }
    }
  })

const notTaken = (error: unknown) => {
  if (error instanceof CheckoutError && error.code === 'invalid_request') return undefined
  throw error
}

const pay = (
  { checkout, callers }: CardPageContext,
  { address }: Exchange,
  { id, draft, paymentMethod }: { id: string; draft: Draft; paymentMethod: string },
) => {
  const { customer, fulfillment, agreedToTerms, receiptKey } = draft
  return paySession(checkout, {
    sessionId: id,
    networks: callers.networksOf(address),
    receiptDigest: receiptDigest(receiptKey),
    request: { customer, fulfillment, paymentMethod, agreedToTerms },
  })
}
