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

/** The link of an invitation: works for 7 days, once. `digest`: of its token, SHA-256. */
export type NewInvitation = { email: string; role: Role; digest: Buffer; actor: Actor }

/** In the place of the link of before. */
export type InvitationLink = Pick<NewInvitation, 'digest' | 'actor'>

export type InvitedAccount = { passwordHash: string; session: NewMemberSession }

/**
 * `last_owner`: refused, somebody has to own the store. `not_owner`: refused, whoever asks owns it
 * no more.
 */
export type MemberChange = 'done' | 'last_owner' | 'not_owner' | 'unknown'

/** Whom news of a store go to; `branding`: null as ours. */
export type StoreOwners = { emails: string[]; isTest: boolean; branding: Branding | null }

type ChangeOf = { storeId: string; memberId: number; byMemberId: number; actor: Actor }

/** Who works at a store. What is changed holds with the next request of whom it is about. */
export type TeamRecords = {
  /** Members by role and address, invitations the newest first; 500 of each at most. */
  findTeam(storeId: string): Promise<{ members: TeamMember[]; invitations: Invitation[] }>
  findMember(storeId: string, memberId: number): Promise<TeamMember | undefined>
  findOwners(storeId: string): Promise<StoreOwners>
  changeRole(change: ChangeOf & { role: Role }): Promise<MemberChange>
  /** Signs the member out, too. */
  removeMember(change: ChangeOf): Promise<MemberChange>

  /**
   * An address that is invited already gets another link and this role. Whether it has an account
   * at another store is not for an owner to know: that is said to whoever opens the link.
   */
  invite(storeId: string, invitation: NewInvitation): Promise<'invited' | 'is_member'>
  findInvitedRole(storeId: string, id: number): Promise<Role | undefined>
  /** Another link in the place of the one before, with 7 days of its own. */
  renewInvitation(
    storeId: string,
    id: number,
    link: InvitationLink,
  ): Promise<{ email: string } | undefined>
  /** False when there is no such invitation any more. */
  revokeInvitation(storeId: string, id: number, actor: Actor): Promise<boolean>
  /** `hasAccount`: at whichever store. Then nobody can join with it. */
  findInvitation(
    digest: Buffer,
  ): Promise<{ email: string; storeName: string; hasAccount: boolean } | undefined>
  /** Makes the invited one a member who is signed in. Undefined when the link was over by then. */
  join(digest: Buffer, account: InvitedAccount): Promise<'joined' | 'email_taken' | undefined>
}
