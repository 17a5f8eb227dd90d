import type { CheckoutState } from './checkout-state.ts'
import type { Ui } from './views/ui.ts'

const TITLES = {
  ready: 'page.title',
  processing: 'page.title',
  complete: 'page.title.paid',
  expired: 'page.title.expired',
  unavailable: 'page.title.unavailable',
} as const

/** Of our own page in the browser's tab. */
export function titleOf(state: CheckoutState, { t }: Ui): string {
  if (!('view' in state)) return document.title
  const {
    store: { name: store },
  } = state.view
  const title = t(TITLES[state.type], { store })
  return state.type === 'ready' && state.problem ? t('page.title.error', { title }) : title
}
