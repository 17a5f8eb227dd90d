import type { Request, Response } from 'express'
import * as z from 'zod'
import { createAccountLink } from '../../auth/account-links.ts'
import { EmailAddress } from '../../contract/fields.ts'
import type { MailOutcome } from '../../mail/mails.ts'
import { formFields, parseFields } from '../frame/forms.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { type Sensitive, isStepUp } from '../frame/step-up.page.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { memberRoutes } from './team-member.page.ts'
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

export const teamRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/team': {
      get: ownerPage(app, (_request, response, viewer) => sendTeam(app, response, { viewer })),
      post: ownerAction(app, (request, response, viewer) => invite(app, request, response, viewer)),
    },
    '/settings/team/invitations/:id/resend': {
      post: ownerAction(app, (request, response, viewer) => resend(app, request, response, viewer)),
    },
    '/settings/team/invitations/:id/revoke': {
      post: ownerAction(app, async (request, response, viewer) => {
        const id = parseId(request.params['id'])
        const isRevoked =
          id !== undefined &&
          (await app.records.team.revokeInvitation(viewer.store.id, id, actorOf(viewer, request)))
        if (!isRevoked) return sendMessage(app, response, { status: 404, viewer })
        const text = 'The invitation is revoked: its link no longer works.'
        return redirectWith(app, response, { to: teamPath(app), kind: 'success', text })
      }),
    },
  }).use(memberRoutes(app))

async function invite(app: StoreAppContext, request: Request, response: Response, viewer: Viewer) {
  const fields = formFields(request)
  const { value, errors } = parseFields(InvitationForm, fields)
  if (errors) return sendTeam(app, response.status(422), { viewer, fields, errors })
  const isOwner = value.role === 'owner'
  if (isOwner && !(await isStepUp(app, request, response, { viewer, ...OWNERS }))) return
  if (!(await mayInvite(app, response, viewer))) {
    return sendTeam(app, response.status(429), { viewer, fields, errors: { email: TOO_MANY } })
  }
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'join')
  const outcome = await app.records.team.invite(viewer.store.id, {
    ...value,
    digest,
    actor: actorOf(viewer, request),
  })
  if (outcome === 'is_member') {
    const email = 'Whoever has this address is on the team already.'
    return sendTeam(app, response.status(422), { viewer, fields, errors: { email } })
  }
  return sayInvited(app, response, { viewer, email: value.email, url })
}

async function resend(app: StoreAppContext, request: Request, response: Response, viewer: Viewer) {
  const id = parseId(request.params['id'])
  const role = id && (await app.records.team.findInvitedRole(viewer.store.id, id))
  if (role === 'owner' && !(await isStepUp(app, request, response, { viewer, ...OWNERS }))) return
  if (!(await mayInvite(app, response, viewer))) {
    return redirectWith(app, response, { to: teamPath(app), kind: 'danger', text: TOO_MANY })
  }
  const { url, digest } = createAccountLink(app.urls.baseUrl, 'join')
  const link =
    id === undefined
      ? undefined
      : await app.records.team.renewInvitation(viewer.store.id, id, {
          digest,
          actor: actorOf(viewer, request),
        })
  if (!link) return sendMessage(app, response, { status: 404, viewer })
  return sayInvited(app, response, { viewer, email: link.email, url })
}

async function mayInvite(
  { checkout: { cache } }: StoreAppContext,
  response: Response,
  { store }: Viewer,
) {
  const { allowed, retryAfterSeconds } = await cache.limiter.take(
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

type Invited = { viewer: Viewer; email: string; url: string }

/** The mail may not arrive, so the link is shown here, too, once. */
async function sayInvited(
  app: StoreAppContext,
  response: Response,
  { viewer, email, url }: Invited,
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

const parseId = (text: unknown) =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
