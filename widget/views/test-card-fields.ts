import { frameEn, frameLabelsEn, type FrameText } from '../i18n/frame-en.ts'

type CardInput = {
  id: string
  label: keyof typeof frameLabelsEn
  name: string
  autocomplete: string
  next: 'next' | 'done'
  maximum: number
  mark?: string
  hint?: FrameText
}

const cardField = ({
  id,
  label,
  name,
  autocomplete,
  next,
  maximum,
  mark = '',
  hint,
}: CardInput) => `<div class="field">
<label for="${id}">${frameLabelsEn[label]}</label>
<div class="box"><input id="${id}" name="${name}" autocomplete="${autocomplete}" inputmode="numeric" enterkeyhint="${next}"
 required maxlength="${maximum}" aria-describedby="${hint ? `${id}-hint ` : ''}${id}-error">${mark}</div>
${hint ? `<p class="hint" id="${id}-hint">${frameEn[hint]}</p>` : ''}<p class="error" id="${id}-error" aria-live="polite"></p>
</div>`

const MARK = `<span class="mark"><span id="brand"></span>
<span id="valid" role="img" aria-label="${frameLabelsEn.valid}" hidden></span></span>`

/**
 * The test provider's card form: plain text without anything from outside, so it needs no template.
 */
export const testCardFields = () => `<form novalidate>
${cardField({
  id: 'number',
  label: 'number',
  name: 'cardnumber',
  autocomplete: 'cc-number',
  next: 'next',
  maximum: 24,
  mark: MARK,
})}
${cardField({ id: 'exp', label: 'expiry', name: 'exp', autocomplete: 'cc-exp', next: 'next', maximum: 9 })}
${cardField({ id: 'cvc', label: 'code', name: 'cvc', autocomplete: 'cc-csc', next: 'done', maximum: 4, hint: 'code.back' })}
</form>`
