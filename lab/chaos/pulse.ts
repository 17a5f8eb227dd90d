import type { Trouble } from './injector.ts'

const BEAT_MS = 100

/**
 * A machine that lets nobody run for so long explains a missed deadline as well as a fault does.
 */
const STALL_MS = 500

/**
 * Notices when this machine is too busy to keep time: then the services are as late as this
 * process.
 */
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
    /** Of the time that this process had work, the share that it ran: near 1 on an idle machine. */
    pace() {
      const { user, system } = process.cpuUsage(begun.cpu)
      const { active } = performance.eventLoopUtilization(begun.loop)
      return Math.min(1, (user + system) / 1000 / active)
    },
    stop: () => clearInterval(timer),
  }
}
