import { createAccountLink } from '../../auth/account-links.ts'
import { formField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sayDone } from '../frame/notices.ts'
import type { StoreAppContext, Visit } from '../frame/store-app-context.ts'
import type { VisitorPages } from '../frame/visits.ts'
import { MAX_EMAIL, emailField } from './email-field.ts'
import { sendVisitorPage } from './visitor.page.ts'

export const forgotPasswordPages: VisitorPages = {
  '/forgot-password': {
    get: (visit) => sendForm(visit, { isLimited: false }),
    post: askForReset,
  },
}

/**
 * What it says, and when, depends on how often it was asked alone: whether there is an account is
 * looked up after the answer.
 */
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

const limitNotice = html`<div class="notice danger" role="alert">
  <p><strong>Too many links were asked for.</strong> Wait some minutes and try again.</p>
</div>`

const sendForm = (visit: Visit, { isLimited }: { isLimited: boolean }) =>
  sendVisitorPage(visit, {
    title: 'Forgot your password?',
    hasErrors: isLimited,
    main: html`${isLimited ? limitNotice : undefined}
      <p>We send a link with which you choose a new one.</p>
      <form method="post" action="${visit.app.storePath}/forgot-password">
        ${emailField({
          attributes: html`aria-describedby="no-mail"`,
          hint: html`<p class="hint" id="no-mail">
            If no mail arrives, whoever runs this service can give you the link.
          </p>`,
        })}
        <button class="button">Send the link</button>
      </form>
      <p><a href="${visit.app.storePath}/sign-in">Back to the sign-in</a></p>`,
  })
