import type { CheckoutView } from '../../server/contract/buyer.ts'
import { amountsWith } from '../session/checkout-state.ts'
import type { Ui } from './ui.ts'

/** What a buyer was to pay before they started again, with the delivery option that they had. */
export type TotalBefore = {
  option: string
  subtotal: number
  fee: number
  total: number
  currency: string
  currencyDigits: number
}

/** The option that was chosen, or the first one. */
export const optionIn = ({ deliveryOptions: options }: CheckoutView, id: string | undefined) =>
  options.find((option) => option.id === id) ?? options[0]

export function totalBefore(view: CheckoutView, chosen: string | undefined): TotalBefore {
  const { currency, currencyDigits } = view
  const option = optionIn(view, chosen)?.id ?? ''
  return { option, ...amountsWith(view, option), currency, currencyDigits }
}

/**
 * Both totals as texts, where they differ. A change that the buyers make themselves is no news to
 * them, unless their option is gone or has another fee.
 */
export function totalsSince(
  before: TotalBefore,
  { view, option, money }: { view: CheckoutView; option: string | undefined; money: Ui['money'] },
) {
  const { fee, total } = amountsWith(view, option)
  const had = optionIn(view, before.option)
  const isAsItWas = had?.id === before.option && had.fee === before.fee
  const was = isAsItWas ? before.subtotal + fee : before.total
  const totals = { before: money(was, before), now: money(total, view) }
  return totals.before === totals.now ? undefined : totals
}
