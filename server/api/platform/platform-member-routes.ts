import { createAccountLink } from '../../auth/account-links.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { ResetPasswordRequest, type ResetPasswordResponse } from '../../contract/platform.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { routes } from '../../web/routes.ts'
import { type PlatformContext, getStore } from './platform-store.ts'

/** The accounts of the store application, as far as the operator has to help. */
export const platformMemberRoutes = (context: PlatformContext) =>
  routes({
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
