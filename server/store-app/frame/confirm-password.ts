import type { Request } from 'express'
import { findDevice } from './known-device.ts'
import { noteRefusal } from './refusals.ts'
import { formField, inputField } from './forms.ts'
import { html } from './html.ts'
import type { StoreAppContext, Viewer } from './store-app-context.ts'

export const passwordField = (error: string | undefined) =>
  inputField({
    name: 'password',
    label: 'Your password',
    error,
    hint: 'Once more, so that nobody does this from a browser that you left open.',
    attributes: html`type="password" autocomplete="current-password" required maxlength="200"`,
  })

type Confirmation =
  | { status: 200 }
  | { status: 422; error: string }
  | { status: 429; error: string; retryAfterSeconds: number }

/**
 * Whether it is the member who sends the form: the password again, limited like a sign-in and
 * together with it.
 */
export async function confirmPassword(
  app: StoreAppContext,
  request: Request,
  { email }: Viewer,
): Promise<Confirmation> {
  const [password, device] = [formField(request, 'password'), await findDevice(app, request, email)]
  const outcome = await app.login.signIn({
    email,
    password,
    address: request.ip ?? '',
    device,
  })
  if (outcome.type !== 'signed_in')
    noteRefusal(app, request, { action: `auth.${outcome.type}`, email })
  switch (outcome.type) {
    case 'signed_in':
      return { status: 200 }
    case 'refused':
      return { status: 422, error: 'This is not your password.' }
    case 'limited': {
      const { retryAfterSeconds } = outcome
      return {
        status: 429,
        error: 'Too many tries. Wait a minute and try again.',
        retryAfterSeconds,
      }
    }
  }
}
