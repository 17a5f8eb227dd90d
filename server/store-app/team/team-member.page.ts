import type { MemberChange, TeamMember } from './team.ts'
import { formField, formView, linkButton } from '../frame/forms.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { html } from '../../web/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { factsView, sectionView } from '../frame/sections.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { isConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import {
  type MemberPages,
  about,
  idOf,
  sendNotFound,
  sayDone,
  sayProblem,
} from '../frame/visits.ts'
import { memberPath, roleField, teamPath } from './team.page.ts'

const onMember = about(({ app, request, viewer }) => {
  const id = idOf(request)
  return id === undefined ? undefined : app.records.team.findMember(viewer.store.id, id)
})

export const teamMemberPages: MemberPages = {
  '/settings/team/members/:id': { get: onMember(sendMember) },
  '/settings/team/members/:id/role': { post: onMember(changeRole) },
  '/settings/team/members/:id/remove': { get: onMember(sendRemoval), post: onMember(remove) },
}

const changeOf = ({ viewer, actor }: MemberVisit, { id }: TeamMember) => ({
  storeId: viewer.store.id,
  memberId: id,
  byMemberId: viewer.memberId,
  actor,
})

const backOf = ({ id }: TeamMember) => `/settings/team/members/${id}`

async function changeRole(visit: MemberVisit, member: TeamMember) {
  const { app, request } = visit
  const role = formField(request, 'role')
  if (role !== 'owner' && role !== 'staff') return sendMessage(visit, 400)
  if (!(await isConfirmed(visit, { to: 'change a role', back: backOf(member) }))) return
  const outcome = await app.records.team.changeRole({ ...changeOf(visit, member), role })
  const what = role === 'owner' ? 'an owner' : 'staff'
  return answer(visit, member, { outcome, done: `${member.email} is ${what} now.` })
}

async function remove(visit: MemberVisit, member: TeamMember) {
  if (!(await isConfirmed(visit, { to: 'remove a member', back: backOf(member) }))) return
  const outcome = await visit.app.records.team.removeMember(changeOf(visit, member))
  const done = `${member.email} is no longer on the team and is signed out.`
  return answer(visit, member, { outcome, done })
}

async function answer(
  visit: MemberVisit,
  { id }: TeamMember,
  { outcome, done }: { outcome: MemberChange; done: string },
) {
  const { app, response, viewer } = visit
  switch (outcome) {
    case 'done':
      return sayDone(visit, id === viewer.memberId ? app.storePath : teamPath(app), done)
    case 'last_owner': {
      const text = 'A store needs an owner. Make somebody else an owner first.'
      return sayProblem(visit, memberPath(app, id), text)
    }
    case 'not_owner':
      return sendMessage({ app, response }, 403, 'owners')
    case 'unknown':
      return sendNotFound(visit)
  }
}

function sendMember(visit: MemberVisit, member: TeamMember) {
  const { app, viewer } = visit
  const { formats } = viewer
  const { id, email, role, joinedAt, lastSignedInAt } = member
  sendSettings(visit, {
    part: 'team',
    title: email,
    heading: emailView(email),
    back: { path: teamPath(app), text: 'Team' },
    main: html`<div class="sections">
      ${factsView([
        ['Joined', formats.time(joinedAt)],
        ['Last sign-in', lastSignedInAt === null ? 'Never' : formats.time(lastSignedInAt)],
      ])}
      ${sectionView('role', 'Role', [
        formView(viewer, { action: `${memberPath(app, id)}/role`, button: 'Change the role' }, [
          roleField({ value: role, label: 'What this member may do' }),
        ]),
      ])}
      ${sectionView('removal', 'Removal', [
        html`<p>Ends the account and every session of it.</p>
          ${linkButton(`${memberPath(app, id)}/remove`, 'Remove from the team')}`,
      ])}
    </div>`,
  })
}

/** A removal cannot be undone, so the page asks first. */
function sendRemoval(visit: MemberVisit, { id, email }: TeamMember) {
  const { app, viewer } = visit
  const back = { path: memberPath(app, id), text: email }
  const what =
    id === viewer.memberId
      ? 'This is your own account: you are signed out at once and cannot come back by yourself.'
      : 'The account ends, and its sessions with it, at once. What it did stays in the audit log.'
  sendSettings(visit, {
    part: 'team',
    title: `Remove ${email}?`,
    heading: html`Remove ${emailView(email)} from the team?`,
    back,
    main: formView(
      viewer,
      { button: 'Remove', kind: 'button danger-button', cancel: back.path, cancelText: 'Keep' },
      [html`<p>${what}</p>`],
    ),
  })
}
