import type { SaleMails } from '../../../checkout/ports/sale-mails.ts'
import type { Plan } from '../../../contract/platform/platform.ts'
import type { Actor } from '../../../checkout/stores/audit.ts'
import type { PasskeyCredential } from '../../../auth/passkeys.ts'
import type { SealedSecret, SealedSecrets } from '../../../auth/sealed-secrets.ts'

export type Role = 'owner' | 'staff'

/** `hasSecondFactor`: the password alone opens no session. */
export type StoreMember = { id: number; passwordHash: string; hasSecondFactor: boolean }

export type MemberStore = {
  id: string
  name: string
  plan: Plan
  /** No real money moves in it. */
  isTest: boolean
  /** ISO 4217. */
  currency: string
  /** BCP 47; how money, dates and numbers are written. */
  language: string
  /** IANA. */
  timeZone: string
  logoUrl: string | null
  /** In the minor unit; null: no refund asks for the password again. */
  confirmRefundsAbove: number | null
}

/** `open`: at least one of the store's is not put right yet. */
export type PaymentProblemState = 'none' | 'settled' | 'open'

export type SignedInMember = {
  memberId: number
  email: string
  role: Role
  store: MemberStore
  paymentProblems: PaymentProblemState
  /** Since when a second factor is asked for; null: it is not. */
  secondFactorSince: Date | null
  /** How often the member hears of sales. */
  saleMails: SaleMails
  /** Whether the member has proved in this session, in the last 10 minutes, who it is. */
  isConfirmed: boolean
}

/** `digest`: of the cookie's token, SHA-256; `userAgent`: what the browser calls itself. */
type SessionFields = { digest: Buffer; address: string | null; userAgent: string | null }

/** `timeZone`: of the browser, where its script could say it. */
export type NewMemberSession = SessionFields & { timeZone: string | undefined }

export type MemberSession = SessionFields & { signedInAt: Date; lastSeenAt: Date }

export const IDLE_SECONDS = 12 * 60 * 60

/** How long it counts in a session that the member has proved who it is. */
export const CONFIRMED_SECONDS = 10 * 60

export type Passkey = PasskeyCredential & {
  id: number
  name: string
  addedAt: Date
  lastUsedAt: Date | null
}

export type Factors = {
  authenticator: SealedSecret
  recoveryCodesLeft: number
  passkeys: Passkey[]
}

/** Whom the news of a change goes to. */
export type FactorHolder = { email: string; storeName: string }

export type ByMember = { actor: Actor }

export type NewPasskey = ByMember & { credential: PasskeyCredential; name: string }

export type FactorSecrets = Pick<SealedSecrets, 'keyId' | 'seal' | 'open'>

/** Whose secret it is: it opens for no other member. */
export const secretHolder = (memberId: number) => `member ${memberId}`
