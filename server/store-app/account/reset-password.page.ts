import { linkDigest } from '../../auth/account-links.ts'
import { type FieldErrors, errorSummary } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sayDone } from '../frame/notices.ts'
import { rememberDevice } from '../frame/known-device.ts'
import type { Visit } from '../frame/store-app-context.ts'
import { type VisitorPages, partOf } from '../frame/visits.ts'
import { addressOf, endSession } from './member-session.ts'
import { accountField, newPasswordField, readNewPassword } from './new-password.ts'
import { sendLinkIsOver, sendVisitorPage } from './visitor.page.ts'

type Link = { digest: Buffer; email: string }

const onLink = (handle: (visit: Visit, link: Link) => unknown) => async (visit: Visit) => {
  const { app, request } = visit
  const digest = linkDigest(partOf(request, 'token'))
  const link = digest && (await app.records.passwordResets.find(digest))
  return link ? handle(visit, { ...link, digest }) : sendLinkIsOver(visit)
}

export const resetPasswordPages: VisitorPages = {
  '/reset-password/:token': {
    get: onLink((visit, link) => sendForm(visit, link)),
    post: onLink(reset),
  },
}

async function reset(visit: Visit, link: Link) {
  const { app, request, response } = visit
  const { passwordHash, errors } = await readNewPassword(app, request, link.email)
  if (errors) return sendForm(visit, link, errors)
  const address = addressOf(request)
  const member = await app.records.passwordResets.use(link.digest, { passwordHash, address })
  if (!member) return sendLinkIsOver(visit)
  const { email, storeName } = member
  app.mails.passwordChanged({ to: email, storeName, address, baseUrl: app.urls.baseUrl })
  // The session may be somebody else's. The device is remembered so that whoever has the link gets
  // in with this browser, however often strangers try meanwhile.
  await endSession(app, request)
  await rememberDevice(app, response, email)
  return sayDone(
    visit,
    `${app.storePath}/sign-in`,
    'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
  )
}

const sendForm = (visit: Visit, { email }: Link, errors?: FieldErrors) =>
  sendVisitorPage(visit, {
    title: 'Choose a new password',
    errors,
    main: html`${errorSummary(errors)}
      <form method="post">
        ${accountField(email)} ${newPasswordField(errors)}
        <button class="button">Change the password</button>
      </form>`,
  })
