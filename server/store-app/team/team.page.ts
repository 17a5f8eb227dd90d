import * as z from 'zod'
import type { Role } from '../frame/members/accounts.ts'
import type { Invitation, TeamMember } from './team.ts'
import {
  type FormInput,
  EMAIL_INPUT,
  csrfField,
  fits,
  inputField,
  selectField,
  hidden,
  formView,
  formFields,
  parseFields,
} from '../frame/forms.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { type Html, html } from '../../web/html.ts'
import { sectionView } from '../frame/sections.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { column, tableSection, tableView, textColumn } from '../frame/table.ts'
import { createAccountLink } from '../../auth/account-links.ts'
import { EmailAddress } from '../../contract/fields.ts'
import type { MailOutcome } from '../../mail/mails.ts'
import { redirectWith } from '../frame/notices.ts'
import { type Sensitive, isConfirmed } from '../frame/members/step-up.page.ts'
import { type MemberPages, idOf, sendNotFound, sayDone, sayProblem } from '../frame/visits.ts'

export const teamPath = ({ storePath }: StoreAppContext) => `${storePath}/settings/team`

export const memberPath = (app: StoreAppContext, id: number) => `${teamPath(app)}/members/${id}`

export const roleField = ({ value, label = 'Role' }: { value: Role; label?: string }) =>
  selectField({
    name: 'role',
    label,
    value,
    hint: 'Staff sees orders, products and sessions. Owners also see settings and keys, and this team.',
    options: [
      { value: 'staff', text: 'Staff' },
      { value: 'owner', text: 'Owner' },
    ],
  })

const roleBadge = (role: Role): Html =>
  role === 'owner'
    ? html`<span class="badge info">Owner</span>`
    : html`<span class="badge">Staff</span>`

const membersView = ({ app, viewer: { formats, memberId } }: MemberVisit, members: TeamMember[]) =>
  tableView(members, [
    textColumn(
      'Member',
      ({ id, email }) => html`${emailView(email)}${id === memberId ? ' (you)' : undefined}`,
    ),
    column('Role', ({ role }) => roleBadge(role)),
    column('Last sign-in', ({ lastSignedInAt }) =>
      lastSignedInAt === null ? 'Never' : formats.time(lastSignedInAt),
    ),
    column(
      'Change',
      ({ id, email }) =>
        html`<a href="${memberPath(app, id)}"
          >Role and removal<span class="visually-hidden"> of ${email}</span></a
        >`,
    ),
  ])

const invitationActions = ({ app, viewer }: MemberVisit, { id, email }: Invitation) =>
  html`<form class="actions" method="post">
    ${csrfField(viewer)}
    <button class="quiet" formaction="${teamPath(app)}/invitations/${id}/resend">
      Resend${hidden(` to ${email}`)}
    </button>
    <button class="quiet" formaction="${teamPath(app)}/invitations/${id}/revoke">
      Revoke${hidden(` of ${email}`)}
    </button>
  </form>`

const invitationsView = (visit: MemberVisit, invitations: Invitation[]) =>
  invitations.length === 0
    ? sectionView('invitations', 'Invitations', [
        html`<p class="muted">Nobody is invited at the moment.</p>`,
      ])
    : tableSection({ id: 'invitations', title: 'Invitations' }, invitations, [
        textColumn(
          'Invited',
          ({ email, invitedBy }) =>
            html`${emailView(email)} <span class="muted variant">by ${emailView(invitedBy)}</span>`,
        ),
        column('Role', ({ role }) => roleBadge(role)),
        column('Until', ({ isExpired, expiresAt }) =>
          isExpired
            ? html`<span class="badge warning">Over</span>`
            : visit.viewer.formats.time(expiresAt),
        ),
        column('Change', (invitation) => invitationActions(visit, invitation)),
      ])

const inviteForm = ({ app, viewer }: MemberVisit, typed: FormInput) =>
  sectionView('invite', 'Invite somebody', [
    formView(viewer, { action: teamPath(app), button: 'Invite' }, [
      inputField({
        typed,
        name: 'email',
        label: 'Email',
        attributes: html`${EMAIL_INPUT} autocomplete="off" required maxlength="254"`,
      }),
      roleField({ value: typed.fields?.['role'] === 'owner' ? 'owner' : 'staff' }),
    ]),
  ])

export async function sendTeam(visit: MemberVisit, typed: FormInput = {}) {
  const { members, invitations } = await visit.app.records.team.findTeam(visit.viewer.store.id)
  sendSettings(visit, {
    part: 'team',
    title: 'Team',
    errors: typed.errors,
    main: html`${membersView(visit, members)}
      <div class="sections">
        ${inviteForm(visit, typed)} ${invitationsView(visit, invitations)}
      </div>`,
  })
}

const InvitationForm = z.object({
  email: z
    .string()
    .trim()
    .refine(fits(EmailAddress), 'Enter an email address such as ana@shop.example.'),
  role: z.enum(['owner', 'staff'], 'Choose a role.'),
})

const OWNERS: Sensitive = { to: 'invite an owner', back: '/settings/team' }

/** Each store's limit, because invitations go to people who did not ask for them. */
const INVITATION_RATE = { perSecond: 1 / 120, burst: 30 }
const TOO_MANY = 'Too many invitations in a short time. Wait some minutes.'

export const teamPages: MemberPages = {
  '/settings/team': { get: (visit) => sendTeam(visit), post: invite },
  '/settings/team/invitations/:id/resend': { post: resend },
  '/settings/team/invitations/:id/revoke': { post: revoke },
}

async function invite(visit: MemberVisit) {
  const { app, request, response, viewer, actor } = visit
  const fields = formFields(request)
  const { value, errors } = parseFields(InvitationForm, fields)
  if (errors) return sendTeam(visit, { fields, errors })
  if (value.role === 'owner' && !(await isConfirmed(visit, OWNERS))) return
  if (!(await mayInvite(visit))) {
    response.status(429)
    return sendTeam(visit, { fields, errors: { email: TOO_MANY } })
  }
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'join')
  const outcome = await app.records.team.invite(viewer.store.id, { ...value, digest, actor })
  if (outcome === 'is_member') {
    const email = 'Whoever has this address is on the team already.'
    return sendTeam(visit, { fields, errors: { email } })
  }
  return sayInvited(visit, { email: value.email, url })
}

async function resend(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const id = idOf(request)
  if (id === undefined) return sendNotFound(visit)
  const { team } = app.records
  const role = await team.findInvitedRole(viewer.store.id, id)
  if (role === 'owner' && !(await isConfirmed(visit, OWNERS))) return
  if (!(await mayInvite(visit))) return sayProblem(visit, teamPath(app), TOO_MANY)
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'join')
  const link = await team.renewInvitation(viewer.store.id, id, { digest, actor })
  return link ? sayInvited(visit, { email: link.email, url }) : sendNotFound(visit)
}

async function revoke(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const id = idOf(request)
  const isRevoked =
    id !== undefined && (await app.records.team.revokeInvitation(viewer.store.id, id, actor))
  return isRevoked
    ? sayDone(visit, teamPath(app), 'The invitation is revoked: its link no longer works.')
    : sendNotFound(visit)
}

async function mayInvite({ app, response, viewer: { store } }: MemberVisit) {
  const { allowed, retryAfterSeconds } = await app.checkout.cache.limiter.take(
    `invitations:${store.id}`,
    INVITATION_RATE,
  )
  if (!allowed) response.set('Retry-After', String(retryAfterSeconds))
  return allowed
}

const DELIVERIES: Record<MailOutcome, (email: string) => string> = {
  sent: (email) =>
    `We sent ${email} the link. You may also hand it over yourself: it is not shown again.`,
  logged: (email) =>
    `No mail server is set up: hand this link over to ${email} yourself. It is not shown again.`,
  late: (email) =>
    `The mail server is slow, so the mail to ${email} may come late. You may also hand the link over yourself: it is not shown again.`,
  limited: (email) =>
    `${email} has had as many mails as one may. Hand the link over yourself: it is not shown again.`,
  failed: (email) =>
    `The mail to ${email} could not be sent. Hand the link over yourself: it is not shown again.`,
}

/** Also shows the link once, in case the mail does not arrive. */
async function sayInvited(visit: MemberVisit, { email, url }: { email: string; url: string }) {
  const { app, viewer } = visit
  const delivery = await app.mails.invitation({
    to: email,
    storeName: viewer.store.name,
    invitedBy: viewer.email,
    url,
  })
  return redirectWith(visit, teamPath(app), {
    kind: delivery === 'failed' || delivery === 'limited' ? 'danger' : 'success',
    text: DELIVERIES[delivery](email),
    secret: { label: 'Invitation link, good for 7 days and one use', value: url },
  })
}
