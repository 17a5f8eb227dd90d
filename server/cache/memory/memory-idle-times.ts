/** The key unused for longest gives way. */
const MAX_KEYS = 50_000

export const createMemoryIdleTimes = (monotonicMs: () => number) => {
  const endsAtMs = new Map<string, number>()

  const begin = (key: string, idleSeconds: number) => {
    endsAtMs.delete(key)
    endsAtMs.set(key, monotonicMs() + idleSeconds * 1000)
    const [oldest] = endsAtMs.keys()
    if (endsAtMs.size > MAX_KEYS && oldest !== undefined) endsAtMs.delete(oldest)
  }

  return {
    renew(key: string, idleSeconds: number) {
      const isRunning = (endsAtMs.get(key) ?? 0) > monotonicMs()
      if (isRunning) begin(key, idleSeconds)
      else endsAtMs.delete(key)
      return isRunning
    },
    begin,
  }
}
