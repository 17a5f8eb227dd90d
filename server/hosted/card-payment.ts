import { receiptDigest } from '../auth/receipt-keys.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { paySession } from '../checkout/payments/pay-session.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import type { TestPaymentMethodRequest } from '../contract/test-provider.ts'
import type { FieldProblem, SessionState } from '../../widget/session/checkout-state.ts'
import { languageOf } from '../../widget/i18n/catalogues.ts'
import type { FrameTexts } from '../../widget/i18n/language.ts'
import { digitsOf } from '../../widget/form/latin-digits.ts'
import { cardProblemOf } from '../../widget/payment-frame/card-problems.ts'
import { parseExpiry } from '../../widget/payment-frame/expiry.ts'
import type { Exchange } from '../web/requests/before-express.ts'
import { type Draft, withDraftOf } from '../web/drafts.ts'
import { mustBeLogged, toCheckoutError } from '../web/answers/error-answers.ts'
import { requestIdOf } from '../web/requests/request-log.ts'
import { wantedLanguages } from '../web/requests/wanted-languages.ts'
import { renderCardPage } from './card-page.ts'
import { type CardPageContext, addressesOf, findPayable } from './card-purchase.ts'
import { type Page, type Setting, shortage } from './hosted-page.ts'
import { type SettingOf, answerPage, readForm } from './page-answers.ts'
import { sentText } from './typed-details.ts'

/** Makes a payment method from a card. @throws {CheckoutError} invalid_request */
export type TakeCard = (card: TestPaymentMethodRequest, now: Date) => Promise<string>

type CardSubmission = { id: string; takeCard: TakeCard }

type Show = (
  status: number,
  state: SessionState,
  more?: { needsScript: boolean },
) => { status: number; page: Page }

/** Pays by the card that was sent; answers with the form again or the page to go to. */
export const payByCard = (
  context: CardPageContext,
  exchange: Exchange,
  { id, takeCard }: CardSubmission,
) =>
  answerPage(context, exchange, async (settingOf) => {
    const addresses = addressesOf(context, exchange, id)
    const card = readCard(await readForm(exchange))
    const purchase = await findPayable(context, exchange, { id, settingOf })
    if (!purchase) return { see: addresses.result }
    const { draft, session, now, setting, view } = purchase
    const show: Show = (status, state, more) => {
      const { branding } = session.store
      const page = renderCardPage({
        ...setting,
        state,
        detailsUrl: addresses.details,
        branding,
        ...more,
      })
      return { status, page }
    }
    const refuse = (fields: FieldProblem[]) =>
      show(422, { type: 'ready', view, problem: { type: 'invalid', fields } })

    const texts = languageOf(setting.language).card
    const wrong = problemsIn(card, now.getTime(), texts)
    if (wrong.length > 0) return refuse(wrong)
    const paymentMethod = await findMethod(card, now, takeCard)
    if (paymentMethod === undefined)
      return refuse([{ field: 'number', message: texts['number.test'] }])
    /** Lets the next page name the card when it is declined. */
    const withCard = async (address: string) => {
      const last4 = digitsOf(card.number).slice(-4)
      const sealed = await context.drafts.seal(id, { ...draft, last4 })
      return withDraftOf({ ...exchange.query, draft: sealed }, address)
    }
    try {
      const outcome = await pay(context, exchange, { id, draft, paymentMethod, setting })
      const challenge = outcome.status === 'processing' ? outcome.action?.url : undefined
      return { see: challenge === undefined ? addresses.result : await withCard(challenge) }
    } catch (error) {
      const refusal = toCheckoutError(error)
      if (refusal?.code === 'payment_declined')
        return { see: await withCard(`${context.urls.paymentFrameUrl}/${id}/card`) }
      // A payment may have begun, so the session's page shows how it went.
      if (mustBeLogged(refusal))
        context.events.requestFailed({ requestId: requestIdOf(exchange.response), error })
      return refusal
        ? afterRefusal(refusal, { context, exchange, id, settingOf, view, show })
        : { see: addresses.result }
    }
  })

type Card = { number: string; exp: string; cvc: string }

const readCard = (form: Record<string, unknown>): Card => ({
  number: sentText(form, 'number'),
  exp: sentText(form, 'exp'),
  cvc: sentText(form, 'cvc'),
})

const problemsIn = (card: Card, nowMs: number, texts: FrameTexts): FieldProblem[] =>
  (['number', 'exp', 'cvc'] as const).flatMap((field) => {
    const text = cardProblemOf(field, card[field], digitsOf(card.number), nowMs)
    return text === undefined ? [] : [{ field, message: texts[text] }]
  })

/** A payment method for the card; undefined when the provider does not take that card. */
async function findMethod({ number, exp, cvc }: Card, now: Date, takeCard: TakeCard) {
  const [month = 0, year = 0] = parseExpiry(exp) ?? []
  const typed = { number: digitsOf(number), expMonth: month, expYear: year, cvc: digitsOf(cvc) }
  try {
    return await takeCard(typed, now)
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'invalid_request') return undefined
    throw error
  }
}

const pay = (
  { checkout, callers }: CardPageContext,
  { address, request: { headers }, query }: Exchange,
  {
    id,
    draft,
    paymentMethod,
    setting,
  }: { id: string; draft: Draft; paymentMethod: string; setting: Setting },
) => {
  const { customer, fulfillment, agreedToTerms, receiptKey } = draft
  return paySession(checkout, {
    sessionId: id,
    networks: callers.networksOf(address),
    receiptDigest: receiptDigest(receiptKey),
    languages: wantedLanguages({ headers, query }),
    pageLanguage: () => setting.language,
    request: { customer, fulfillment, paymentMethod, agreedToTerms },
  })
}

type RefusedPayment = {
  context: CardPageContext
  exchange: Exchange
  id: string
  settingOf: SettingOf
  view: CheckoutView
  show: Show
}

/** Where the buyer goes on: to the details, to this page again, or to the session's page. */
async function afterRefusal(
  { code, retryAfterSeconds = 2, work, left }: CheckoutError,
  { context, exchange, id, settingOf, view, show }: RefusedPayment,
) {
  const { details, result } = addressesOf(context, exchange, id)
  const later = (status: number, type: 'rate_limited' | 'payments_unavailable') => {
    exchange.response.setHeader('Retry-After', retryAfterSeconds)
    const needsScript = work !== undefined
    return show(status, { type: 'ready', view, problem: { type } }, { needsScript })
  }
  switch (code) {
    case 'invalid_request':
    case 'agreement_required':
      return { see: details }
    case 'sold_out':
    case 'insufficient_stock':
      return show(409, { type: 'unavailable', view, why: shortage(code, left) })
    case 'rate_limited':
      // The buyer cannot do the work without script.
      return later(429, work ? 'payments_unavailable' : 'rate_limited')
    case 'payments_unavailable':
    case 'busy':
      // A lock may have stopped a payment that had begun.
      return (await findPayable(context, exchange, { id, settingOf }))
        ? later(503, 'payments_unavailable')
        : { see: result }
    default:
      return { see: result }
  }
}
