const MINUTE_MS = 60_000

/** What time it is, for what really happens: a signature, a row that the record compares. */
export const now = () => new Date()

/** So many minutes from now; negative: that long ago. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
