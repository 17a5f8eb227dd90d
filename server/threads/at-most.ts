import { ThreadError } from './thread.ts'

/**
 * Runs at most `limit` works at a time; `maxWaiting` wait in order. (Default: any number.)
 * @throws {ThreadError} when so many wait already
 */
export function atMost(limit: number, maxWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) throw new ThreadError('too many wait')
      await new Promise<void>((begin) => {
        waiting.push(begin)
      })
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
