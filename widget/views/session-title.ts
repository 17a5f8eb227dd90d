import type { SessionState } from '../session/checkout-state.ts'
import type { Ui } from './ui.ts'

const TITLES = {
  ready: 'page.title',
  processing: 'page.title',
  complete: 'page.title.paid',
  expired: 'page.title.expired',
  unavailable: 'page.title.unavailable',
} as const

/** The title of our own page, as the server writes it first and the script later. */
export function sessionTitle(state: SessionState, { t }: Ui) {
  const title = t(TITLES[state.type], { store: state.view.store.name })
  return state.type === 'ready' && state.problem ? t('page.title.error', { title }) : title
}
