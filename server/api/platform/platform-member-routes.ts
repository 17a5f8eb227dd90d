import { createAccountLink } from '../../auth/account-links.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type * as z from 'zod'
import { secretAccountKey } from '../../auth/store-login.ts'
import {
  EndSecondFactorRequest,
  type EndSecondFactorResponse,
  InviteMemberRequest,
  type InviteMemberResponse,
  ResetPasswordRequest,
  type ResetPasswordResponse,
} from '../../contract/platform/platform-members.ts'
import { readBody } from '../../web/requests/json-body.ts'
import { apiRoutes } from '../../web/requests/queries.ts'
import { type PlatformContext, getStore } from './platform-store.ts'

/** Help from the operator for members of the store application. */
export const platformMemberRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores/:storeId/members': {
      post: async (request, response) => {
        const member = await readBody(InviteMemberRequest, request, response)
        const { id } = await getStore(context, request.params.storeId)
        response
          .status(201)
          .json(await invite(context, { ...member, storeId: id, address: request.ip ?? null }))
      },
    },
    '/stores/:storeId/members/password-reset': {
      post: async (request, response) => {
        const { email } = await readBody(ResetPasswordRequest, request, response)
        const { id } = await getStore(context, request.params.storeId)
        response
          .status(201)
          .json(await resetPassword(context, { storeId: id, email, address: request.ip ?? null }))
      },
    },
    '/stores/:storeId/members/second-factor/end': {
      post: async (request, response) => {
        const { email } = await readBody(EndSecondFactorRequest, request, response)
        const { id } = await getStore(context, request.params.storeId)
        const address = request.ip ?? null
        response.json(await endSecondFactor(context, { storeId: id, email, address }))
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

const memberNotFound = () =>
  new CheckoutError('member_not_found', 'No member of this store has this email address.')

async function endSecondFactor(
  { secondFactors, events, mails, urls, addressKey }: PlatformContext,
  { storeId, email, address }: Reset,
): Promise<EndSecondFactorResponse> {
  const actor = { name: 'platform', address }
  const ended = await secondFactors.end({ storeId, email, actor })
  if (!ended) throw memberNotFound()
  if (ended.hadFactor) {
    const change = 'ended'
    events.secondFactorChanged({ change, account: secretAccountKey(ended.email, addressKey) })
    const { email: to, storeName } = ended
    mails.secondFactorChanged({ to, storeName, address, baseUrl: urls.baseUrl, change })
  }
  return { email: ended.email, hadSecondFactor: ended.hadFactor }
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
  if (!issued) throw memberNotFound()
  return { url, expiresAt: issued.expiresAt.toISOString() }
}
