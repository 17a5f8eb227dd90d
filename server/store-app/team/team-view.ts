import type { Role } from '../frame/accounts.ts'
import type { Invitation, TeamMember } from './team.ts'
import { EMAIL_INPUT } from '../frame/email-input.ts'
import { type Typed, csrfField, errorSummary, inputField, selectField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sectionView } from '../frame/sections.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { column, tableView, textColumn } from '../frame/table.ts'

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
      ({ id, email }) => html`<bdi>${email}</bdi>${id === memberId ? ' (you)' : undefined}`,
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
      Resend<span class="visually-hidden"> to ${email}</span>
    </button>
    <button class="quiet" formaction="${teamPath(app)}/invitations/${id}/revoke">
      Revoke<span class="visually-hidden"> of ${email}</span>
    </button>
  </form>`

const invitationsView = (visit: MemberVisit, invitations: Invitation[]) =>
  html`<section>
    <h2 id="invitations">Invitations</h2>
    ${
      invitations.length === 0
        ? html`<p class="muted">Nobody is invited at the moment.</p>`
        : tableView(
            invitations,
            [
              textColumn(
                'Invited',
                ({ email, invitedBy }) =>
                  html`<bdi>${email}</bdi>
                    <span class="muted variant">by <bdi>${invitedBy}</bdi></span>`,
              ),
              column('Role', ({ role }) => roleBadge(role)),
              column('Until', ({ isExpired, expiresAt }) =>
                isExpired
                  ? html`<span class="badge warning">Over</span>`
                  : visit.viewer.formats.time(expiresAt),
              ),
              column('Change', (invitation) => invitationActions(visit, invitation)),
            ],
            { labelledBy: 'invitations' },
          )
    }
  </section>`

const inviteForm = ({ app, viewer }: MemberVisit, typed: Typed) =>
  sectionView(
    'invite',
    'Invite somebody',
    html`<form class="form" method="post" action="${teamPath(app)}">
      ${csrfField(viewer)}
      ${inputField({
        typed,
        name: 'email',
        label: 'Email',
        attributes: html`${EMAIL_INPUT} autocomplete="off" required maxlength="254"`,
      })}
      ${roleField({ value: typed.fields?.['role'] === 'owner' ? 'owner' : 'staff' })}
      <div class="actions"><button class="button">Invite</button></div>
    </form>`,
  )

export async function sendTeam(visit: MemberVisit, typed: Typed = {}) {
  const { app, response, viewer } = visit
  const { members, invitations } = await app.records.team.findTeam(viewer.store.id)
  sendSettings(app, response, {
    part: 'team',
    title: 'Team',
    viewer,
    errors: typed.errors,
    main: html`<h1 id="title">Team</h1>
      ${errorSummary(typed.errors)} ${membersView(visit, members)}
      <div class="sections">
        ${inviteForm(visit, typed)} ${invitationsView(visit, invitations)}
      </div>`,
  })
}
