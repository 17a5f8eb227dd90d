import type { ProviderName } from '../../contract/fields.ts'
import type { LedgerEntry } from './provider.ts'

/**
 * `charged_back`: its buyer has the money from the bank. `recorded`: its attempt is on record after
 * all.
 */
export type OrphanResolution = 'cancelled' | 'refunded' | 'charged_back' | 'recorded'

/** A payment that says it is ours, and whose attempt the record does not know (payments §8). */
export type OrphanedPayment = {
  provider: ProviderName
  paymentId: string
  attemptId: string
  amount: number
  currency: string
  /** Null when it names none of ours. */
  store: { id: string; name: string } | null
  /** Why the provider gave nothing back of it the last time, as its code. */
  refusal: string | null
  /**
   * Whether it is certain that it is ours to give back: it names this service, and the database is
   * where the service belongs and no copy that somebody has made of it.
   */
  isCertain: boolean
  /** Set when its attempt has turned up. */
  resolution: OrphanResolution | null
}

/** How an orphan stands after it was written down. `isNew`: found, or found again after it was resolved. */
export type OrphanRecording = { isNew: boolean } & Pick<OrphanedPayment, 'resolution' | 'store'>

/** The record of payments that it has lost. */
export type OrphanDatabase = {
  /**
   * Writes down how the payment stands; undefined when it is no orphan, or none any more: its attempt
   * is on record, there is no money in it, or it is nobody's whom we know. `refusal`: why the provider
   * has given nothing back of it now.
   */
  record(
    provider: ProviderName,
    entry: LedgerEntry,
    refusal?: string,
  ): Promise<OrphanRecording | undefined>
  /**
   * Takes over orphans of open providers that were found an hour ago or longer, less often each
   * time; no other process gets them for half a minute. One whose attempt has turned up is resolved.
   */
  claimDue(providers: readonly ProviderName[], limit: number): Promise<OrphanedPayment[]>
  countUnresolved(): Promise<number>
}
