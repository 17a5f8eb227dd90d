import type { CheckoutView } from '../../server/contract/buyer.ts'
import { amountsWith } from '../checkout-state.ts'
import type { Ui } from './ui.ts'

/** What a buyer was to pay before they started again. */
export type TotalBefore = {
  /** As they saw it: with this delivery option. */
  total: number
  option: string
  /** With each of the options that there were. */
  totals: Record<string, number>
  currency: string
  currencyDigits: number
}

const chosenIn = ({ deliveryOptions: options }: CheckoutView, id: string | undefined) =>
  (options.find((option) => option.id === id) ?? options[0]!).id

export function totalBefore(view: CheckoutView, option: string | undefined): TotalBefore {
  const totalWith = (id: string) => amountsWith(view, id).total
  const seen = chosenIn(view, option)
  return {
    total: totalWith(seen),
    option: seen,
    totals: Object.fromEntries(view.deliveryOptions.map(({ id }) => [id, totalWith(id)])),
    currency: view.currency,
    currencyDigits: view.currencyDigits,
  }
}

/**
 * As texts, where the price is another: for the same delivery option, since what buyers choose
 * themselves is no news to them, unless the one that they had is gone.
 */
export function totalsSince(
  before: TotalBefore,
  { view, option, money }: { view: CheckoutView; option: string | undefined; money: Ui['money'] },
) {
  const isOffered = view.deliveryOptions.some(({ id }) => id === before.option)
  const was = isOffered ? before.totals[chosenIn(view, option)] : before.total
  if (was === undefined) return undefined
  const totals = { before: money(was, before), now: money(amountsWith(view, option).total, view) }
  return totals.before === totals.now ? undefined : totals
}
