/** The last finished comparison. `differences`: how many there were, by kind. */
export type LastReconciliation = { finishedAt: Date | null; differences: Record<string, number> }

/** `isOver`: it has waited for half an hour, the longest life of a session. */
export type FirstComparison = { unsureBefore: Date; lostSince: Date; isOver: boolean }

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
  /**
   * Takes the first comparison in a new history of the database, for 15 s. A second one beside it
   * does no harm. Undefined when nothing is to be compared.
   */
  claimFirst(): Promise<FirstComparison | undefined>
  /** From now on sessions and orders from before then are paid and refunded. False: they were. */
  trust(unsureBefore: Date): Promise<boolean>
}
