import { type Conversion, DAYS_SHOWN } from './statistics.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../frame/html.ts'

type Where = { formats: Formats; sessionsPath: string }

const shareView = (share: number, tone: string) =>
  html`<svg width="100%" height="8">
    <rect class="${tone}" width="${Math.round(share * 1000) / 10}%" height="8" rx="4" />
  </svg>`

/**
 * What became of the sessions, each step as a share of all that were created: the last three are
 * all of them.
 */
export function conversionView(
  { created, opened, paid, expired }: Conversion,
  { formats, sessionsPath }: Where,
) {
  const steps = [
    { term: 'Created', count: created, tone: '' },
    { term: 'Page opened', count: opened, tone: '' },
    { term: 'Paid', count: paid, tone: 'success' },
    { term: 'Expired unpaid', count: expired, tone: 'muted' },
    { term: 'Still open', count: created - paid - expired, tone: 'muted' },
  ]
  return html`<section aria-labelledby="conversion">
    <h2 id="conversion">Sessions of the last ${DAYS_SHOWN} days</h2>
    ${
      created === 0
        ? html`<p class="muted">None was created.</p>`
        : html`<dl class="funnel">
              ${steps.map(
                ({ term, count, tone }) =>
                  html`<div>
                    <dt>${term}</dt>
                    <dd>
                      ${formats.number(count)}
                      <span class="muted">${formats.percent(count / created)}</span>
                    </dd>
                    <dd class="share" aria-hidden="true">${shareView(count / created, tone)}</dd>
                  </div> `,
              )}
            </dl>
            <p class="hint">
              Each session is paid, expired or still open. Its page counts as opened when the buyer
              came in time to pay.
            </p>`
    }
    <p><a href="${sessionsPath}">All sessions</a></p>
  </section>`
}
