import type { ProviderName } from '../../contract/fields.ts'
import type { LedgerEntry } from './provider.ts'

/** `recorded`: its attempt is on record after all. */
export type OrphanResolution = 'cancelled' | 'refunded' | 'recorded'

/** A payment that says it is ours, and whose attempt the record does not know (payments §8). */
export type OrphanedPayment = {
  provider: ProviderName
  paymentId: string
  attemptId: string
  /**
   * Whether it is certain that it is ours to give back: it names this service, and the database is
   * where the service belongs and no copy that somebody has made of it.
   */
  isCertain: boolean
  /** Set when its attempt has turned up. */
  resolution: OrphanResolution | null
}

/** How an orphan stands after it was written down. */
export type OrphanRecording = { isNew: boolean; resolution: OrphanResolution | null }

/** The record of payments that it has lost. */
export type OrphanDatabase = {
  /**
   * Writes down how the payment stands; undefined when it is no orphan: its attempt is on record,
   * there is no money in it, or it is nobody's whom we know.
   */
  record(provider: ProviderName, entry: LedgerEntry): Promise<OrphanRecording | undefined>
  /**
   * Takes over orphans of open providers that were found an hour ago or longer, less often each
   * time; no other process gets them for half a minute. One whose attempt has turned up is resolved.
   */
  claimDue(providers: readonly ProviderName[], limit: number): Promise<OrphanedPayment[]>
  countUnresolved(): Promise<number>
}
