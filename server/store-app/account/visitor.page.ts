import { type FieldErrors, EMAIL_INPUT, formField, inputField, linkButton } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { type Page, sendPage } from '../frame/page.ts'
import type { Visit } from '../frame/store-app-context.ts'
import { passwordProblem } from '../../auth/passwords.ts'

/** The longest email address that a mail can be sent to, in characters. */
export const MAX_EMAIL = 254

type EmailField = {
  value?: string
  hint?: string
  error?: string | undefined
  attributes?: Html | undefined
}

export const emailField = ({ attributes, ...field }: EmailField) =>
  inputField({
    ...field,
    name: 'email',
    label: 'Email',
    attributes: html`${EMAIL_INPUT} autocomplete="username" required maxlength="${MAX_EMAIL}"
    ${attributes}`,
  })

type PasswordResult =
  | { passwordHash: string; errors?: undefined }
  | { passwordHash?: undefined; errors: FieldErrors }

/** The hash of the new password, or what is wrong with it. */
export async function readNewPassword(
  { app, request }: Visit,
  email: string,
): Promise<PasswordResult> {
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

/** Shows whose password it is, also to the browser's password manager. */
export const accountField = (email: string) =>
  inputField({
    name: 'email',
    label: 'Email',
    value: email,
    attributes: html`${EMAIL_INPUT} autocomplete="username" readonly`,
  })

export const sendVisitorPage = (visit: Visit, page: Page) =>
  sendPage(visit, { ...page, top: html`<p class="brand">Hosted Checkout</p>` })

export const sendDeadEnd = (visit: Visit, title: string, text: Html | string) =>
  sendPage(visit, {
    title,
    lead: text,
    main: linkButton(`${visit.app.storePath}/sign-in`, 'Go to the sign-in', { kind: 'button' }),
  })

/** For a link that is unknown, expired or used. The page does not say which. */
export function sendLinkIsOver(visit: Visit) {
  visit.response.status(404)
  sendDeadEnd(
    visit,
    'This link no longer works',
    'It was used, it is too old, or a newer one was sent. Ask for another one.',
  )
}
