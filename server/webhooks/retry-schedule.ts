const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** contract §4: the pauses between one attempt and the next. */
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

/** What failed together does not come again together: pauses are up to so much longer. */
const JITTER = 0.2

type Failure = {
  /** How many attempts of the schedule were over before this one. */
  tries: number
  /** The header of the answer, if there was one. */
  retryAfter: string | undefined
  now: Date
  /** 0 to 1. */
  random: number
}

/**
 * How long to wait after an attempt that failed; undefined: it was the last one. `Retry-After` makes
 * a pause longer, up to the one that would come next.
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
