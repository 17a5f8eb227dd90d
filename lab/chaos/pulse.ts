import type { Trouble } from './injector.ts'

const BEAT_MS = 100

/** A stall this long explains a missed deadline as a fault does. */
const STALL_MS = 500

/** How much work the pace is measured by, in milliseconds. */
const WORK_MS = 500

/** Where a process runs in less of the time that it has work, any deadline may be missed. */
const LEAST_PACE = 0.25

const lookAtUse = () => ({
  at: performance.now(),
  cpu: process.cpuUsage(),
  loop: performance.eventLoopUtilization(),
})

/** What this process has done since. Where it has work and cannot run, it is active as well. */
function useSince({ cpu, loop }: ReturnType<typeof lookAtUse>) {
  const { user, system } = process.cpuUsage(cpu)
  const { active } = performance.eventLoopUtilization(loop)
  return { active, pace: Math.min(1, (user + system) / 1000 / active) }
}

/** Notices when the machine is too busy, because then the services are as late as this process. */
export function startPulse() {
  const stalls: Trouble[] = []
  const begun = lookAtUse()
  let last = begun.at
  let measured = begun
  const note = (from: number, to: number) =>
    stalls.push({ kind: 'busy machine', isChange: false, from, to })
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > STALL_MS) note(last, now)
    last = now
    const { active, pace } = useSince(measured)
    if (active < WORK_MS) return
    if (pace < LEAST_PACE) note(measured.at, now)
    measured = lookAtUse()
  }, BEAT_MS)
  return {
    stalls,
    /** The share of its busy time in which this process could run: near 1 on an idle machine. */
    pace: () => useSince(begun).pace,
    stop: () => clearInterval(timer),
  }
}
