import type { AttemptView, CheckoutView, StatusEvent } from '../../contract/buyer.ts'
import { goesTo, offeredIn } from './delivery-by-country.ts'
import type { DeliveryCountry, DeliveryOption } from '../../contract/delivery.ts'
import type { Tracking } from '../../contract/tracking.ts'
import type { GuaranteeNotice } from '../../contract/shown-store.ts'
import { addressIn } from '../buyers/address.ts'
import { declineMessage } from '../payments/attempt.ts'
import { currencyDigits } from '../money.ts'
import { MAX_ATTEMPTS } from '../payments/payment-caps.ts'
import { optionOf } from '../orders/order-delivery.ts'
import { amountsOf } from './pricing.ts'
import type { KeptConfirmation } from '../ports/buyer-mails.ts'
import { maskOrder, mayReadReceipt, type Reader, viewConfirmation } from '../orders/receipt.ts'
import { mayRestart } from './restart-session.ts'
import { statementText } from '../stores/statement.ts'
import { type CheckoutSession, toStatus } from './session.ts'
import { sessionIn } from './words-in.ts'
import { takesWithdrawals } from '../orders/withdrawal.ts'

function viewAttempt({ latestAttempt: attempt, attempts }: CheckoutSession): AttemptView {
  if (attempt === null) return null
  if (attempt.status === 'failed') {
    const code = attempts < MAX_ATTEMPTS ? attempt.declineCode : 'too_many_attempts'
    return { status: 'failed', code, message: declineMessage(code) }
  }
  return attempt.challengeUrl === null
    ? { status: 'processing' }
    : {
        status: 'processing',
        action: { type: attempt.action ?? 'challenge', url: attempt.challengeUrl },
      }
}

/** The order; for a reader who may see the full receipt with the card, and where its mail goes. */
function viewOrder(
  session: CheckoutSession,
  {
    confirmation,
    correctUrl,
    tracking,
    ...reader
  }: Omit<Viewing, 'payments' | 'checkoutUrl' | 'language' | 'guaranteeNotice'> & {
    kept: string | null
  },
) {
  const { order, card } = session
  if (order === null) return { order }
  const isFull = mayReadReceipt(order, reader)
  const shown = isFull ? order : maskOrder(order, session)
  const option = optionOf(session, order)
  const mailed = isFull && confirmation && viewConfirmation(confirmation, correctUrl)
  const statement = statementText(session.store.statementName, order.orderNumber)
  return {
    order: shown,
    ...(option && { deliveryOption: option.id }),
    ...(isFull && card && { card }),
    ...(isFull && card && statement && { statement }),
    ...(mailed && { confirmation: mailed }),
    ...(isFull && tracking && { tracking }),
  }
}

function viewAmounts({ quote, order }: CheckoutSession, [preselected]: DeliveryOption[]) {
  if (order === null) {
    if (!preselected) throw new Error('the quote has no delivery option')
    return amountsOf(quote, preselected)
  }
  const {
    amountTotal: total,
    fulfillment: { fee },
  } = order
  return { subtotal: total - fee, fee, total }
}

export const viewStore = ({
  store: {
    name,
    language,
    isTest,
    pricesIncludeTax,
    logoUrl,
    contactEmail,
    contactPhone,
    nextStep,
  },
  seller,
}: Pick<CheckoutSession, 'store' | 'seller'>) => ({
  // Every state of the page shows the name, so nobody takes a test for a purchase.
  name: isTest ? `${name} (test)` : name,
  language,
  ...(isTest && { test: true as const }),
  ...(pricesIncludeTax && { pricesIncludeTax: true as const }),
  ...(logoUrl !== null && { logoUrl }),
  ...(contactEmail !== null && { contactEmail }),
  ...(contactPhone !== null && { contactPhone }),
  ...(seller && { seller }),
  ...(nextStep !== null && { nextStep }),
})

/** What the buyer has to know before paying, and where to withdraw afterwards. */
function viewWithdrawal({ store, quote }: CheckoutSession, checkoutUrl: string) {
  if (!takesWithdrawals(store)) return {}
  const { withdrawalDays: days, withdrawalReason: reason } = quote
  return {
    withdrawal: {
      url: `${checkoutUrl}/withdraw`,
      days,
      ...(days === 0 && reason !== null && { reason }),
    },
  }
}

function asOneText(country: string): DeliveryCountry {
  const { optional: _parts, regionWord: _word, ...address } = addressIn(country)
  return { ...address, fields: ['place'] }
}

/**
 * Those to which an option goes, so that each has one. A prefilled address is one text and stays one; the buyer only
 * chooses the country.
 */
export function viewCountries({
  store,
  customer,
  quote,
}: Pick<CheckoutSession, 'store' | 'customer' | 'quote'>) {
  const delivering = quote.deliveryOptions.filter((option) => !option.place)
  const countries = store.deliveryCountries.filter(
    (country) => delivering.length === 0 || delivering.some((option) => goesTo(option, country)),
  )
  if (countries.length === 0) return {}
  const entered = customer.details === undefined ? addressIn : asOneText
  return { deliveryCountries: countries.map(entered) }
}

/** What a page needs to know of the payment provider, for live and for test stores. */
export type Payments = { live: CheckoutView['payment']; test: CheckoutView['payment'] }

type Viewing = Reader & {
  /** Of the page, BCP 47: the store's words are in it as far as there are any. */
  language: string
  payments: Payments
  /** Where the pages of buyers are. */
  checkoutUrl: string
  /** The digest that the session was paid with. (Default: none: nobody sees the full receipt.) */
  kept?: string | null
  confirmation?: KeptConfirmation | null
  /** Where the buyer corrects the address of mails. (Default: no mails are sent.) */
  correctUrl?: string | undefined
  tracking?: Tracking | null
  /** Of the legal guarantee, for this buyer. (Default: none.) */
  guaranteeNotice?: GuaranteeNotice | undefined
}

/**
 * The session as its page shows it. Everybody with the link sees what was bought; the browser that
 * paid also sees the receipt. The merchant's prefilled customer is shown only while there is a
 * form.
 */
export function viewCheckout(
  record: CheckoutSession,
  { payments, checkoutUrl, language, guaranteeNotice, ...viewing }: Viewing,
): CheckoutView {
  const session = sessionIn(record, language)
  const { quote } = session
  const { now, kept = null } = viewing
  const hasForm = session.state === 'open' || session.state === 'paying'
  const countries = hasForm ? viewCountries(session) : {}
  const options = offeredIn(quote.deliveryOptions, countries.deliveryCountries?.[0]?.country)
  return {
    id: session.id,
    status: toStatus(session.state),
    expiresAt: session.expiresAt.toISOString(),
    now: now.toISOString(),
    store: {
      ...viewStore(session),
      ...viewWithdrawal(session, checkoutUrl),
      ...(hasForm && guaranteeNotice && { guaranteeNotice }),
    },
    item: {
      name: quote.productName,
      imageUrl: quote.imageUrl,
      size: quote.size,
      color: quote.color,
      quantity: quote.quantity,
      unitPrice: quote.unitPrice,
      ...(session.priceBefore && { priceBefore: session.priceBefore }),
    },
    currency: quote.currency,
    currencyDigits: currencyDigits(quote.currency),
    deliveryOptions: options,
    ...countries,
    customer: hasForm ? session.customer : {},
    amounts: viewAmounts(session, options),
    attempt: viewAttempt(session),
    ...viewOrder(session, { ...viewing, kept }),
    payment: session.store.isTest ? payments.test : payments.live,
    ...(session.successUrl !== null && { successUrl: session.successUrl }),
    ...(session.cancelUrl !== null && { cancelUrl: session.cancelUrl }),
    ...(session.store.returnsAtOnce && { returnsAtOnce: true as const }),
    ...(mayRestart(session) && session.order === null && { canRestart: true as const }),
  }
}

/** `left`: units that are left, if these are too few. A buyer who pays already holds theirs. */
export const viewStatus = (session: CheckoutSession, left?: number): StatusEvent => ({
  status: toStatus(session.state),
  attempt: viewAttempt(session),
  ...(session.state === 'open' && left !== undefined && { left }),
})
