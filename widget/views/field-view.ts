import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Ui } from './ui.ts'

type Field = {
  name: string
  label: unknown
  hint?: unknown
  optional?: string
  control: TemplateResult
  hidden?: boolean
}

/**
 * A field always has the same order, for eyes and for screen readers: label, control, hint, error.
 */
export const fieldView = ({
  name,
  label,
  hint,
  optional,
  control,
  hidden,
}: Field) => html`<div class="field" part="field" ?hidden=${hidden}>
  <label part="label" for=${name}>${label}${optional ? html` <span class="muted">${optional}</span>` : nothing}</label>
  ${control}
  ${hint ? html`<p class="hint" part="hint" id="${name}-hint">${hint}</p>` : nothing}
  <p class="error" part="error" id="${name}-error"></p>
</div>`

/** Where to deliver, as one text with the whole address in it. */
export const addressTextView = ({ t }: Ui) =>
  fieldView({
    name: 'place',
    label: t('delivery.place'),
    hint: t('delivery.place.hint'),
    control: html`<textarea id="place" name="place" part="input" autocomplete="shipping street-address" enterkeyhint="next"
        rows="2" required maxlength="500" aria-describedby="place-hint place-error"></textarea>`,
  })
