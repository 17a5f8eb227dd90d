import type { Request } from 'express'
import { type Passwords, passwordProblem } from '../../auth/passwords.ts'
import { EMAIL_INPUT } from '../frame/email-input.ts'
import { type FieldErrors, formField, inputField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'

/** The hash of the password that the form chose, or what is wrong with it. */
export async function readNewPassword(
  { passwords }: { passwords: Passwords },
  request: Request,
  email: string,
): Promise<
  { passwordHash: string; errors?: undefined } | { passwordHash?: undefined; errors: FieldErrors }
> {
  const password = formField(request, 'new-password')
  const problem = await passwordProblem(password, email)
  return problem === undefined
    ? { passwordHash: await passwords.hash(password) }
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
