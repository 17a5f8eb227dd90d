import type { Request, Response } from 'express'
import { linkDigest } from '../../auth/account-links.ts'
import { type FieldErrors, errorSummary, readForm } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { findViewer } from '../frame/store-auth.ts'
import { sendLinkIsOver } from './link-is-over.page.ts'
import { newSession, replaceSession } from './member-session.ts'
import { accountField, newPasswordField, readNewPassword } from './new-password.ts'

/**
 * Where the link of an invitation leads. Opening it changes nothing: programs that look through
 * mails do that, too.
 */
export function joinRoutes(app: StoreAppContext) {
  const invited =
    (handle: (request: Request, response: Response, invited: Invited) => Promise<void>) =>
    async (request: Request, response: Response) => {
      const digest = linkDigest(request.params['token'])
      const invitation = digest && (await app.records.team.findInvitation(digest))
      if (!invitation) return sendLinkIsOver(app, response)
      if (invitation.hasAccount) return sendHasAccount(app, response, invitation)
      return handle(request, response, { ...invitation, digest })
    }
  return pages(app, {
    '/join/:token': {
      get: invited((request, response, invitation) => sendForm(app, request, response, invitation)),
      post: [
        readForm,
        invited((request, response, invitation) => join(app, request, response, invitation)),
      ],
    },
  })
}

type Invited = { digest: Buffer; email: string; storeName: string }

async function join(app: StoreAppContext, request: Request, response: Response, invited: Invited) {
  const { digest, email, storeName } = invited
  const { passwordHash, errors } = await readNewPassword(app, request, email)
  if (errors) return sendForm(app, request, response.status(422), { ...invited, errors })
  const { token, session } = newSession(request)
  const outcome = await app.records.team.join(digest, { passwordHash, session })
  if (outcome === undefined) return sendLinkIsOver(app, response)
  if (outcome === 'email_taken') return sendHasAccount(app, response, invited)
  await replaceSession(app, request, response, { token, email })
  return redirectWith(app, response, {
    to: app.storePath,
    kind: 'success',
    text: `Welcome to ${storeName}. You are signed in.`,
  })
}

async function sendForm(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { email, storeName, errors }: Invited & { errors?: FieldErrors },
) {
  const viewer = await findViewer(app, request, response)
  sendPage(app, response, {
    title: `Join ${storeName}`,
    hasErrors: errors !== undefined,
    main: html`<div class="sign-in">
      <p class="brand">Hosted Checkout</p>
      <h1>Join <bdi>${storeName}</bdi></h1>
      ${errorSummary(errors)}
      <p>Choose a password for your account.</p>
      ${
        viewer &&
        html`<p>You are signed in as <bdi>${viewer.email}</bdi>. Joining signs you out there.</p>`
      }
      <form method="post">
        ${accountField(email)} ${newPasswordField(errors)}
        <button class="button">Join the store</button>
      </form>
    </div>`,
  })
}

/** The owner who invited does not hear of it: it may be an account at another store. */
function sendHasAccount(
  app: StoreAppContext,
  response: Response,
  { email }: Pick<Invited, 'email'>,
) {
  response.status(409)
  sendPage(app, response, {
    title: 'You have an account already',
    main: html`<div class="message">
      <h1>You have an account already</h1>
      <p>
        There is an account for <bdi>${email}</bdi>, and an account belongs to one store. To work at
        this one, too, ask to be invited at another address.
      </p>
      <p><a class="button" href="${app.storePath}/sign-in">Go to the sign-in</a></p>
    </div>`,
  })
}
