import { PASSWORD_INPUT, findPasswordProblem } from '../frame/refusals.ts'
import {
  type FieldErrors,
  buttonForm,
  linkButton,
  formField,
  inputField,
  formView,
  selectField,
} from '../frame/forms.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { SALE_MAILS, type SaleMails } from '../../checkout/ports/sale-mails.ts'
import { html } from '../../web/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pathAfter } from '../frame/return-path.ts'
import { factsView, sectionView } from '../frame/sections.ts'
import { onceConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { sessionDigestOf } from '../frame/members/store-auth.ts'
import { column, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import { browserName, sendSignedOut } from './member-session.ts'
import { newPasswordField, readNewPassword } from './visitor.page.ts'

const CONFIRM = { to: 'open what asks for it', back: '' }

export const accountPages: MemberPages = {
  '/account': { get: (visit) => sendAccount(visit) },
  '/account/password': { post: changePassword },
  '/account/sale-mails': { post: chooseSaleMails },
  '/account/sign-out-everywhere': { post: signOutEverywhere },
  '/account/confirm': { post: onceConfirmed(CONFIRM, leadOn) },
}

const SALE_MAIL_WORDS: Record<SaleMails, { text: string; done: string }> = {
  each: { text: 'For each order', done: 'You get a mail for each order.' },
  daily: { text: 'Once a day', done: 'You get a mail once a day, when there are orders.' },
  none: { text: 'None', done: 'You get no mails about orders.' },
}

async function chooseSaleMails(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const chosen = SALE_MAILS.find((each) => each === formField(request, 'sale-mails'))
  if (chosen === undefined) return sendMessage(visit, 400)
  await app.records.saleMails.choose(viewer.memberId, chosen)
  return sayDone(visit, `${app.storePath}/account`, SALE_MAIL_WORDS[chosen].done)
}

const saleMailsView = ({ app, viewer }: MemberVisit) =>
  sectionView('sale-mails', 'Mails about orders', [
    formView(viewer, { action: `${app.storePath}/account/sale-mails`, button: 'Save' }, [
      selectField({
        name: 'sale-mails',
        label: 'A mail to you',
        value: viewer.saleMails,
        hint: 'Order number, item and amount; nothing of the buyer. When several orders come in a short time, one mail lists them.',
        options: SALE_MAILS.map((each) => ({ value: each, text: SALE_MAIL_WORDS[each].text })),
      }),
    ]),
  ])

async function signOutEverywhere(visit: MemberVisit) {
  const { app, viewer, actor } = visit
  await app.records.accounts.signOutEverywhere(viewer.memberId, actor)
  sendSignedOut(visit, 'everywhere')
}

/** Leads to the page that asked for the confirmation. */
async function leadOn(visit: MemberVisit) {
  const { app, request, response } = visit
  const to = pathAfter(app, formField(request, 'to'))
  const list = listOfFile(app, to)
  if (list === undefined) return response.redirect(303, to)
  return redirectWith(visit, list, {
    kind: 'success',
    text: 'Confirmed. The file holds all that is listed here.',
    link: { path: to, text: 'Download the orders' },
  })
}

/** A download would leave the browser here, so it goes to the list with the file's button. */
function listOfFile({ storePath }: StoreAppContext, path: string) {
  const [file, list] = [`${storePath}/orders/export`, `${storePath}/orders`]
  return path === file || path.startsWith(`${file}?`) ? path.replace(file, list) : undefined
}

async function changePassword(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  // Limited as at the sign-in, so that nobody tries passwords in a session that was left open.
  const problem = await findPasswordProblem(visit)
  if (problem !== undefined) return sendAccount(visit, { password: problem })
  const { passwordHash, errors } = await readNewPassword(visit, viewer.email)
  if (errors) return sendAccount(visit, errors)
  const keptDigest = sessionDigestOf(request)
  await app.records.accounts.changePassword(viewer.memberId, { passwordHash, keptDigest, actor })
  app.mails.passwordChanged({
    to: viewer.email,
    storeName: viewer.store.name,
    address: actor.address,
    baseUrl: app.urls.baseUrl,
  })
  return sayDone(
    visit,
    `${app.storePath}/account`,
    'Your password is changed. Wherever else you were signed in, you are not any more.',
  )
}

const ROLES = { owner: 'Owner', staff: 'Staff' } as const

const passwordView = (
  { app: { storePath }, viewer }: MemberVisit,
  errors: FieldErrors | undefined,
) =>
  sectionView('password', 'Password', [
    formView(viewer, { action: `${storePath}/account/password`, button: 'Change the password' }, [
      html`<input type="hidden" name="email" value="${viewer.email}" autocomplete="username" />`,
      inputField({
        name: 'password',
        label: 'Current password',
        error: errors?.['password'],
        hint: html`<a href="${storePath}/forgot-password">Forgot your password?</a>`,
        attributes: PASSWORD_INPUT,
      }),
      newPasswordField(errors),
    ]),
  ])

const secondFactorSummary = ({
  app: { storePath },
  viewer: { secondFactorSince, formats },
}: MemberVisit) =>
  sectionView('second-factor', 'Second factor', [
    html`<p>
        ${
          secondFactorSince === null
            ? html`<span class="badge">Off</span> Your password alone opens your account.`
            : html`<span class="badge success">On</span> Since ${formats.time(secondFactorSince)}.`
        }
      </p>
      ${linkButton(
        `${storePath}/account/second-factor`,
        secondFactorSince === null ? 'Add a second factor' : 'Codes and passkeys',
      )}`,
  ])

async function sessionsView({ app, request, viewer }: MemberVisit) {
  const sessions = await app.records.accounts.listSessions(viewer.memberId)
  const own = sessionDigestOf(request)
  const { time } = viewer.formats
  return sectionView('sessions', 'Where you are signed in', [
    tableView(
      sessions,
      [
        textColumn(
          'Browser',
          ({ userAgent, digest }) =>
            html`${browserName(userAgent)}
            ${own.equals(digest) ? html`<span class="badge success">This one</span>` : undefined}`,
        ),
        column('From', ({ address }) => address ?? 'unknown'),
        column('Signed in', ({ signedInAt }) => time(signedInAt)),
        column('Last seen', ({ lastSeenAt }) => time(lastSeenAt)),
      ],
      { labelledBy: 'sessions' },
    ),
    buttonForm(viewer, {
      action: `${app.storePath}/account/sign-out-everywhere`,
      button: 'Sign out everywhere',
      note: 'This browser, too.',
    }),
  ])
}

async function sendAccount(visit: MemberVisit, errors?: FieldErrors) {
  const { email, role } = visit.viewer
  sendPage(visit, {
    title: 'Your account',
    section: 'account',
    errors,
    main: html`<div class="sections">
      ${factsView([
        ['Email', emailView(email)],
        ['Role', ROLES[role]],
      ])}
      ${saleMailsView(visit)} ${passwordView(visit, errors)} ${secondFactorSummary(visit)}
      ${await sessionsView(visit)}
    </div>`,
  })
}
