const MINUTE_MS = 60_000

/** How far the server's clock is ahead. The buyer's own clock may be wrong by hours. */
export const clockOffsetMs = (serverNow: string, now: number) => Date.parse(serverNow) - now

/**
 * How many of the last five minutes are left, where a part counts as a whole. 0 before them and
 * after the end.
 */
export const minutesLeft = (leftMs: number) =>
  leftMs > 0 && leftMs <= 5 * MINUTE_MS ? Math.ceil(leftMs / MINUTE_MS) : 0

/**
 * The minutes left when the server was asked for the page: without script no page looks at a clock.
 */
export const timeAround = ({ expiresAt, now }: { expiresAt: string; now: string }) => ({
  minutesLeft: minutesLeft(Date.parse(expiresAt) - Date.parse(now)),
})

export type DeadlineStage = 'calm' | 'soon' | 'last' | 'over'

/** The stage of the payment window, and in how many milliseconds that changes. */
export function deadlineStage(leftMs: number): { stage: DeadlineStage; nextMs: number } {
  if (leftMs <= 0) return { stage: 'over', nextMs: Infinity }
  if (leftMs <= MINUTE_MS) return { stage: 'last', nextMs: leftMs }
  if (leftMs <= 5 * MINUTE_MS) return { stage: 'soon', nextMs: leftMs - MINUTE_MS }
  return { stage: 'calm', nextMs: leftMs - 5 * MINUTE_MS }
}
