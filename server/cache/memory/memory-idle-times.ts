import { createRecent } from './recent.ts'

/** The key that was unused for longest makes room. */
const MAX_KEYS = 50_000

export const createMemoryIdleTimes = (monotonicMs: () => number) => {
  const endsAtMs = createRecent<number>(MAX_KEYS)

  const begin = (key: string, idleSeconds: number) =>
    endsAtMs.put(key, monotonicMs() + idleSeconds * 1000)

  return {
    renew(key: string, idleSeconds: number) {
      const isRunning = (endsAtMs.find(key) ?? 0) > monotonicMs()
      if (isRunning) begin(key, idleSeconds)
      else endsAtMs.forget(key)
      return isRunning
    },
    begin,
  }
}
