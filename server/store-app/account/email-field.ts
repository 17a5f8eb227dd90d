import { EMAIL_INPUT } from '../frame/email-input.ts'
import { type Html, html } from '../frame/html.ts'

/** The longest address that a mail can be sent to, in characters. */
export const MAX_EMAIL = 254

/** The email of an account, asked of whoever is not signed in. */
export const emailField = ({ attributes, hint }: { attributes: Html; hint?: Html }) =>
  html`<div class="field">
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      ${EMAIL_INPUT}
      autocomplete="username"
      required
      maxlength="${MAX_EMAIL}"
      ${attributes}
    />
    ${hint}
  </div>`
