/** Each deletes or erases so many at most, the oldest, and says how many. */
type Sweep = (limit: number) => Promise<number>

/** Records that have been of use. */
export type OldRecords = {
  /** True for one process a minute. */
  claim(): Promise<boolean>
  /** Of sessions that ended, and of their orders, what is the buyer's: created so long ago. */
  eraseBuyers(limit: number, olderThanDays: number): Promise<number>
  /** Expired sessions that nobody has tried to pay, after 90 days. */
  deleteSessions: Sweep
  /** Events of the stores' logs, after 30 days. */
  deleteEvents: Sweep
  /** Webhook deliveries that ended, after 40 days: later than the events they tell of. */
  deleteDeliveries: Sweep
  /** Webhook endpoints that were deleted, once none of their deliveries is left. */
  deleteEndpoints: Sweep
  /** Idempotency keys, after 48 hours: they answer for 24. */
  deleteKeys: Sweep
  /** Notifications of payment providers, after 30 days. */
  deleteNotifications: Sweep
}
