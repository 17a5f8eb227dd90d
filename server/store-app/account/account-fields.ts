import { EMAIL_INPUT } from '../frame/email-input.ts'
import { type Html, html } from '../frame/html.ts'
import { passwordProblem } from '../../auth/passwords.ts'
import { type FieldErrors, formField, inputField } from '../frame/forms.ts'
import type { Visit } from '../frame/store-app-context.ts'

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

type Chosen =
  | { passwordHash: string; errors?: undefined }
  | { passwordHash?: undefined; errors: FieldErrors }

/** The hash of the password that the form chose, or what is wrong with it. */
export async function readNewPassword({ app, request }: Visit, email: string): Promise<Chosen> {
  const password = formField(request, 'new-password')
  const problem = await passwordProblem(password, email)
  return problem === undefined
    ? { passwordHash: await app.passwords.hash(password) }
    : { errors: { 'new-password': problem } }
}

export const newPasswordField = (errors: FieldErrors | undefined) =>
  inputField({
    name: 'new-password',
    label: 'New password',
    hint: 'At least 10 characters. Several words are easy to remember.',
    error: errors?.['new-password'],
    attributes: html`type="password" autocomplete="new-password" required minlength="10"
    maxlength="200"`,
  })

/** Whose password it is: for the reader, and for the browser that keeps it. */
export const accountField = (email: string) =>
  inputField({
    name: 'email',
    label: 'Email',
    value: email,
    attributes: html`${EMAIL_INPUT} autocomplete="username" readonly`,
  })
