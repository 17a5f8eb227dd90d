import type { Request, Response } from 'express'
import type { MemberSession } from '../frame/accounts.ts'
import { confirmPassword } from '../frame/confirm-password.ts'
import { type FieldErrors, csrfField, errorSummary, inputField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage, sessionDigestOf } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { browserName } from './member-session.ts'
import { sendSignedOut } from './sign-out.ts'
import { newPasswordField, readNewPassword } from './new-password.ts'

/** A member's own account, whatever the role. */
export const ownAccountRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/account': {
      get: memberPage(app, (request, response, viewer) =>
        sendAccount(app, request, response, { viewer }),
      ),
    },
    '/account/password': {
      post: memberAction(app, (request, response, viewer) =>
        changePassword(app, request, response, viewer),
      ),
    },
    '/account/sign-out-everywhere': {
      post: memberAction(app, async (request, response, viewer) => {
        await app.records.accounts.signOutEverywhere(viewer.memberId, actorOf(viewer, request))
        return sendSignedOut(app, response, 'everywhere')
      }),
    },
  })

async function changePassword(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  const refuse = (status: number, errors: FieldErrors) =>
    sendAccount(app, request, response.status(status), { viewer, errors })
  // The password is asked and limited as at the sign-in: a session that was left open is no way to
  // try passwords.
  const confirmation = await confirmPassword(app, request, viewer)
  if (confirmation.status === 429)
    response.set('Retry-After', String(confirmation.retryAfterSeconds))
  if (confirmation.status !== 200)
    return refuse(confirmation.status, { password: confirmation.error })
  const { passwordHash, errors } = await readNewPassword(app, request, viewer.email)
  if (errors) return refuse(422, errors)
  const actor = actorOf(viewer, request)
  await app.records.accounts.changePassword(viewer.memberId, {
    passwordHash,
    keptDigest: sessionDigestOf(request),
    actor,
  })
  app.mails.passwordChanged({
    to: viewer.email,
    storeName: viewer.store.name,
    address: actor.address,
    baseUrl: app.urls.baseUrl,
  })
  return redirectWith(app, response, {
    to: `${app.storePath}/account`,
    kind: 'success',
    text: 'Your password is changed. Wherever else you were signed in, you are not any more.',
  })
}

const ROLES = { owner: 'Owner', staff: 'Staff' } as const

const passwordView = (
  { storePath }: StoreAppContext,
  viewer: Viewer,
  errors: FieldErrors | undefined,
) =>
  html`<section aria-labelledby="password">
    <h2 id="password">Password</h2>
    <form class="form" method="post" action="${storePath}/account/password">
      ${csrfField(viewer)}
      <input type="hidden" name="email" value="${viewer.email}" autocomplete="username" />
      ${inputField({
        name: 'password',
        label: 'Current password',
        error: errors?.['password'],
        hint: html`<a href="${storePath}/forgot-password">Forgot your password?</a>`,
        attributes: html`type="password" autocomplete="current-password" required maxlength="200"`,
      })}
      ${newPasswordField(errors)}
      <div class="actions"><button class="button">Change the password</button></div>
    </form>
  </section>`

const secondFactorSummary = (
  { storePath }: StoreAppContext,
  { secondFactorSince, formats }: Viewer,
) =>
  html`<section aria-labelledby="second-factor">
    <h2 id="second-factor">Second factor</h2>
    <p>
      ${
        secondFactorSince === null
          ? html`<span class="badge">Off</span> Your password alone opens your account.`
          : html`<span class="badge success">On</span> Since ${formats.time(secondFactorSince)}.`
      }
    </p>
    <p class="actions">
      <a class="quiet" href="${storePath}/account/second-factor"
        >${secondFactorSince === null ? 'Add a second factor' : 'Codes and passkeys'}</a
      >
    </p>
  </section>`

const columnsOf = ({ formats }: Viewer, own: Buffer) => [
  {
    title: 'Browser',
    isText: true,
    cell: ({ userAgent, digest }: MemberSession) =>
      html`${browserName(userAgent)}
      ${own.equals(digest) ? html`<span class="badge success">This one</span>` : undefined}`,
  },
  { title: 'From', cell: ({ address }: MemberSession) => address ?? 'unknown' },
  { title: 'Signed in', cell: ({ signedInAt }: MemberSession) => formats.time(signedInAt) },
  { title: 'Last seen', cell: ({ lastSeenAt }: MemberSession) => formats.time(lastSeenAt) },
]

async function sendAccount(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, errors }: { viewer: Viewer; errors?: FieldErrors },
) {
  const sessions = await app.records.accounts.listSessions(viewer.memberId)
  sendPage(app, response, {
    title: 'Your account',
    section: 'account',
    viewer,
    hasErrors: errors !== undefined,
    main: html`<h1>Your account</h1>
      ${errorSummary(errors)}
      <div class="sections">
        <dl class="facts">
          <div>
            <dt>Email</dt>
            <dd><bdi>${viewer.email}</bdi></dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>${ROLES[viewer.role]}</dd>
          </div>
        </dl>
        ${passwordView(app, viewer, errors)} ${secondFactorSummary(app, viewer)}
        <section>
          <h2 id="sessions">Where you are signed in</h2>
          ${tableView(sessions, columnsOf(viewer, sessionDigestOf(request)), { labelledBy: 'sessions' })}
          <form class="form" method="post" action="${app.storePath}/account/sign-out-everywhere">
            ${csrfField(viewer)}
            <div class="actions">
              <button class="quiet">Sign out everywhere</button>
              <span class="muted">This browser, too.</span>
            </div>
          </form>
        </section>
      </div>`,
  })
}
