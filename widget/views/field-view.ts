import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CardField, FieldName } from '../checkout-state.ts'

type Field = {
  name: FieldName | CardField
  label: string
  hint?: string
  optional?: string
  control: TemplateResult
}

/**
 * A label above its control, then the hint, then room for the error: always the same order, for
 * eyes and screen readers.
 */
export const fieldView = ({
  name,
  label,
  hint,
  optional,
  control,
}: Field) => html`<div class="field" part="field">
  <label part="label" for=${name}>${label}${optional ? html` <span class="muted">${optional}</span>` : nothing}</label>
  ${control}
  ${hint ? html`<p class="hint" part="hint" id="${name}-hint">${hint}</p>` : nothing}
  <p class="error" part="error" id="${name}-error"></p>
</div>`
