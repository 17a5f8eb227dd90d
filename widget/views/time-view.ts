import { html } from 'lit/html.js'
import { formatTime, type Ui } from './ui.ts'

export type TimeUse = 'held' | 'paid'

type Shown = { use: TimeUse; instant: string; currency: string; zone?: 'UTC' }

export const timeText = ({ use, instant, currency, zone }: Shown, { t, language }: Ui) => {
  const time = formatTime(language, instant, { full: use === 'paid', zone, currency })
  return use === 'held' ? t('summary.held', { time }) : time
}

/**
 * In UTC as the server knows it; the element puts the buyer's own time in its place, found by
 * `data-time`.
 */
export const timeView = (shown: Omit<Shown, 'zone'>, ui: Ui) =>
  html`<time datetime=${shown.instant} data-time=${shown.use} data-currency=${shown.currency}>${timeText({ ...shown, zone: 'UTC' }, ui)}</time>`
