const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** contract §4: the pauses between the attempts. */
export const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** Pauses are up to this much longer, so that what failed together does not come again together. */
const JITTER = 0.2

type Failure = {
  /** How many attempts of the schedule were over before this one. */
  tries: number
  /** The answer's header, if any. */
  retryAfter: string | undefined
  now: Date
  /** 0 to 1. */
  random: number
}

/**
 * Milliseconds until the next attempt; undefined after the last one. `Retry-After` makes a pause
 * longer, up to the length of the next one.
 */
export function pauseMs({ tries, retryAfter, now, random }: Failure) {
  const pause = PAUSES_MS[tries]
  if (pause === undefined) return undefined
  const longest = PAUSES_MS[tries + 1] ?? pause
  const wanted = Math.min(retryAfterMs(retryAfter, now), longest)
  return Math.round(Math.max(pause, wanted) * (1 + JITTER * random))
}

/** RFC 9110, 10.2.3: seconds, or a date. 0 for anything else. */
function retryAfterMs(header: string | undefined, now: Date) {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : at - now.getTime()
}
