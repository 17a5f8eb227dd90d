import { type Response, Router } from 'express'
import { linkDigest } from '../../auth/account-links.ts'
import { type FieldErrors, errorSummary, readForm } from '../forms.ts'
import { html } from '../html.ts'
import { refuseOtherMethods } from '../message.page.ts'
import { redirectWith } from '../notices.ts'
import { sendPage } from '../page.ts'
import type { StoreAppContext } from '../store-app-context.ts'
import { sendLinkIsOver } from './link-is-over.page.ts'
import { newSession, replaceSession } from './member-session.ts'
import { accountField, newPasswordField, readNewPassword } from './new-password.ts'

/** Where the link of an invitation leads. Opening it changes nothing: programs that look through mails do that, too. */
export function joinRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/join/:token')
    .get(async (request, response) => {
      const digest = linkDigest(request.params.token)
      const invitation = digest && await app.store.team.findInvitation(digest)
      return invitation ? sendForm(app, response, invitation) : sendLinkIsOver(app, response)
    })
    .post(readForm, async (request, response) => {
      const digest = linkDigest(request.params.token)
      const invitation = digest && await app.store.team.findInvitation(digest)
      if (!invitation) return sendLinkIsOver(app, response)
      const { passwordHash, errors } = await readNewPassword(request, invitation.email)
      if (errors) return sendForm(app, response.status(422), { ...invitation, errors })
      const { token, session } = newSession(request)
      const outcome = await app.store.team.join(digest, { passwordHash, session })
      if (outcome === undefined) return sendLinkIsOver(app, response)
      if (outcome === 'email_taken') return sendEmailTaken(app, response, invitation)
      await replaceSession(app, { request, response, token })
      const text = `Welcome to ${invitation.storeName}. You are signed in.`
      return redirectWith(app, response, { to: app.storePath, kind: 'success', text })
    })
    .all(refuseOtherMethods(app, 'GET', 'POST'))
  return router
}

type Invited = { email: string; storeName: string; errors?: FieldErrors }

function sendForm(app: StoreAppContext, response: Response, { email, storeName, errors }: Invited) {
  sendPage(app, response, { title: `Join ${storeName}`, hasErrors: errors !== undefined, main: html`<div class="sign-in">
<p class="brand">Hosted Checkout</p>
<h1>Join <bdi>${storeName}</bdi></h1>
${errorSummary(errors)}
<p>Choose a password for your account.</p>
<form method="post">
${accountField(email)}
${newPasswordField(errors)}
<button class="button">Join the store</button>
</form>
</div>` })
}

/** Since the invitation was written somebody has made an account with this address at another store. */
function sendEmailTaken(app: StoreAppContext, response: Response, { email }: Invited) {
  response.status(409)
  sendPage(app, response, { title: 'You have an account already', main: html`<div class="message">
<h1>You have an account already</h1>
<p><bdi>${email}</bdi> belongs to a member of another store. Ask the owner to invite you at another address.</p>
<p><a class="button" href="${app.storePath}/sign-in">Go to the sign-in</a></p>
</div>` })
}
