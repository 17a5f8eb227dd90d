/** The last finished comparison. `differences`: how many there were, by kind. */
export type LastReconciliation = { finishedAt: Date | null; differences: Record<string, number> }

/** When the providers' books are compared with ours; all processes share it. */
export type ReconciliationSchedule = {
  /**
   * Takes the next comparison when it is due: a day after the last one, an hour after an unfinished
   * one, and at once when the database's history has changed. `days`: how far to look back, two
   * more than since the last one, at most 30.
   */
  claim(): Promise<{ days: number } | undefined>
  finish(result: { compared: number; differences: Record<string, number> }): Promise<void>
  readLast(): Promise<LastReconciliation>
}
