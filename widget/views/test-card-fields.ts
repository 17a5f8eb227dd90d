import type { FrameLabels, FrameTexts } from '../i18n/language.ts'
import { cardMarks } from './card-marks.ts'

type CardInput = {
  id: string
  label: string
  name: string
  autocomplete: string
  next: 'next' | 'done'
  maximum: number
  /** At the end of the field, until it is valid and the mark says so. */
  marks?: string
  mark?: string
  hint?: string
}

const cardField = ({
  id,
  label,
  name,
  autocomplete,
  next,
  maximum,
  marks = '',
  mark = '',
  hint,
}: CardInput) => `<div class="field"><label for="${id}">${label}</label><div class="box"><input id="${id}" name="${name}" autocomplete="${autocomplete}" inputmode="numeric" enterkeyhint="${next}" required maxlength="${maximum}" aria-describedby="${hint || marks ? `${id}-hint ` : ''}${id}-error">${marks}${mark}</div>
${hint ? `<p class="hint" id="${id}-hint">${hint}</p>` : ''}<p class="error" id="${id}-error"></p>
</div>`

/**
 * The card form of the test provider. It needs no template, because it holds only our own texts,
 * which have no markup in them.
 */
export const testCardFields = (texts: FrameTexts, labels: FrameLabels) => `<form novalidate>
${cardField({
  id: 'number',
  label: labels.number,
  name: 'cardnumber',
  autocomplete: 'cc-number',
  next: 'next',
  maximum: 24,
  marks: cardMarks().strings.join(''),
  mark: '<span id="valid" hidden>✓</span>',
})}
${cardField({ id: 'exp', label: labels.expiry, name: 'exp', autocomplete: 'cc-exp', next: 'next', maximum: 9 })}
${cardField({ id: 'cvc', label: labels.code, name: 'cvc', autocomplete: 'cc-csc', next: 'done', maximum: 4, hint: texts['code.back'] })}
</form>`
