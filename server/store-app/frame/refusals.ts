import { secretAccountKey } from '../../auth/store-login.ts'
import type { RefusedAction } from '../../checkout/stores/audit.ts'
import type { Visit, MemberVisit } from './store-app-context.ts'
import { findDevice } from './members/cookies.ts'
import { formField, inputField } from './forms.ts'
import { html } from '../../web/html.ts'

/** A visitor who has to wait costs next to nothing, so the line about it is rare, too. */
const LIMITED_RATE = { perSecond: 1 / 3600, burst: 1 }

/** The answer waits for neither log, so that its time reveals nothing about the account. */
export function noteRefusal(
  { app, request }: Visit,
  { action, email }: { action: RefusedAction; email?: string },
) {
  const { events, callers, addressKey, inBackground, records, checkout } = app
  const client = callers.keyOf(request.ip)
  const account = email === undefined ? null : secretAccountKey(email, addressKey)
  events.refused({ action, client, account })
  if (email === undefined || account === null) return
  inBackground(async () => {
    const { limiter } = checkout.cache
    const isLimited = action === 'auth.limited' || action === 'auth.second_factor_limited'
    if (isLimited && !(await limiter.take(`told:${action}:${account}`, LIMITED_RATE)).allowed)
      return
    await records.accounts.noteRefusal(email, action)
  })
}

/** For the password of an account that is there. */
export const PASSWORD_INPUT = html`type="password" autocomplete="current-password" required
maxlength="200"`

export const passwordField = (error: string | undefined) =>
  inputField({
    name: 'password',
    label: 'Your password',
    error,
    hint: 'Once more, so that nobody does this from a browser that you left open.',
    attributes: PASSWORD_INPUT,
  })

/** Undefined when the form has the member's password. Limited like a sign-in, together with it. */
export async function findPasswordProblem(visit: MemberVisit) {
  const { app, request, response, viewer } = visit
  const outcome = await app.login.signIn({
    email: viewer.email,
    password: formField(request, 'password'),
    address: request.ip ?? '',
    device: await findDevice(visit, viewer.email),
  })
  if (outcome.type === 'signed_in') return undefined
  noteRefusal(visit, { action: `auth.${outcome.type}`, email: viewer.email })
  if (outcome.type === 'refused') return 'This is not your password.'
  response.status(429).set('Retry-After', String(outcome.retryAfterSeconds))
  return 'Too many tries. Wait a minute and try again.'
}
