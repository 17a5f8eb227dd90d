import type { Request, Response } from 'express'
import type { MemberChange, TeamMember } from './team.ts'
import { csrfField, formField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { isStepUp } from '../frame/step-up.page.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { memberPath, roleField, teamPath } from './team-view.ts'

type MemberHandler = (
  request: Request,
  response: Response,
  needs: { viewer: Viewer; member: TeamMember },
) => Promise<void>

export function memberRoutes(app: StoreAppContext) {
  const ofMember =
    (handle: MemberHandler) => async (request: Request, response: Response, viewer: Viewer) => {
      const id = request.params['id']
      const member =
        typeof id === 'string' && /^\d{1,15}$/.test(id)
          ? await app.records.team.findMember(viewer.store.id, Number(id))
          : undefined
      return member
        ? handle(request, response, { viewer, member })
        : sendMessage(app, response, { status: 404, viewer })
    }
  return pages(app, {
    '/settings/team/members/:id': {
      get: ownerPage(
        app,
        ofMember(async (_request, response, needs) => sendMember(app, response, needs)),
      ),
    },
    '/settings/team/members/:id/role': {
      post: ownerAction(
        app,
        ofMember((request, response, needs) => changeRole(app, request, response, needs)),
      ),
    },
    '/settings/team/members/:id/remove': {
      get: ownerPage(
        app,
        ofMember(async (_request, response, needs) => sendRemoval(app, response, needs)),
      ),
      post: ownerAction(
        app,
        ofMember((request, response, needs) => remove(app, request, response, needs)),
      ),
    },
  })
}

type Needs = { viewer: Viewer; member: TeamMember }

const changeBy = ({ viewer, member }: Needs, request: Request) => ({
  storeId: viewer.store.id,
  memberId: member.id,
  byMemberId: viewer.memberId,
  actor: actorOf(viewer, request),
})

const backOf = ({ id }: TeamMember) => `/settings/team/members/${id}`

async function changeRole(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, member }: Needs,
) {
  const role = formField(request, 'role')
  if (role !== 'owner' && role !== 'staff')
    return sendMessage(app, response, { status: 400, viewer })
  const sensitive = { to: 'change a role', back: backOf(member) }
  if (!(await isStepUp(app, request, response, { viewer, ...sensitive }))) return
  const outcome = await app.records.team.changeRole({
    ...changeBy({ viewer, member }, request),
    role,
  })
  const done =
    role === 'owner' ? `${member.email} is an owner now.` : `${member.email} is staff now.`
  return answer(app, response, { viewer, member, outcome, done })
}

async function remove(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, member }: Needs,
) {
  const sensitive = { to: 'remove a member', back: backOf(member) }
  if (!(await isStepUp(app, request, response, { viewer, ...sensitive }))) return
  const outcome = await app.records.team.removeMember(changeBy({ viewer, member }, request))
  return answer(app, response, {
    viewer,
    member,
    outcome,
    done: `${member.email} is no longer on the team and is signed out.`,
  })
}

async function answer(
  app: StoreAppContext,
  response: Response,
  { viewer, member, outcome, done }: Needs & { outcome: MemberChange; done: string },
) {
  switch (outcome) {
    case 'done':
      return redirectWith(app, response, {
        to: member.id === viewer.memberId ? app.storePath : teamPath(app),
        kind: 'success',
        text: done,
      })
    case 'last_owner':
      return redirectWith(app, response, {
        to: memberPath(app, member.id),
        kind: 'danger',
        text: 'A store needs an owner. Make somebody else an owner first.',
      })
    case 'not_owner':
      return sendMessage(app, response, { status: 403, reason: 'owners' })
    case 'unknown':
      return sendMessage(app, response, { status: 404, viewer })
  }
}

const sendPart = (
  app: StoreAppContext,
  response: Response,
  {
    viewer,
    title,
    main,
    back,
  }: {
    viewer: Viewer
    title: string
    main: Html
    back: { path: string; text: string }
  },
) =>
  sendSettings(app, response, {
    part: 'team',
    title,
    viewer,
    main: html`<p class="back">
        <a href="${back.path}">${back.text}</a>
      </p>
      ${main}`,
  })

function sendMember(app: StoreAppContext, response: Response, { viewer, member }: Needs) {
  const { formats } = viewer
  const back = { path: teamPath(app), text: 'Team' }
  sendPart(app, response, {
    viewer,
    title: member.email,
    back,
    main: html`<h1><bdi>${member.email}</bdi></h1>
      <div class="sections">
        <dl class="facts">
          <div>
            <dt>Joined</dt>
            <dd>${formats.time(member.joinedAt)}</dd>
          </div>
          <div>
            <dt>Last sign-in</dt>
            <dd>
              ${member.lastSignedInAt === null ? 'Never' : formats.time(member.lastSignedInAt)}
            </dd>
          </div>
        </dl>
        <section aria-labelledby="role">
          <h2 id="role">Role</h2>
          <form class="form" method="post" action="${memberPath(app, member.id)}/role">
            ${csrfField(viewer)}
            ${roleField({ value: member.role, label: 'What this member may do' })}
            <div class="actions"><button class="button">Change the role</button></div>
          </form>
        </section>
        <section aria-labelledby="removal">
          <h2 id="removal">Removal</h2>
          <p>Ends the account and every session of it.</p>
          <p class="actions">
            <a class="quiet" href="${memberPath(app, member.id)}/remove">Remove from the team</a>
          </p>
        </section>
      </div>`,
  })
}

/** What is done here cannot be taken back: the page says what it means and asks. */
function sendRemoval(app: StoreAppContext, response: Response, { viewer, member }: Needs) {
  const isSelf = member.id === viewer.memberId
  sendPart(app, response, {
    viewer,
    title: `Remove ${member.email}?`,
    back: { path: memberPath(app, member.id), text: member.email },
    main: html`<div class="message">
      <h1>Remove <bdi>${member.email}</bdi> from the team?</h1>
      <p>
        ${
          isSelf
            ? 'This is your own account: you are signed out at once and cannot come back by yourself.'
            : 'The account ends, and its sessions with it, at once. What it did stays in the audit log.'
        }
      </p>
      <form method="post" class="actions">
        ${csrfField(viewer)}
        <button class="button danger-button">Remove</button>
        <a class="quiet" href="${memberPath(app, member.id)}">Keep</a>
      </form>
    </div>`,
  })
}
