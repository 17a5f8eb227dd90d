import type { Callers } from '../../admission/callers.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { NewIds } from '../../auth/random.ts'
import type { Actor, SecondFactorChange } from '../../checkout/stores/audit.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { BuyerRecords } from '../../checkout/ports/buyer-records.ts'
import type { Records } from '../../checkout/ports/platform-records.ts'
import type { WebhookServices } from '../../checkout/stores/webhook-endpoints.ts'
import type { StoreCreation } from '../../checkout/stores/create-store.ts'
import type { KeyRegeneration } from '../../checkout/stores/regenerate-key.ts'
import type { Orders } from '../../orders/open-orders.ts'

type FormerMember = { email: string; storeName: string; hadFactor: boolean }

export type PlatformContext = {
  events: {
    refused(fields: { action: 'platform.refused'; client: string | null; account: null }): void
    secondFactorChanged(fields: { change: SecondFactorChange; account: string }): void
  }
  ids: Pick<NewIds, 'webhookEndpoint' | 'webhookDelivery' | 'testEvent'>
  /** Keys the hashes that replace e-mail addresses in the log. */
  addressKey: Uint8Array
  callers: Pick<Callers, 'take' | 'keyOf'>
  urls: { baseUrl: string; checkoutUrl: string }
  records: Records
  orders: Pick<Orders, 'list'>
  buyers: BuyerRecords
  checkout: Pick<CheckoutDeps, 'provider' | 'testProvider' | 'db' | 'cache'>
  passwords: Passwords
  keyRegeneration: KeyRegeneration
  storeCreation: StoreCreation
  invitations: {
    /** When the address was invited before, it gets a new link and this role. */
    invite(
      storeId: string,
      invitation: { email: string; role: 'owner' | 'staff'; digest: Buffer; actor: Actor },
    ): Promise<'invited' | 'is_member'>
  }
  passwordResets: {
    /** Keeps a reset link. Undefined when the store has no member with this address. */
    issue(reset: {
      email: string
      storeId: string
      digest: Buffer
      issuedBy: Actor
    }): Promise<{ expiresAt: Date } | undefined>
  }
  secondFactors: {
    /** Undefined when the store has no member with this address. */
    end(of: { storeId: string; email: string; actor: Actor }): Promise<FormerMember | undefined>
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
  webhooks: WebhookServices
  /** Each of them gives full access. */
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
