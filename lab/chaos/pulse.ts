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
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > STALL_MS)
      stalls.push({ kind: 'busy machine', isChange: false, from: last, to: now })
    last = now
  }, BEAT_MS)
  return { stalls, stop: () => clearInterval(timer) }
}
