import { createAccountLink } from '../../auth/account-links.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type * as z from 'zod'
import {
  InviteMemberRequest,
  type InviteMemberResponse,
  ResetPasswordRequest,
  type ResetPasswordResponse,
} from '../../contract/platform.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { routes } from '../../web/routes.ts'
import { type PlatformContext, getStore } from './platform-store.ts'

/** The accounts of the store application, as far as the operator has to help. */
export const platformMemberRoutes = (context: PlatformContext) =>
  routes({
    '/stores/:storeId/members': {
      post: async (request, response) => {
        const member = parse(InviteMemberRequest, (await readJsonBody(request, response)).value)
        const { id } = await getStore(context, request.params.storeId)
        response
          .status(201)
          .json(await invite(context, { ...member, storeId: id, address: request.ip ?? null }))
      },
    },
    '/stores/:storeId/members/password-reset': {
      post: async (request, response) => {
        const { email } = parse(ResetPasswordRequest, (await readJsonBody(request, response)).value)
        const { id } = await getStore(context, request.params.storeId)
        response
          .status(201)
          .json(await resetPassword(context, { storeId: id, email, address: request.ip ?? null }))
      },
    },
  })

type NewMember = z.infer<typeof InviteMemberRequest> & { storeId: string; address: string | null }

async function invite(
  { urls, invitations }: PlatformContext,
  { storeId, email, role, address }: NewMember,
): Promise<InviteMemberResponse> {
  const { url, digest } = createAccountLink(urls.baseUrl, 'join')
  const invitation = { email, role, digest, actor: { name: 'platform', address } }
  if ((await invitations.invite(storeId, invitation)) === 'is_member')
    throw new CheckoutError('email_taken', 'email: is a member of this store already.')
  return { invitationUrl: url }
}

type Reset = { storeId: string; email: string; address: string | null }

async function resetPassword(
  { urls, passwordResets }: PlatformContext,
  { storeId, email, address }: Reset,
): Promise<ResetPasswordResponse> {
  const { url, digest } = createAccountLink(urls.baseUrl, 'reset-password')
  const issued = await passwordResets.issue({
    email,
    storeId,
    digest,
    issuedBy: { name: 'platform', address },
  })
  if (!issued)
    throw new CheckoutError('member_not_found', 'No member of this store has this email address.')
  return { url, expiresAt: issued.expiresAt.toISOString() }
}
