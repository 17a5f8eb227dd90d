import type { Callers } from '../../admission/callers.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { Actor, SecondFactorChange } from '../../checkout/audit.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { BuyerRecords } from '../../checkout/ports/buyer-records.ts'
import type { Records } from '../../checkout/ports/platform-records.ts'
import type { SealedText, WebhookEndpointRecords } from '../../checkout/ports/webhook-records.ts'
import type { KeyRegeneration } from '../../checkout/regenerate-key.ts'

type Ended = { email: string; storeName: string; hadFactor: boolean }

/** What the platform API works with. */
export type PlatformContext = {
  events: {
    refused(fields: { action: 'platform.refused'; client: string | null; account: null }): void
    secondFactorChanged(fields: { change: SecondFactorChange; account: string }): void
  }
  /** The key of the hashes that stand for accounts where they are logged. */
  addressKey: Uint8Array
  callers: Pick<Callers, 'take' | 'keyOf'>
  urls: { baseUrl: string }
  records: Records
  buyers: BuyerRecords
  checkout: Pick<CheckoutDeps, 'provider' | 'testProvider' | 'db' | 'cache'>
  passwords: Passwords
  keyRegeneration: KeyRegeneration
  invitations: {
    /** An address that is invited already gets another link and this role. */
    invite(
      storeId: string,
      invitation: { email: string; role: 'owner' | 'staff'; digest: Buffer; actor: Actor },
    ): Promise<'invited' | 'is_member'>
  }
  passwordResets: {
    /**
     * A link to a new password, for a member with this address of this store: undefined when there
     * is none.
     */
    issue(reset: {
      email: string
      storeId: string
      digest: Buffer
      issuedBy: Actor
    }): Promise<{ expiresAt: Date } | undefined>
  }
  secondFactors: {
    /** Undefined when no member of this store has this address. */
    end(of: { storeId: string; email: string; actor: Actor }): Promise<Ended | undefined>
  }
  mails: {
    secondFactorChanged(news: {
      to: string
      storeName: string
      address: string | null
      baseUrl: string
      change: SecondFactorChange
    }): void
  }
  webhooks: {
    records: WebhookEndpointRecords
    /** As it is shown, once, and as it is kept. */
    createSecret(endpointId: string): { shown: string; kept: SealedText }
    /** Why nothing may be sent to that address; undefined when it may. */
    findUrlProblem(url: string): Promise<string | undefined>
    /** Something is due. */
    wake(): void
  }
  /** Each of them opens everything. */
  platformTokens: string[]
}

export const isStoreId = (text: string) => /^st_[0-9A-Za-z]+$/.test(text)

export const storeNotFound = () =>
  new CheckoutError('store_not_found', 'There is no store with this id.')

/** @throws {CheckoutError} store_not_found */
export async function getStore({ records }: PlatformContext, id: string) {
  const store = isStoreId(id) ? await records.findStore(id) : undefined
  if (!store) throw storeNotFound()
  return store
}
