import type { Request, Response } from 'express'
import { formField, readForm } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { noticeView, redirectWith, takeNotice } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { pathAfter, toReturnPath } from '../frame/return-path.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { findViewer, memberAction } from '../frame/store-auth.ts'
import { noteRefusal } from '../frame/refusals.ts'
import { findDevice } from '../frame/known-device.ts'
import { emailField } from './email-field.ts'
import { endSession, newSession, replaceSession } from './member-session.ts'
import { beginSecondStep } from './half-sign-in.ts'
import { sendSignedOut, signedOutNotice } from './sign-out.ts'

export const signInRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/sign-in': {
      get: async (request, response) => {
        const { to, 'signed-out': signedOut } = request.query
        const viewer = await findViewer(app, request, response)
        if (!viewer)
          return sendSignIn(app, response, {
            to,
            message: noticeView(
              (await takeNotice(app, request, response)) ?? signedOutNotice(signedOut),
            ),
          })
        if (!viewer.notice) return response.redirect(303, pathAfter(app, to))
        return redirectWith(app, response, { to: pathAfter(app, to), ...viewer.notice })
      },
      post: [readForm, (request, response) => signIn(app, request, response)],
    },
    '/sign-out': {
      post: memberAction(app, async (request, response) => {
        await endSession(app, request)
        return sendSignedOut(app, response, 'here')
      }),
    },
  })

async function signIn(app: StoreAppContext, request: Request, response: Response) {
  const {
    login,
    records: { accounts },
  } = app
  const [email, password, to] = [
    formField(request, 'email').trim(),
    formField(request, 'password'),
    formField(request, 'to'),
  ]
  const device = await findDevice(app, request, email)
  const outcome = await login.signIn({ email, password, address: request.ip ?? '', device })
  if (outcome.type === 'signed_in') {
    const { member } = outcome
    if (member.hasSecondFactor) return beginSecondStep(app, response, { member, email, to })
    const { token, session } = newSession(request)
    await accounts.openSession(member, session)
    await replaceSession(app, request, response, { token, email })
    return response.redirect(303, pathAfter(app, to))
  }
  noteRefusal(app, request, { action: `auth.${outcome.type}`, email })
  if (outcome.type === 'limited') response.set('Retry-After', String(outcome.retryAfterSeconds))
  response.status(outcome.type === 'limited' ? 429 : 422)
  return sendSignIn(app, response, { email, to, refusal: REFUSALS[outcome.type] })
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

function sendSignIn(
  app: StoreAppContext,
  response: Response,
  { email = '', to, message, refusal }: SignInPage,
) {
  const describedBy = refusal && html`aria-describedby="refusal"`
  const path = toReturnPath(app, to)
  sendPage(app, response, {
    title: 'Sign in',
    hasErrors: refusal !== undefined,
    main: html`<div class="sign-in">
      <p class="brand">Hosted Checkout</p>
      <h1>Sign in to your store</h1>
      ${refusal ? refusalView(refusal) : message}
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
      <p><a href="${app.storePath}/forgot-password">Forgot your password?</a></p>
    </div>`,
  })
}
