import { type Refund, type RefundRefusal, failureMessage } from '../../checkout/refund.ts'
import { text } from '../../contract/fields.ts'
import type { OrderDetails } from './order-list.ts'
import { countOf } from '../frame/formats.ts'
import type { FieldErrors, FormFields } from '../frame/forms.ts'
import type { Notice } from '../frame/notices.ts'
import { parsePrice, priceText } from '../frame/price.ts'
import type { Viewer } from '../frame/store-app-context.ts'

const MAX_REASON = 500

const Reason = text(MAX_REASON)

/** What was asked for on the form, `amount` in the minor unit. */
export type AskedRefund = { amount: number; returnedUnits: number; reason: string | null }

/** How much of an order can be refunded, and how many of its units can go back into stock. */
export const leftOf = ({ amountTotal, refunded, quantity, returned }: OrderDetails) => ({
  amount: Math.max(0, amountTotal - refunded),
  units: quantity - returned,
})

type Limits = ReturnType<typeof leftOf>

/** The form's fields, or one sentence for each that is not right. `left`: how much there may be. */
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

/** What a refund that was asked for has come to. */
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

/** Why the record refused a refund: of one field, or a sentence about the whole. */
export function refusalOf(refusal: RefundRefusal, viewer: Viewer): FieldErrors | string {
  switch (refusal.reason) {
    case 'more_money_than_left':
      return refusal.left === 0
        ? 'Nothing was refunded now: nothing of this order is left to refund.'
        : { amount: amountProblem(refusal.left, { currency: refusal.currency, viewer }) }
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
