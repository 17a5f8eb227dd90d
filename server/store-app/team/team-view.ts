import type { Response } from 'express'
import type { Role } from '../frame/accounts.ts'
import type { Invitation, TeamMember } from './team.ts'
import { EMAIL_INPUT } from '../frame/email-input.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  inputField,
  selectField,
} from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { tableView } from '../frame/table.ts'
import { sendSettings } from '../frame/settings-frame.ts'

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

const memberColumns = (app: StoreAppContext, { formats, memberId }: Viewer) => [
  {
    title: 'Member',
    isText: true,
    cell: ({ id, email }: TeamMember) =>
      html`<bdi>${email}</bdi>${id === memberId ? ' (you)' : undefined}`,
  },
  { title: 'Role', cell: ({ role }: TeamMember) => roleBadge(role) },
  {
    title: 'Last sign-in',
    cell: ({ lastSignedInAt }: TeamMember) =>
      lastSignedInAt === null ? 'Never' : formats.time(lastSignedInAt),
  },
  {
    title: 'Change',
    cell: ({ id, email }: TeamMember) =>
      html`<a href="${memberPath(app, id)}"
        >Role and removal<span class="visually-hidden"> of ${email}</span></a
      >`,
  },
]

const invitationColumns = (app: StoreAppContext, viewer: Viewer) => [
  {
    title: 'Invited',
    isText: true,
    cell: ({ email, invitedBy }: Invitation) =>
      html`<bdi>${email}</bdi> <span class="muted variant">by <bdi>${invitedBy}</bdi></span>`,
  },
  { title: 'Role', cell: ({ role }: Invitation) => roleBadge(role) },
  {
    title: 'Until',
    cell: ({ isExpired, expiresAt }: Invitation) =>
      isExpired ? html`<span class="badge warning">Over</span>` : viewer.formats.time(expiresAt),
  },
  {
    title: 'Change',
    cell: ({ id, email }: Invitation) =>
      html`<form class="actions" method="post">
        ${csrfField(viewer)}
        <button class="quiet" formaction="${teamPath(app)}/invitations/${id}/resend">
          Resend<span class="visually-hidden"> to ${email}</span>
        </button>
        <button class="quiet" formaction="${teamPath(app)}/invitations/${id}/revoke">
          Revoke<span class="visually-hidden"> of ${email}</span>
        </button>
      </form>`,
  },
]

const invitationsView = (app: StoreAppContext, viewer: Viewer, invitations: Invitation[]) =>
  html`<section>
    <h2 id="invitations">Invitations</h2>
    ${
      invitations.length === 0
        ? html`<p class="muted">Nobody is invited at the moment.</p>`
        : tableView(invitations, invitationColumns(app, viewer), { labelledBy: 'invitations' })
    }
  </section>`

const inviteForm = (app: StoreAppContext, viewer: Viewer, { fields, errors }: Typed) =>
  html`<section aria-labelledby="invite">
    <h2 id="invite">Invite somebody</h2>
    <form class="form" method="post" action="${teamPath(app)}">
      ${csrfField(viewer)}
      ${inputField({
        name: 'email',
        label: 'Email',
        value: fields?.['email'] ?? '',
        error: errors?.['email'],
        attributes: html`${EMAIL_INPUT} autocomplete="off" required maxlength="254"`,
      })}
      ${roleField({ value: fields?.['role'] === 'owner' ? 'owner' : 'staff' })}
      <div class="actions"><button class="button">Invite</button></div>
    </form>
  </section>`

type Typed = { fields?: FormFields; errors?: FieldErrors }

export async function sendTeam(
  app: StoreAppContext,
  response: Response,
  { viewer, ...typed }: Typed & { viewer: Viewer },
) {
  const { members, invitations } = await app.records.team.findTeam(viewer.store.id)
  sendSettings(app, response, {
    part: 'team',
    title: 'Team',
    viewer,
    hasErrors: typed.errors !== undefined,
    main: html`<h1 id="title">Team</h1>
      ${errorSummary(typed.errors)} ${tableView(members, memberColumns(app, viewer))}
      <div class="sections">
        ${inviteForm(app, viewer, typed)} ${invitationsView(app, viewer, invitations)}
      </div>`,
  })
}
