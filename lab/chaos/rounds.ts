import { setTimeout as wait } from 'node:timers/promises'

const ROUND_MS = 300

/** Runs `round` again and again, whatever fails. Returns how to stop after one. */
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
