import type { Plan } from '../contract/platform.ts'
import type { PaymentProblemState } from './payment-problems.ts'

export type Role = 'owner' | 'staff'

export type StoreMember = { id: number; passwordHash: string }

/** The store as every page of its application needs it. */
export type MemberStore = {
  id: string
  name: string
  plan: Plan
  /** ISO 4217. */
  currency: string
  /** BCP 47; how money, dates and numbers are written. */
  language: string
  /** IANA. */
  timeZone: string
  logoUrl: string | null
}

/** Who is signed in at the store application, and at which store. */
export type SignedInMember = { memberId: number; email: string; role: Role; store: MemberStore; paymentProblems: PaymentProblemState }

/** The accounts of the store application and who is signed in: for 7 days at most, and 12 hours after the last request. */
export type StoreAccounts = {
  /** Whatever case the address is written in. */
  findMember(email: string): Promise<StoreMember | undefined>
  openSession(memberId: number, digest: Buffer): Promise<void>
  /** Undefined for a session that is unknown or over; being asked for keeps it alive. */
  useSession(digest: Buffer): Promise<SignedInMember | undefined>
  endSession(digest: Buffer): Promise<void>
}
