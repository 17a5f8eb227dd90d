import { setTimeout as wait } from 'node:timers/promises'

const ROUND_MS = 300

/**
 * Works round after round, whatever becomes of one: what is away now is there again in the next.
 * Returns how to stop after one.
 */
export function startRounds(round: () => Promise<void>, roundMs = ROUND_MS) {
  let isStopped = false
  const work = async () => {
    while (!isStopped) {
      await round().catch(() => undefined)
      await wait(roundMs)
    }
  }
  const working = work()
  return async () => {
    isStopped = true
    await working
  }
}
