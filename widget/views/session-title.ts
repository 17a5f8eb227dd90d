import type { SessionState } from '../session/checkout-state.ts'
import type { Ui } from './ui.ts'

const TITLES = {
  ready: 'page.title',
  processing: 'page.title',
  complete: 'page.title.paid',
  expired: 'page.title.expired',
  unavailable: 'page.title.unavailable',
} as const

/** Of a page of ours in the browser's tab, as the server writes it and the script goes on with it. */
export function sessionTitle(state: SessionState, { t }: Ui) {
  const title = t(TITLES[state.type], { store: state.view.store.name })
  return state.type === 'ready' && state.problem ? t('page.title.error', { title }) : title
}
