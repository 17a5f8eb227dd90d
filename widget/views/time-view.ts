import { html, nothing } from 'lit/html.js'
import { formatTime, type Ui } from './ui.ts'

export type TimeUse = 'held' | 'paid'

type Shown = { use: TimeUse; instant: string; currency: string }

export const timeText = ({ use, instant, currency }: Shown, { t, language, zone }: Ui) => {
  const time = formatTime(language, instant, { full: use === 'paid', zone, currency })
  return use === 'held' ? t('summary.held', { time }) : time
}

/** The element finds the server's time by `data-time`, and puts the buyer's own in its place. */
export const timeView = (shown: Shown, ui: Ui) =>
  html`<time datetime=${shown.instant} data-time=${ui.zone ? shown.use : nothing} data-currency=${shown.currency}>${timeText(shown, ui)}</time>`
