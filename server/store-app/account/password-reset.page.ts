import { createAccountLink, linkDigest } from '../../auth/account-links.ts'
import { type FieldErrors, formField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { alertView } from '../frame/notices.ts'
import type { StoreAppContext, Visit } from '../frame/store-app-context.ts'
import { type VisitorPages, sayDone, partOf } from '../frame/visits.ts'
import {
  MAX_EMAIL,
  emailField,
  accountField,
  newPasswordField,
  readNewPassword,
  sendVisitorPage,
  sendLinkIsOver,
} from './visitor.page.ts'
import { rememberDevice } from '../frame/members/cookies.ts'
import { addressOf, endSession } from './member-session.ts'

/** The answer and its delay depend on the limit alone: the account is looked up afterwards. */
async function askForReset(visit: Visit) {
  const { app, request, response } = visit
  const email = formField(request, 'email').trim().slice(0, MAX_EMAIL)
  const outcome = await app.login.askForReset({ email, address: request.ip ?? '' })
  if (outcome.type === 'limited') {
    response.status(429).set('Retry-After', String(outcome.retryAfterSeconds))
    return sendForm(visit, { isLimited: true })
  }
  await sayDone(
    visit,
    `${app.storePath}/sign-in`,
    'If there is an account with this address, a link to a new password is on its way to it. It works for an hour.',
  )
  if (outcome.isSent) app.inBackground(() => sendReset(app, email))
}

async function sendReset(app: StoreAppContext, email: string) {
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'reset-password')
  const issued = await app.records.passwordResets.issue({ email, digest })
  if (issued) await app.mails.passwordReset({ to: issued.email, storeName: issued.storeName, url })
}

const LIMITED = alertView(
  html`<strong>Too many links were asked for.</strong> Wait some minutes and try again.`,
)

const sendForm = (visit: Visit, { isLimited }: { isLimited: boolean }) =>
  sendVisitorPage(visit, {
    title: 'Forgot your password?',
    problem: isLimited ? LIMITED : undefined,
    main: html`<p>We send a link with which you choose a new one.</p>
      <form method="post" action="${visit.app.storePath}/forgot-password">
        ${emailField({
          hint: 'If no mail arrives, whoever runs this service can give you the link.',
        })}
        <button class="button">Send the link</button>
      </form>
      <p><a href="${visit.app.storePath}/sign-in">Back to the sign-in</a></p>`,
  })

type Link = { digest: Buffer; email: string }

const onLink = (handle: (visit: Visit, link: Link) => unknown) => async (visit: Visit) => {
  const { app, request } = visit
  const digest = linkDigest(partOf(request, 'token'))
  const link = digest && (await app.records.passwordResets.find(digest))
  return link ? handle(visit, { ...link, digest }) : sendLinkIsOver(visit)
}

export const passwordResetPages: VisitorPages = {
  '/forgot-password': {
    get: (visit) => sendForm(visit, { isLimited: false }),
    post: askForReset,
  },
  '/reset-password/:token': {
    get: onLink((visit, link) => sendNewPassword(visit, link)),
    post: onLink(reset),
  },
}

async function reset(visit: Visit, link: Link) {
  const { app, request } = visit
  const { passwordHash, errors } = await readNewPassword(visit, link.email)
  if (errors) return sendNewPassword(visit, link, errors)
  const address = addressOf(request)
  const member = await app.records.passwordResets.use(link.digest, { passwordHash, address })
  if (!member) return sendLinkIsOver(visit)
  const { email, storeName } = member
  app.mails.passwordChanged({ to: email, storeName, address, baseUrl: app.urls.baseUrl })
  // The session may be somebody else's. The device is remembered, so that strangers who keep trying
  // do not lock out the owner of the link.
  await endSession(visit)
  await rememberDevice(visit, email)
  return sayDone(
    visit,
    `${app.storePath}/sign-in`,
    'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
  )
}

const sendNewPassword = (visit: Visit, { email }: Link, errors?: FieldErrors) =>
  sendVisitorPage(visit, {
    title: 'Choose a new password',
    errors,
    main: html`<form method="post">
      ${accountField(email)} ${newPasswordField(errors)}
      <button class="button">Change the password</button>
    </form>`,
  })
