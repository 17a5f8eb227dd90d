import type { ProviderName } from '../../contract/fields.ts'
import type { LedgerEntry } from './provider.ts'

/** `charged_back`: the bank gave the money to the buyer. `recorded`: its attempt has turned up. */
export type OrphanResolution = 'cancelled' | 'refunded' | 'charged_back' | 'recorded'

/** A payment that names us, but whose attempt the record does not know (payments §8). */
export type OrphanedPayment = {
  provider: ProviderName
  paymentId: string
  attemptId: string
  amount: number
  currency: string
  /** Null when the payment names no store of ours. */
  store: { id: string; name: string } | null
  /** The provider's code for why it gave nothing back the last time. */
  refusal: string | null
  /** Whether we may certainly give it back: it names this service, and our database is no copy. */
  isCertain: boolean
  /** Set when the attempt has turned up. */
  resolution: OrphanResolution | null
}

/** `isNew`: found for the first time, or found again after it was resolved. */
export type OrphanRecording = { isNew: boolean } & Pick<OrphanedPayment, 'resolution' | 'store'>

export type OrphanDatabase = {
  /**
   * Records the state of an orphan. Undefined when it is no orphan: its attempt is on record, it
   * has no money, or its store is unknown. `refusal`: why the provider gives nothing back now.
   */
  record(
    provider: ProviderName,
    entry: LedgerEntry,
    refusal?: string,
  ): Promise<OrphanRecording | undefined>
  /**
   * Takes over orphans of these providers that were found an hour ago or earlier, for half a minute
   * and less often each time. An orphan whose attempt has turned up is resolved.
   */
  claimDue(providers: readonly ProviderName[], limit: number): Promise<OrphanedPayment[]>
  countUnresolved(): Promise<number>
}
