import { type Request, type Response, Router } from 'express'
import { createStoreSessionToken, storeSessionDigest } from '../auth/store-login.ts'
import type { HttpContext } from '../http/http-context.ts'
import { html } from './html.ts'
import { refuseOtherMethods } from './message.page.ts'
import { type StorePath, sendPage } from './page.ts'
import { clearSessionCookie, findViewer, formField, memberAction, readForm, sentToken, setSessionCookie } from './store-auth.ts'

export function signInRoutes(context: HttpContext, storePath: StorePath) {
  const router = Router({ caseSensitive: true })
  router.route('/sign-in')
    .get(async (request, response) => {
      if (await findViewer(context, request)) return response.redirect(303, `${storePath}/orders`)
      return sendSignIn(response, { storePath, email: '', isRefused: false })
    })
    .post(readForm, (request, response) => signIn(context, request, { response, storePath }))
    .all(refuseOtherMethods(storePath, 'GET', 'POST'))
  router.route('/sign-out')
    .post(...memberAction(context, storePath, async (request, response) => {
      await endSession(context, request)
      clearSessionCookie(response)
      response.redirect(303, `${storePath}/sign-in`)
    }))
    .all(refuseOtherMethods(storePath, 'POST'))
  return router
}

type Reply = { response: Response; storePath: StorePath }

async function signIn(context: HttpContext, request: Request, { response, storePath }: Reply) {
  const { accounts, login } = context.store
  const email = formField(request, 'email').trim()
  const outcome = await login.signIn({ email, password: formField(request, 'password'), address: request.ip ?? '' })
  if (outcome.type === 'signed_in') {
    await endSession(context, request)
    const token = createStoreSessionToken()
    await accounts.openSession(outcome.memberId, storeSessionDigest(token))
    setSessionCookie(response, token)
    return response.redirect(303, `${storePath}/orders`)
  }
  if (outcome.type === 'limited') response.set('Retry-After', String(outcome.retryAfterSeconds))
  response.status(outcome.type === 'limited' ? 429 : 422)
  return sendSignIn(response, { storePath, email, isRefused: true })
}

async function endSession({ store: { accounts } }: HttpContext, request: Request) {
  const token = sentToken(request)
  if (token !== undefined) await accounts.endSession(storeSessionDigest(token))
}

/** The same words whatever was wrong: they say nothing about who has an account. */
const refusal = html`<div class="notice" role="alert" id="refusal">
<p><strong>You are not signed in.</strong> Check email and password; after many tries, wait a minute.</p>
</div>`

type SignInPage = { storePath: StorePath; email: string; isRefused: boolean }

function sendSignIn(response: Response, { storePath, email, isRefused }: SignInPage) {
  const describedBy = isRefused ? html`aria-describedby="refusal"` : undefined
  sendPage(response, { title: isRefused ? 'Error: sign in' : 'Sign in', storePath, main: html`<div class="sign-in">
<p class="brand">Hosted Checkout</p>
<h1>Sign in to your store</h1>
${isRefused ? refusal : undefined}
<form method="post" action="${storePath}/sign-in">
<div><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254"
 value="${email}" ${describedBy}></div>
<div><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"
 ${describedBy}></div>
<button class="button">Sign in</button>
</form>
</div>` })
}
