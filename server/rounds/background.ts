/** Runs work that nobody waits for. `close` waits for the rest of it. */
export function createBackground(onFailure: (error: unknown) => void) {
  const running = new Set<Promise<unknown>>()
  return {
    run(work: () => Promise<unknown>) {
      const run = work()
        .catch(onFailure)
        .finally(() => running.delete(run))
      running.add(run)
    },
    async close() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
