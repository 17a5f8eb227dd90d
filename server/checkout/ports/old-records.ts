/** Deletes or erases at most `limit` records, oldest first, and returns how many. */
type Sweep = (limit: number) => Promise<number>

/**
 * Looks at the `limit` oldest records behind the number `after`, and deletes those that may go.
 * Returns the number behind which older ones may follow.
 */
type SweepInOrder = (limit: number, after: number) => Promise<number | undefined>

/** Records that are no longer needed. */
export type OldRecords = {
  /** True for one process a minute. */
  claim(): Promise<boolean>
  /** Erases the buyer from sessions of this age that have ended, and from their orders. */
  eraseBuyers(limit: number, olderThanDays: number): Promise<number>
  /** Expired sessions without an attempt, after 90 days. */
  deleteSessions: Sweep
  /** Events of the stores' logs that others have heard of, after 30 days. */
  deleteEvents: SweepInOrder
  /** Webhook deliveries, 40 days after their last attempt: later than their events. */
  deleteDeliveries: SweepInOrder
  /** Mails to buyers, sent or not, after 40 days. */
  deleteMails: SweepInOrder
  /** Mails to members about sales, after 40 days. */
  deleteSaleMails: SweepInOrder
  deleteSaleMailOrders: SweepInOrder
  /** How many mails somebody got, a day after the last. */
  deleteMailCounts: Sweep
  /** Deleted webhook endpoints without deliveries. */
  deleteEndpoints: Sweep
  /** The stores' logs of requests, after 7 days. */
  deleteRequests: SweepInOrder
  /** Idempotency keys, after 48 hours; they answer for 24. */
  deleteKeys: Sweep
  /** Notifications of payment providers, after 30 days. */
  deleteNotifications: Sweep
  /** Files of builds that no process has run for a day. */
  deleteFiles: Sweep
}
