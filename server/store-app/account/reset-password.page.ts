import type { Response } from 'express'
import { linkDigest } from '../../auth/account-links.ts'
import { type FieldErrors, errorSummary, readForm } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { sendLinkIsOver } from './link-is-over.page.ts'
import { rememberDevice } from '../frame/known-device.ts'
import { addressOf, endSession } from './member-session.ts'
import { accountField, newPasswordField, readNewPassword } from './new-password.ts'

export const resetPasswordRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/reset-password/:token': {
      get: async (request, response) => {
        const digest = linkDigest(request.params.token)
        const link = digest && (await app.records.passwordResets.find(digest))
        return link ? sendForm(app, response, { email: link.email }) : sendLinkIsOver(app, response)
      },
      post: [
        readForm,
        async (request, response) => {
          const digest = linkDigest(request.params.token)
          const link = digest && (await app.records.passwordResets.find(digest))
          if (!link) return sendLinkIsOver(app, response)
          const { passwordHash, errors } = await readNewPassword(app, request, link.email)
          if (errors) return sendForm(app, response.status(422), { email: link.email, errors })
          const address = addressOf(request)
          const member = await app.records.passwordResets.use(digest, { passwordHash, address })
          if (!member) return sendLinkIsOver(app, response)
          app.mails.passwordChanged({
            to: member.email,
            storeName: member.storeName,
            address,
            baseUrl: app.urls.baseUrl,
          })
          // The session may be somebody else's. The device is remembered so that whoever has the
          // link gets in with this browser, however often strangers try meanwhile.
          await endSession(app, request)
          await rememberDevice(app, response, member.email)
          return redirectWith(app, response, {
            to: `${app.storePath}/sign-in`,
            kind: 'success',
            text: 'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
          })
        },
      ],
    },
  })

function sendForm(
  app: StoreAppContext,
  response: Response,
  { email, errors }: { email: string; errors?: FieldErrors },
) {
  sendPage(app, response, {
    title: 'Choose a new password',
    hasErrors: errors !== undefined,
    main: html`<div class="sign-in">
      <p class="brand">Hosted Checkout</p>
      <h1>Choose a new password</h1>
      ${errorSummary(errors)}
      <form method="post">
        ${accountField(email)} ${newPasswordField(errors)}
        <button class="button">Change the password</button>
      </form>
    </div>`,
  })
}
