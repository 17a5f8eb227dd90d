/** How many payments must fail in a row, without any answer, to show that the provider is down. */
const FAILURES_TO_OPEN = 5

/** How long no payment begins. Then one may begin, to see whether the provider answers again. */
const PROBE_INTERVAL_MS = 10_000

export type Breaker = ReturnType<typeof createBreaker>

/** Counts payments in a row whose calls time out or fail. `onChange`: when it opens or closes. */
export function createBreaker({
  monotonicMs,
  onChange,
}: {
  monotonicMs: () => number
  onChange: (isOpen: boolean) => void
}) {
  const failing = new Set<string>()
  let lastProbeAt: number | undefined

  return {
    /** All calls of one payment count once: a slow bank is not a provider that is down. */
    failed(attemptId: string) {
      failing.add(attemptId)
      if (lastProbeAt !== undefined || failing.size < FAILURES_TO_OPEN) return
      lastProbeAt = monotonicMs()
      onChange(true)
    },
    answered() {
      failing.clear()
      if (lastProbeAt === undefined) return
      lastProbeAt = undefined
      onChange(false)
    },
    /** Whether a payment may begin. */
    isAvailable() {
      if (lastProbeAt === undefined) return true
      if (monotonicMs() - lastProbeAt < PROBE_INTERVAL_MS) return false
      lastProbeAt = monotonicMs()
      return true
    },
  }
}
