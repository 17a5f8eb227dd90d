import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CardField, FormState } from '../session/checkout-state.ts'
import { timeAround } from '../session/deadline.ts'
import type { Language } from '../i18n/language.ts'
import { cardMarks } from './card-marks.ts'
import { fieldView } from './field-view.ts'
import { privacyView } from './privacy-view.ts'
import { noticeView, problemView, unpaidView } from './progress-view.ts'
import { recapView, summaryView } from './summary-view.ts'
import type { Ui } from './ui.ts'

type Field = {
  name: CardField
  label: string
  hint?: string
  marks?: TemplateResult
  attributes: [string, string, number]
}

const fieldsIn = ({ card, cardLabels }: Language): Field[] => [
  {
    name: 'number',
    label: cardLabels.number,
    marks: cardMarks(),
    attributes: ['cc-number', 'next', 24],
  },
  { name: 'exp', label: cardLabels.expiry, attributes: ['cc-exp', 'next', 9] },
  {
    name: 'cvc',
    label: cardLabels.code,
    hint: card['code.back'],
    attributes: ['cc-csc', 'done', 4],
  },
]

const cardField = ({ attributes: [autocomplete, next, maximum], marks, ...field }: Field) =>
  fieldView({
    ...field,
    control: html`<input id=${field.name} name=${field.name} part="input" autocomplete=${autocomplete} inputmode="numeric"
      enterkeyhint=${next} required maxlength=${maximum} dir="ltr" aria-describedby="${field.name}-hint ${field.name}-error">${marks ? html`<p class="hint">${marks}</p>` : nothing}`,
  })

/**
 * The card on a page of its own, for buyers without script. `detailsUrl` leads back to what was
 * typed before. `needsScript`: without script nobody can pay now.
 */
export const cardFormView = (
  state: FormState,
  ui: Ui,
  { texts, detailsUrl, needsScript }: { texts: Language; detailsUrl: string; needsScript: boolean },
) => {
  const [number, ...others] = fieldsIn(texts).map(cardField)
  return html`<form class="grid" part="form" method="post" novalidate aria-label=${ui.t('page.title', { store: state.view.store.name })}>
    ${summaryView(state.view, ui)}
    <div class="column">
      ${problemView(state, ui)}
      <div class="fields">
        <section part="section" aria-labelledby="card-title">
          <h2 id="card-title" part="legend">${ui.t('card.title')}
            ${state.view.payment.provider === 'test' ? html`<span class="badge">${ui.t('card.test')}</span>` : nothing}</h2>
          <div data-live="unpaid">${unpaidView(state, ui)}</div>
          <p class="hint">${ui.t('card.test.hint')}</p>
          ${number}
          <div class="pair">${others}</div>
          ${privacyView(state.view, ui)}
        </section>
      </div>
      ${noticeView(state, ui, timeAround(state.view))}
      ${needsScript ? html`<p class="notice warning">${texts.page.work}</p>` : nothing}
      ${recapView(state.view, ui)}
      <button class="pay"><span>${ui.kept('payment.pay', { amount: ui.money(state.view.amounts.total, state.view) })}</span></button>
      <p class="hint"><a href=${detailsUrl}>${texts.page.details}</a></p>
    </div>
  </form>`
}
