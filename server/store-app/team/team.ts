import type { Branding } from '../../checkout/branding.ts'
import type { NewMemberSession, Role } from '../frame/accounts.ts'
import type { Actor } from '../../checkout/audit.ts'

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

type ChangeOf = { storeId: string; memberId: number; byMemberId: number; actor: Actor }

/** Who works at a store. Changes take effect with the member's next request. */
export type TeamRecords = {
  /** Members by role and email, invitations newest first; at most 500 of each. */
  findTeam(storeId: string): Promise<{ members: TeamMember[]; invitations: Invitation[] }>
  findMember(storeId: string, memberId: number): Promise<TeamMember | undefined>
  findOwners(storeId: string): Promise<StoreOwners>
  changeRole(change: ChangeOf & { role: Role }): Promise<MemberChange>
  /** Also signs the member out. */
  removeMember(change: ChangeOf): Promise<MemberChange>

  /**
   * An email that is invited already gets a new link and this role. Owners do not learn whether it
   * has an account at another store; whoever opens the link does.
   */
  invite(storeId: string, invitation: NewInvitation): Promise<'invited' | 'is_member'>
  findInvitedRole(storeId: string, id: number): Promise<Role | undefined>
  /** Replaces the link; the new one works for 7 days. */
  renewInvitation(
    storeId: string,
    id: number,
    link: InvitationLink,
  ): Promise<{ email: string } | undefined>
  /** False when the invitation is gone. */
  revokeInvitation(storeId: string, id: number, actor: Actor): Promise<boolean>
  /** `hasAccount`: at any store, so that nobody can join with it. */
  findInvitation(
    digest: Buffer,
  ): Promise<{ email: string; storeName: string; hasAccount: boolean } | undefined>
  /** Creates the member and signs it in. Undefined when the link is over. */
  join(digest: Buffer, account: InvitedAccount): Promise<'joined' | 'email_taken' | undefined>
}
