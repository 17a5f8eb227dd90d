import type { CheckoutView } from '../../server/contract/buyer.ts'
import { isFolded } from '../views/summary-view.ts'
import type { Ui } from '../views/ui.ts'

/**
 * The sheet of `OWN_PAGE` that a form needs. Most stores ask for no address in parts and no
 * agreement, and have nothing to collect. Most names of products are short.
 */
export function formSheetOf(view: CheckoutView, ui: Ui) {
  const { deliveryCountries, deliveryOptions, store } = view
  const canCollect = deliveryOptions.some((option) => option.place)
  const hasMore = store.seller?.mustAgree || store.guaranteeNotice
  return deliveryCountries || hasMore || canCollect || isFolded(view, ui) ? 'fullForm' : 'form'
}
