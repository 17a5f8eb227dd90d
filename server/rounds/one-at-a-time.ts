/** Runs `work` once at a time for each key. Calls that come while it runs share the next run. */
export function oneAtATime<Key>(work: (key: Key) => Promise<void>) {
  const running = new Map<Key, Promise<void>>()
  const waiting = new Map<Key, Promise<void>>()

  function start(key: Key) {
    const run = work(key).finally(() => running.delete(key))
    running.set(key, run)
    return run
  }

  return (key: Key): Promise<void> => {
    const current = running.get(key)
    const shared = waiting.get(key)
    if (shared) return shared
    if (!current) return start(key)
    const next = current
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key)
        return start(key)
      })
    waiting.set(key, next)
    return next
  }
}
