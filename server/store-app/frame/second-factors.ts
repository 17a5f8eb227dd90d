import type { Actor } from '../../checkout/audit.ts'
import type { PasskeyCredential } from '../../auth/passkeys.ts'
import type { SealedSecret, SealedSecrets } from '../../auth/sealed-secrets.ts'

export type Passkey = PasskeyCredential & {
  id: number
  name: string
  addedAt: Date
  lastUsedAt: Date | null
}

/** What a member may prove who it is with, beside the password. */
export type Factors = {
  authenticator: SealedSecret
  recoveryCodesLeft: number
  passkeys: Passkey[]
}

/** Whom the news of a change goes to. */
export type FactorHolder = { email: string; storeName: string }

export type ByMember = { actor: Actor }

/** `signCount`: what the passkey's device had counted before. */
export type PasskeyUse = Pick<Passkey, 'id' | 'signCount'> & { newSignCount: number }

export type NewPasskey = ByMember & { credential: PasskeyCredential; name: string }

/**
 * The second factors of the members: the codes of an authenticator app, ten recovery codes, and
 * passkeys beside them. What is good once is good once, also for several at the same moment.
 */
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
  /** False when it was used meanwhile. */
  usePasskey(memberId: number, use: PasskeyUse): Promise<boolean>

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
  /**
   * For a member who has lost it: ends its sessions, too. `hadFactor`: false when nothing was there
   * to end.
   */
  end(
    of: ByMember & { storeId: string; email: string },
  ): Promise<(FactorHolder & { hadFactor: boolean }) | undefined>
  /** The ones before are void. False without a second factor. */
  renewRecoveryCodes(memberId: number, codes: ByMember & { digests: Buffer[] }): Promise<boolean>

  /** `full`: there are ten. `known`: it belongs to an account already. */
  addPasskey(
    memberId: number,
    passkey: NewPasskey,
  ): Promise<'added' | 'full' | 'known' | 'no_second_factor'>
  renamePasskey(memberId: number, id: number, name: string): Promise<boolean>
  /** Its name; undefined when it is not the member's. */
  removePasskey(memberId: number, id: number, change: ByMember): Promise<string | undefined>

  /** Seals anew what is under an older key, and counts what no key of ours opens. */
  sealAnew(secrets: SealedSecrets): Promise<{ resealed: number; unreadable: number }>
}

/** Whose secret it is: it opens in no other member's place. */
export const secretHolder = (memberId: number) => `member ${memberId}`
