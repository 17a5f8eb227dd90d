import { html } from 'lit/html.js'
import { formatTime, type Ui } from './ui.ts'

export type TimeUse = 'held' | 'paid'

export const timeText = (use: TimeUse, instant: string, { t, language }: Ui, zone?: 'UTC') =>
  use === 'held'
    ? t('summary.held', { time: formatTime(language, instant, { full: false, zone }) })
    : formatTime(language, instant, { full: true, zone })

/**
 * In UTC as the server knows it; the element puts the buyer's own time in its place, found by
 * `data-time`.
 */
export const timeView = (use: TimeUse, instant: string, ui: Ui) =>
  html`<time datetime=${instant} data-time=${use}>${timeText(use, instant, ui, 'UTC')}</time>`
