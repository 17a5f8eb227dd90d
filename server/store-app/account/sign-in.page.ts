import { type Request, type Response, Router } from 'express'
import { formField, readForm } from '../forms.ts'
import { type Html, html } from '../html.ts'
import { refuseOtherMethods } from '../message.page.ts'
import { noticeView, takeNotice } from '../notices.ts'
import { sendPage } from '../page.ts'
import { toReturnPath } from '../return-path.ts'
import type { StoreAppContext } from '../store-app-context.ts'
import { clearSessionCookie, findViewer, memberAction } from '../store-auth.ts'
import { endSession, newSession, replaceSession } from './member-session.ts'

export function signInRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/sign-in')
    .get(async (request, response) => {
      const { to, left } = request.query
      if (await findViewer(app, request, response)) return response.redirect(303, pathAfter(app, to))
      return sendSignIn(app, response, { to, message: await messageOf(app, request, response, left) })
    })
    .post(readForm, (request, response) => signIn(app, request, response))
    .all(refuseOtherMethods(app, 'GET', 'POST'))
  router.route('/sign-out')
    .post(memberAction(app, async (request, response) => {
      await endSession(app, request)
      clearSessionCookie(response)
      response.redirect(303, `${app.storePath}/sign-in?left=here`)
    }))
    .all(refuseOtherMethods(app, 'POST'))
  return router
}

const pathAfter = (app: StoreAppContext, to: unknown) => `${app.storePath}${toReturnPath(app, to) ?? ''}`

async function signIn(app: StoreAppContext, request: Request, response: Response) {
  const { accounts, login } = app.store
  const [email, to] = [formField(request, 'email').trim(), formField(request, 'to')]
  const outcome = await login.signIn({ email, password: formField(request, 'password'), address: request.ip ?? '' })
  if (outcome.type === 'signed_in') {
    const { token, session } = newSession(request)
    await accounts.openSession(outcome.member, session)
    await replaceSession(app, { request, response, token })
    return response.redirect(303, pathAfter(app, to))
  }
  if (outcome.type === 'limited') response.set('Retry-After', String(outcome.retryAfterSeconds))
  response.status(outcome.type === 'limited' ? 429 : 422)
  return sendSignIn(app, response, { email, to, isRefused: true })
}

/** What a page before had to say, or that one has just left: a browser that forgets all cookies with leaving forgets a notice, too. */
async function messageOf(app: StoreAppContext, request: Request, response: Response, left: unknown) {
  const notice = await takeNotice(app, request, response)
  if (notice) return noticeView(notice)
  if (left !== 'here' && left !== 'everywhere') return undefined
  return noticeView({ kind: 'success', text: left === 'here' ? 'You are signed out.' : 'You are signed out everywhere.' })
}

/** The same words whatever was wrong: they say nothing about who has an account. */
const refusal = html`<div class="notice danger" role="alert" id="refusal">
<p><strong>You are not signed in.</strong> Check email and password; after many tries, wait a minute.</p>
</div>`

type SignInPage = { email?: string; to: unknown; message?: Html | undefined; isRefused?: boolean }

function sendSignIn(app: StoreAppContext, response: Response, { email = '', to, message, isRefused = false }: SignInPage) {
  const describedBy = isRefused ? html`aria-describedby="refusal"` : undefined
  const path = toReturnPath(app, to)
  sendPage(app, response, { title: 'Sign in', hasErrors: isRefused, main: html`<div class="sign-in">
<p class="brand">Hosted Checkout</p>
<h1>Sign in to your store</h1>
${isRefused ? refusal : message}
<form method="post" action="${app.storePath}/sign-in">
${path === undefined ? undefined : html`<input type="hidden" name="to" value="${path}">`}
<div class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254"
 value="${email}" ${describedBy}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"
 ${describedBy}></div>
<button class="button">Sign in</button>
</form>
<p><a href="${app.storePath}/forgot-password">Forgot your password?</a></p>
</div>` })
}
