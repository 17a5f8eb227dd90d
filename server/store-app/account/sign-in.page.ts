import { type Request, type Response, Router } from 'express'
import { createStoreSessionToken, storeSessionDigest } from '../../auth/store-login.ts'
import { formField, readForm } from '../forms.ts'
import { html } from '../html.ts'
import { refuseOtherMethods } from '../message.page.ts'
import { sendPage } from '../page.ts'
import type { StoreAppContext } from '../store-app-context.ts'
import { clearSessionCookie, findViewer, memberAction, sentToken, setSessionCookie } from '../store-auth.ts'

export function signInRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/sign-in')
    .get(async (request, response) => {
      if (await findViewer(app, request, response)) return response.redirect(303, `${app.storePath}/orders`)
      return sendSignIn(app, response, { email: '', isRefused: false })
    })
    .post(readForm, (request, response) => signIn(app, request, response))
    .all(refuseOtherMethods(app, 'GET', 'POST'))
  router.route('/sign-out')
    .post(...memberAction(app, async (request, response) => {
      await endSession(app, request)
      clearSessionCookie(response)
      response.redirect(303, `${app.storePath}/sign-in`)
    }))
    .all(refuseOtherMethods(app, 'POST'))
  return router
}

async function signIn(app: StoreAppContext, request: Request, response: Response) {
  const { accounts, login } = app.store
  const email = formField(request, 'email').trim()
  const outcome = await login.signIn({ email, password: formField(request, 'password'), address: request.ip ?? '' })
  if (outcome.type === 'signed_in') {
    await endSession(app, request)
    const token = createStoreSessionToken()
    await accounts.openSession(outcome.memberId, storeSessionDigest(token))
    setSessionCookie(response, token)
    return response.redirect(303, `${app.storePath}/orders`)
  }
  if (outcome.type === 'limited') response.set('Retry-After', String(outcome.retryAfterSeconds))
  response.status(outcome.type === 'limited' ? 429 : 422)
  return sendSignIn(app, response, { email, isRefused: true })
}

async function endSession({ store: { accounts } }: StoreAppContext, request: Request) {
  const token = sentToken(request)
  if (token !== undefined) await accounts.endSession(storeSessionDigest(token))
}

/** The same words whatever was wrong: they say nothing about who has an account. */
const refusal = html`<div class="notice danger" role="alert" id="refusal">
<p><strong>You are not signed in.</strong> Check email and password; after many tries, wait a minute.</p>
</div>`

type SignInPage = { email: string; isRefused: boolean }

function sendSignIn(app: StoreAppContext, response: Response, { email, isRefused }: SignInPage) {
  const describedBy = isRefused ? html`aria-describedby="refusal"` : undefined
  sendPage(app, response, { title: 'Sign in', hasErrors: isRefused, main: html`<div class="sign-in">
<p class="brand">Hosted Checkout</p>
<h1>Sign in to your store</h1>
${isRefused ? refusal : undefined}
<form method="post" action="${app.storePath}/sign-in">
<div class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254"
 value="${email}" ${describedBy}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"
 ${describedBy}></div>
<button class="button">Sign in</button>
</form>
</div>` })
}
