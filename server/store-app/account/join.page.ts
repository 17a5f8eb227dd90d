import { linkDigest } from '../../auth/account-links.ts'
import type { FieldErrors } from '../frame/forms.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { html } from '../../web/html.ts'
import type { Visit } from '../frame/store-app-context.ts'
import { findViewer } from '../frame/members/store-auth.ts'
import { type VisitorPages, partOf, sayDone } from '../frame/visits.ts'
import { TIME_ZONE_FIELD, newSession, replaceSession } from './member-session.ts'
import {
  accountField,
  newPasswordField,
  readNewPassword,
  sendDeadEnd,
  sendLinkIsOver,
  sendVisitorPage,
} from './visitor.page.ts'

type OpenInvitation = { digest: Buffer; email: string; storeName: string }

const onInvitation =
  (handle: (visit: Visit, invited: OpenInvitation) => unknown) => async (visit: Visit) => {
    const { app, request } = visit
    const digest = linkDigest(partOf(request, 'token'))
    const invitation = digest && (await app.records.team.findInvitation(digest))
    if (!invitation) return sendLinkIsOver(visit)
    if (invitation.hasAccount) return sendHasAccount(visit, invitation)
    return handle(visit, { ...invitation, digest })
  }

/** Opening an invitation's link changes nothing: programs that check mails open links, too. */
export const joinPages: VisitorPages = {
  '/join/:token': {
    get: onInvitation((visit, invited) => sendForm(visit, invited)),
    post: onInvitation(join),
  },
}

async function join(visit: Visit, invited: OpenInvitation) {
  const { app, request } = visit
  const { digest, email, storeName } = invited
  const { passwordHash, errors } = await readNewPassword(visit, email)
  if (errors) return sendForm(visit, invited, errors)
  const { token, session } = newSession(request)
  const outcome = await app.records.team.join(digest, { passwordHash, session })
  if (outcome === undefined) return sendLinkIsOver(visit)
  if (outcome === 'email_taken') return sendHasAccount(visit, invited)
  await replaceSession(visit, { token, email })
  return sayDone(visit, app.storePath, `Welcome to ${storeName}. You are signed in.`)
}

async function sendForm(visit: Visit, { email, storeName }: OpenInvitation, errors?: FieldErrors) {
  const viewer = await findViewer(visit)
  sendVisitorPage(visit, {
    title: `Join ${storeName}`,
    heading: html`Join <bdi>${storeName}</bdi>`,
    errors,
    main: html`<p>Choose a password for your account.</p>
      ${
        viewer &&
        html`<p>You are signed in as ${emailView(viewer.email)}. Joining signs you out there.</p>`
      }
      <form method="post">
        ${TIME_ZONE_FIELD} ${accountField(email)} ${newPasswordField(errors)}
        <button class="button">Join the store</button>
      </form>`,
  })
}

/** The inviting owner does not learn this: the account may be at another store. */
function sendHasAccount(visit: Visit, { email }: Pick<OpenInvitation, 'email'>) {
  visit.response.status(409)
  sendDeadEnd(
    visit,
    'You have an account already',
    html`There is an account for ${emailView(email)}, and an account belongs to one store. To work
    at this one, too, ask to be invited at another address.`,
  )
}
