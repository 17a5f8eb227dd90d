/** What came of the last comparison that was finished; how many differences there were, by kind. */
export type LastReconciliation = { finishedAt: Date | null; differences: Record<string, number> }

/** When the books of the providers are compared with ours; all processes share it. */
export type ReconciliationSchedule = {
  /**
   * Takes the next comparison when it is due: a day after the last one, an hour after one that was
   * begun and not finished, and at once when the database has another history than the one that was
   * compared. `days`: how far back to look, two more than since the last one, 30 at most.
   */
  claim(): Promise<{ days: number } | undefined>
  finish(result: { compared: number; differences: Record<string, number> }): Promise<void>
  readLast(): Promise<LastReconciliation>
}
