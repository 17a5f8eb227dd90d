import { html, nothing } from 'lit/html.js'
import type { Ui } from './ui.ts'

export type TimeUse = 'held' | 'paid'

type ShownTime = { use: TimeUse; instant: string; currency: string }

export const timeText = ({ use, instant, currency }: ShownTime, ui: Ui) => {
  const time = ui.time(instant, { full: use === 'paid', currency })
  return use === 'held' ? ui.t('summary.held', { time }) : time
}

/** The element finds a time of the server by `data-time`, and replaces it with the buyer's own. */
export const timeView = (shown: ShownTime, ui: Ui) =>
  html`<time datetime=${shown.instant} data-time=${ui.zone ? shown.use : nothing} data-currency=${shown.currency}>${timeText(shown, ui)}</time>`
