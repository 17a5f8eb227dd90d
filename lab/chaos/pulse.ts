import type { Trouble } from './injector.ts'

const BEAT_MS = 100

/** A stall this long explains a missed deadline as a fault does. */
const STALL_MS = 500

/** Notices when the machine is too busy, because then the services are as late as this process. */
export function startPulse() {
  const stalls: Trouble[] = []
  const begun = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() }
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > STALL_MS)
      stalls.push({ kind: 'busy machine', isChange: false, from: last, to: now })
    last = now
  }, BEAT_MS)
  return {
    stalls,
    /** The share of its busy time in which this process could run: near 1 on an idle machine. */
    pace() {
      const { user, system } = process.cpuUsage(begun.cpu)
      const { active } = performance.eventLoopUtilization(begun.loop)
      return Math.min(1, (user + system) / 1000 / active)
    },
    stop: () => clearInterval(timer),
  }
}
