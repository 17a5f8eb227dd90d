import { type Refund, type RefundRefusal, failureMessage } from '../../checkout/refund.ts'
import { countOf } from '../frame/formats.ts'
import type { FieldErrors } from '../frame/forms.ts'
import type { Notice } from '../frame/notices.ts'
import type { Viewer } from '../frame/store-app-context.ts'
import { amountProblem, unitsProblem } from './refund-form.ts'

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
