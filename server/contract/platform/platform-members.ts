import * as z from 'zod'
import { EmailAddress, Timestamp } from '../fields.ts'

export const InviteMemberRequest = z
  .strictObject({ email: EmailAddress, role: z.enum(['owner', 'staff']) })
  .meta({ id: 'InviteMemberRequest' })

export const InviteMemberResponse = z
  .strictObject({
    invitationUrl: z.string().meta({
      description: 'Send it to the invited person only: whoever opens it first becomes a member.',
    }),
  })
  .meta({ id: 'Invitation' })
export type InviteMemberResponse = z.infer<typeof InviteMemberResponse>

export const ResetPasswordRequest = z
  .strictObject({ email: EmailAddress })
  .meta({ id: 'ResetPasswordRequest' })

export const EndSecondFactorRequest = z
  .strictObject({ email: EmailAddress })
  .meta({ id: 'EndSecondFactorRequest' })

export const EndSecondFactorResponse = z
  .strictObject({
    email: z.string(),
    hadSecondFactor: z.boolean().meta({ description: '`false` when there was nothing to end.' }),
  })
  .meta({ id: 'EndedSecondFactor' })
export type EndSecondFactorResponse = z.infer<typeof EndSecondFactorResponse>

export const ResetPasswordResponse = z
  .strictObject({
    url: z.string().meta({ description: 'Send it to the member only: it opens the account once.' }),
    expiresAt: Timestamp,
  })
  .meta({ id: 'PasswordReset' })
export type ResetPasswordResponse = z.infer<typeof ResetPasswordResponse>
