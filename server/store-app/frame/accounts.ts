import type { Plan } from '../../contract/platform.ts'
import type { Actor, RefusedAction } from '../../checkout/audit.ts'
import type { PasskeyCredential } from '../../auth/passkeys.ts'
import type { SealedSecret, SealedSecrets } from '../../auth/sealed-secrets.ts'

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
  /** Whether the member has proved in this session, in the last 10 minutes, who it is. */
  isConfirmed: boolean
}

/** `digest`: of the cookie's token, SHA-256; `userAgent`: what the browser calls itself. */
export type NewMemberSession = { digest: Buffer; address: string | null; userAgent: string | null }

export type MemberSession = NewMemberSession & { signedInAt: Date; lastSeenAt: Date }

export const IDLE_SECONDS = 12 * 60 * 60

/** How long it counts in a session that the member has proved who it is. */
export const CONFIRMED_SECONDS = 10 * 60

/** A session lasts 7 days at most, and 12 hours after its last request. */
export type StoreAccounts = {
  /** The member with this email, in whatever case it is written. */
  findMember(email: string): Promise<StoreMember | undefined>
  /** For a member as `findMember` found it, who has given what is asked for. */
  openSession(member: StoreMember, session: NewMemberSession): Promise<void>
  /** Undefined for a session that is unknown or over; being asked for keeps it alive. */
  useSession(digest: Buffer): Promise<SignedInMember | undefined>
  endSession(digest: Buffer): Promise<void>
  confirmSession(digest: Buffer): Promise<void>
  /** The one used last comes first. */
  listSessions(memberId: number): Promise<MemberSession[]>
  /** Which of these sessions are still open. Asking does not keep them alive. */
  listOpenSessions(digests: Buffer[]): Promise<Buffer[]>
  signOutEverywhere(memberId: number, actor: Actor): Promise<void>
  /** Ends the member's other sessions and open reset links. */
  changePassword(
    memberId: number,
    change: { passwordHash: string; keptDigest: Buffer; actor: Actor },
  ): Promise<void>
  /** For the audit log of the account's store, a few lines an hour; nothing when there is none. */
  noteRefusal(email: string, action: RefusedAction): Promise<void>
}

/** A link to a new password works for an hour, once, whoever asks for another meanwhile. */
export type PasswordResets = {
  /** Undefined when there is no such member. `issuedBy`: the owner who did it for them. */
  issue(reset: {
    email: string
    storeId?: string
    digest: Buffer
    issuedBy?: Actor
  }): Promise<{ email: string; storeName: string; expiresAt: Date } | undefined>
  /** Whose account the link opens; undefined when it is over. */
  find(digest: Buffer): Promise<{ email: string } | undefined>
  /** Ends every link and every session of its member. Undefined when the link was over by then. */
  use(
    digest: Buffer,
    change: { passwordHash: string; address: string | null },
  ): Promise<{ email: string; storeName: string } | undefined>
}

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

type ByMember = { actor: Actor }

/** What is good once is good once, also for several requests at the same moment. */
export type SecondFactorRecords = {
  /** Undefined for a member without a second factor. */
  find(memberId: number): Promise<Factors | undefined>
  /** Whether the code of this time step, or of a later one, was not used before. Then it is now. */
  useCodeStep(memberId: number, step: number): Promise<boolean>
  useRecoveryCode(
    memberId: number,
    code: ByMember & { digest: Buffer },
  ): Promise<FactorHolder | undefined>
  /** False when it was used before. */
  useChallenge(digest: Buffer): Promise<boolean>
  /** `signCount`: what the passkey's device has counted; false when it was used meanwhile. */
  usePasskey(
    memberId: number,
    passkey: Pick<Passkey, 'id' | 'signCount'> & { newSignCount: number },
  ): Promise<boolean>

  /** Ends the member's other sessions. False when there is a second factor already. */
  turnOn(
    memberId: number,
    factor: ByMember & {
      authenticator: SealedSecret
      /** Of the code that has shown that the app has the secret. */
      step: number
      recoveryDigests: Buffer[]
      keptDigest: Buffer
    },
  ): Promise<boolean>
  /** With it go the recovery codes and the passkeys. False when there was none. */
  turnOff(memberId: number, change: ByMember): Promise<boolean>
  /** Ends its sessions, too. `hadFactor`: false when nothing was there to end. */
  end(
    of: ByMember & { storeId: string; email: string },
  ): Promise<(FactorHolder & { hadFactor: boolean }) | undefined>
  /** The ones before are void. False without a second factor. */
  renewRecoveryCodes(memberId: number, codes: ByMember & { digests: Buffer[] }): Promise<boolean>

  /** `full`: there are ten. `known`: it belongs to an account already. */
  addPasskey(
    memberId: number,
    passkey: ByMember & { credential: PasskeyCredential; name: string },
  ): Promise<'added' | 'full' | 'known' | 'no_second_factor'>
  renamePasskey(memberId: number, id: number, name: string): Promise<boolean>
  /** Its name; undefined when it is not the member's. */
  removePasskey(memberId: number, id: number, change: ByMember): Promise<string | undefined>

  /** Seals anew what is under an older key, and counts what no key of ours opens. */
  sealAnew(secrets: SealedSecrets): Promise<{ resealed: number; unreadable: number }>
}

/** Whose secret it is: it opens in no other member's place. */
export const secretHolder = (memberId: number) => `member ${memberId}`
