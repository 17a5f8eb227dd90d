import { formField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { findDevice } from '../frame/known-device.ts'
import { noticeView, redirectWith, takeNotice } from '../frame/notices.ts'
import { noteRefusal } from '../frame/refusals.ts'
import { pathAfter, toReturnPath } from '../frame/return-path.ts'
import type { MemberVisit, Visit } from '../frame/store-app-context.ts'
import { findViewer } from '../frame/store-auth.ts'
import type { MemberPages, VisitorPages } from '../frame/visits.ts'
import { emailField } from './email-field.ts'
import { beginSecondStep } from './half-sign-in.ts'
import { endSession, newSession, replaceSession } from './member-session.ts'
import { sendSignedOut, signedOutNotice } from './sign-out.ts'
import { sendVisitorPage } from './visitor.page.ts'

export const signInPages: VisitorPages = { '/sign-in': { get: askToSignIn, post: signIn } }

export const signOutPages: MemberPages = { '/sign-out': { post: signOut } }

async function signOut({ app, request, response }: MemberVisit) {
  await endSession(app, request)
  sendSignedOut(app, response, 'here')
}

async function askToSignIn(visit: Visit) {
  const { app, request, response } = visit
  const { to, 'signed-out': signedOut } = request.query
  const viewer = await findViewer(app, request, response)
  if (!viewer) {
    const notice = (await takeNotice(app, request, response)) ?? signedOutNotice(signedOut)
    return sendSignIn(visit, { to, message: noticeView(notice) })
  }
  if (!viewer.notice) return response.redirect(303, pathAfter(app, to))
  return redirectWith(app, response, { to: pathAfter(app, to), ...viewer.notice })
}

async function signIn(visit: Visit) {
  const { app, request, response } = visit
  const email = formField(request, 'email').trim()
  const [password, to] = [formField(request, 'password'), formField(request, 'to')]
  const device = await findDevice(app, request, email)
  const outcome = await app.login.signIn({ email, password, address: request.ip ?? '', device })
  if (outcome.type === 'signed_in') {
    const { member } = outcome
    if (member.hasSecondFactor) return beginSecondStep(app, response, { member, email, to })
    const { token, session } = newSession(request)
    await app.records.accounts.openSession(member, session)
    await replaceSession(app, request, response, { token, email })
    return response.redirect(303, pathAfter(app, to))
  }
  noteRefusal(app, request, { action: `auth.${outcome.type}`, email })
  if (outcome.type === 'limited') response.set('Retry-After', String(outcome.retryAfterSeconds))
  response.status(outcome.type === 'limited' ? 429 : 422)
  return sendSignIn(visit, { email, to, refusal: REFUSALS[outcome.type] })
}

/**
 * Neither sentence says whether there is such an account: a limit counts tries, whether there is
 * one or not.
 */
const REFUSALS = {
  refused: html`<strong>You are not signed in.</strong> Check the email and the password.`,
  limited: html`<strong>Too many tries for now.</strong> Wait a minute and try again, or choose a
    new password.`,
}

const refusalView = (refusal: Html) =>
  html`<div class="notice danger" role="alert" id="refusal">
    <p>${refusal}</p>
  </div>`

type SignInPage = { email?: string; to: unknown; message?: Html | undefined; refusal?: Html }

function sendSignIn(visit: Visit, { email = '', to, message, refusal }: SignInPage) {
  const { app } = visit
  const describedBy = refusal && html`aria-describedby="refusal"`
  const path = toReturnPath(app, to)
  sendVisitorPage(visit, {
    title: 'Sign in',
    heading: 'Sign in to your store',
    hasErrors: refusal !== undefined,
    main: html`${refusal ? refusalView(refusal) : message}
      <form method="post" action="${app.storePath}/sign-in">
        ${path === undefined ? undefined : html`<input type="hidden" name="to" value="${path}" />`}
        ${emailField({ attributes: html`value="${email}" ${describedBy}` })}
        <div class="field">
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxlength="200"
            ${describedBy}
          />
        </div>
        <button class="button">Sign in</button>
      </form>
      <p><a href="${app.storePath}/forgot-password">Forgot your password?</a></p>`,
  })
}
