import type { Branding } from '../../checkout/stores/branding.ts'
import type { NewMemberSession, Role } from '../frame/members/accounts.ts'
import type { Actor } from '../../checkout/stores/audit.ts'

export type TeamMember = {
  id: number
  email: string
  role: Role
  joinedAt: Date
  lastSignedInAt: Date | null
}

export type Invitation = {
  id: number
  email: string
  role: Role
  invitedBy: string
  expiresAt: Date
  isExpired: boolean
}

/** An invitation's link works once, for 7 days. `digest`: SHA-256 of its token. */
export type NewInvitation = { email: string; role: Role; digest: Buffer; actor: Actor }

/** Replaces the earlier link. */
export type InvitationLink = Pick<NewInvitation, 'digest' | 'actor'>

export type InvitedAccount = { passwordHash: string; session: NewMemberSession }

/**
 * `last_owner`: refused, because a store needs an owner. `not_owner`: refused, because the asking
 * member is no owner any more.
 */
export type MemberChange = 'done' | 'last_owner' | 'not_owner' | 'unknown'

/** Who gets a store's news. `branding`: null for our own look. */
export type StoreOwners = { emails: string[]; isTest: boolean; branding: Branding | null }
