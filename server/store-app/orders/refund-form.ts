import { priceText } from '../../checkout/money.ts'
import { disputeInTheWay, leftToRefund, whyDisputed } from '../../checkout/refunds/dispute.ts'
import { type Refund, type RefundRefusal, failureMessage } from '../../checkout/refunds/refund.ts'
import { text } from '../../contract/fields.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { countOf } from '../frame/formats.ts'
import type { FieldErrors, FormFields } from '../frame/forms.ts'
import { parsePrice } from '../frame/price.ts'
import type { Notice, Viewer } from '../frame/store-app-context.ts'

const MAX_REASON = 500

const Reason = text(MAX_REASON)

/** `amount` is in the minor unit. */
export type AskedRefund = { amount: number; returnedUnits: number; reason: string | null }

/** What can still be refunded, and how many units can still go back into stock. */
export const leftOf = (order: OrderRecord) => ({
  amount: leftToRefund(order),
  units: order.quantity - order.returned,
})

/** Why nothing is left although not all of it was refunded. */
export function whyNothingIsLeft(order: OrderRecord) {
  const dispute = leftToRefund(order) === 0 ? disputeInTheWay(order) : undefined
  return dispute && `Nothing is left to refund. ${whyDisputed(dispute)}`
}

type Limits = ReturnType<typeof leftOf>

/** The refund, or a sentence for each wrong field. `left`: the most there may be. */
export function parseRefund(
  fields: FormFields,
  { currency, left, viewer }: { currency: string; left: Limits; viewer: Viewer },
): { value: AskedRefund; errors?: undefined } | { value?: undefined; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const { amount = 0 } = parsePrice(fields['amount'] ?? '', currency, left.amount)
  if (amount === 0) errors['amount'] = amountProblem(left.amount, { currency, viewer })
  const units = fields['units'] ?? '0'
  const returnedUnits = /^\d{1,3}$/.test(units) ? Number(units) : -1
  if (returnedUnits < 0 || returnedUnits > left.units) errors['units'] = unitsProblem(left.units)
  const reason = (fields['reason'] ?? '').trim()
  if (!Reason.safeParse(reason).success)
    errors['reason'] = `Shorten the reason to ${MAX_REASON} characters.`
  return Object.keys(errors).length > 0
    ? { errors }
    : { value: { amount, returnedUnits, reason: reason === '' ? null : reason } }
}

const amountProblem = (
  left: number,
  { currency, viewer: { formats } }: { currency: string; viewer: Viewer },
) => `Enter an amount up to ${formats.money(left, currency)}, such as ${priceText(left, currency)}.`

const unitsProblem = (left: number) => `Enter a number of units from 0 to ${left}.`

export function outcomeOf(
  { state, amount, currency, returnedUnits, failureCode }: Refund,
  { formats }: Viewer,
): Notice {
  const money = formats.money(amount, currency)
  const back = returnedUnits === 0 ? '' : ` ${countOf(returnedUnits, 'unit')} went back into stock.`
  switch (state) {
    case 'succeeded':
      return { kind: 'success', text: `${money} was refunded.${back}` }
    case 'pending':
      return {
        kind: 'success',
        text: `The refund of ${money} is on its way: the payment provider has not decided yet. See below what becomes of it.`,
      }
    case 'failed':
      return { kind: 'danger', text: `Nothing was refunded. ${failureMessage(failureCode ?? '')}` }
  }
}

/** Why the refund was refused: at a field, or in a sentence for the whole form. */
export function refusalOf(refusal: RefundRefusal, viewer: Viewer): FieldErrors | string {
  switch (refusal.reason) {
    case 'more_money_than_left':
      return refusal.left === 0
        ? 'Nothing was refunded now: nothing of this order is left to refund.'
        : { amount: amountProblem(refusal.left, { currency: refusal.currency, viewer }) }
    case 'payment_disputed': {
      const { left, currency, dispute } = refusal
      const why = whyDisputed(dispute)
      return left === 0
        ? `Nothing was refunded now. ${why}`
        : { amount: `${why} ${amountProblem(left, { currency, viewer })}` }
    }
    case 'more_units_than_left':
      return { units: unitsProblem(refusal.left) }
    case 'other_request':
      return 'Nothing was refunded now: this form had been used for another refund. Open it again.'
    case 'other_provider':
      return 'Nothing was refunded: this order was paid through a payment provider that is not in use now.'
    case 'order_not_found':
      return 'Nothing was refunded: there is no such order.'
  }
}
