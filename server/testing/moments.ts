const MINUTE_MS = 60_000

/** The real time, for signatures and rows that the record compares. */
export const now = () => new Date()

/** Negative minutes are in the past. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
