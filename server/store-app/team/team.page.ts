import * as z from 'zod'
import { createAccountLink } from '../../auth/account-links.ts'
import { EmailAddress } from '../../contract/fields.ts'
import type { MailOutcome } from '../../mail/mails.ts'
import { formFields, parseFields } from '../frame/forms.ts'
import { sendNotFound } from '../frame/message.page.ts'
import { redirectWith, sayDone, sayProblem } from '../frame/notices.ts'
import { type Sensitive, isConfirmed } from '../frame/step-up.page.ts'
import { type MemberVisit, actorOf } from '../frame/store-app-context.ts'
import { type MemberPages, idOf } from '../frame/visits.ts'
import { sendTeam, teamPath } from './team-view.ts'

const InvitationForm = z.object({
  email: z
    .string()
    .trim()
    .refine(
      (email) => EmailAddress.safeParse(email).success,
      'Enter an email address such as ana@shop.example.',
    ),
  role: z.enum(['owner', 'staff'], 'Choose a role.'),
})

/** Whoever owns a store can do everything with it. */
const OWNERS: Sensitive = { to: 'invite an owner', back: '/settings/team' }

/** Limited for each store: an invitation is a mail to somebody who has not asked for it. */
const INVITATION_RATE = { perSecond: 1 / 120, burst: 30 }
const TOO_MANY = 'Too many invitations in a short time. Wait some minutes.'

export const teamPages: MemberPages = {
  '/settings/team': { get: (visit) => sendTeam(visit), post: invite },
  '/settings/team/invitations/:id/resend': { post: resend },
  '/settings/team/invitations/:id/revoke': { post: revoke },
}

async function invite(visit: MemberVisit) {
  const { app, request, response, viewer } = visit
  const fields = formFields(request)
  const { value, errors } = parseFields(InvitationForm, fields)
  if (errors) return sendTeam(visit, { fields, errors })
  if (value.role === 'owner' && !(await isConfirmed(visit, OWNERS))) return
  if (!(await mayInvite(visit))) {
    response.status(429)
    return sendTeam(visit, { fields, errors: { email: TOO_MANY } })
  }
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'join')
  const actor = actorOf(viewer, request)
  const outcome = await app.records.team.invite(viewer.store.id, { ...value, digest, actor })
  if (outcome === 'is_member') {
    const email = 'Whoever has this address is on the team already.'
    return sendTeam(visit, { fields, errors: { email } })
  }
  return sayInvited(visit, { email: value.email, url })
}

async function resend(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const id = idOf(request)
  if (id === undefined) return sendNotFound(visit)
  const { team } = app.records
  const role = await team.findInvitedRole(viewer.store.id, id)
  if (role === 'owner' && !(await isConfirmed(visit, OWNERS))) return
  if (!(await mayInvite(visit))) return sayProblem(visit, teamPath(app), TOO_MANY)
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'join')
  const actor = actorOf(viewer, request)
  const link = await team.renewInvitation(viewer.store.id, id, { digest, actor })
  return link ? sayInvited(visit, { email: link.email, url }) : sendNotFound(visit)
}

async function revoke(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const id = idOf(request)
  const isRevoked =
    id !== undefined &&
    (await app.records.team.revokeInvitation(viewer.store.id, id, actorOf(viewer, request)))
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
  failed: (email) =>
    `The mail to ${email} could not be sent. Hand the link over yourself: it is not shown again.`,
}

/** The mail may not arrive, so the link is shown here, too, once. */
async function sayInvited(
  { app, response, viewer }: MemberVisit,
  { email, url }: { email: string; url: string },
) {
  const delivery = await app.mails.invitation({
    to: email,
    storeName: viewer.store.name,
    invitedBy: viewer.email,
    url,
  })
  return redirectWith(app, response, {
    to: teamPath(app),
    kind: delivery === 'failed' ? 'danger' : 'success',
    text: DELIVERIES[delivery](email),
    secret: { label: 'Invitation link, good for 7 days and one use', value: url },
  })
}
