/** Runs what it is given, `limit` at the same time; the rest waits in turn. */
export function atMost(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= limit)
      await new Promise<void>((begin) => {
        waiting.push(begin)
      })
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
