import type { Request, Response } from 'express'
import { createAccountLink } from '../../auth/account-links.ts'
import { formField, readForm } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { MAX_EMAIL, emailField } from './email-field.ts'

export const forgotPasswordRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/forgot-password': {
      get: (_request, response) => {
        sendForm(app, response, { isLimited: false })
      },
      post: [readForm, (request, response) => askForReset(app, request, response)],
    },
  })

/**
 * What it says, and when, depends on how often it was asked alone: whether there is an account is
 * looked up after the answer.
 */
async function askForReset(app: StoreAppContext, request: Request, response: Response) {
  const email = formField(request, 'email').trim().slice(0, MAX_EMAIL)
  const outcome = await app.login.askForReset({ email, address: request.ip ?? '' })
  if (outcome.type === 'limited') {
    response.status(429).set('Retry-After', String(outcome.retryAfterSeconds))
    return sendForm(app, response, { isLimited: true })
  }
  await redirectWith(app, response, {
    to: `${app.storePath}/sign-in`,
    kind: 'success',
    text: 'If there is an account with this address, a link to a new password is on its way to it. It works for an hour.',
  })
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

function sendForm(app: StoreAppContext, response: Response, { isLimited }: { isLimited: boolean }) {
  sendPage(app, response, {
    title: 'Forgot your password?',
    hasErrors: isLimited,
    main: html`<div class="sign-in">
      <p class="brand">Hosted Checkout</p>
      <h1>Forgot your password?</h1>
      ${isLimited ? limitNotice : undefined}
      <p>We send a link with which you choose a new one.</p>
      <form method="post" action="${app.storePath}/forgot-password">
        ${emailField({
          attributes: html`aria-describedby="no-mail"`,
          hint: html`<p class="hint" id="no-mail">
            If no mail arrives, whoever runs this service can give you the link.
          </p>`,
        })}
        <button class="button">Send the link</button>
      </form>
      <p><a href="${app.storePath}/sign-in">Back to the sign-in</a></p>
    </div>`,
  })
}
